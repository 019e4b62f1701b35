import { z } from 'zod'
import { watchCursors } from './cursors.ts'
import { plainOrder, plainRefund } from './documents/plain-orders.ts'
import { type PlainLine, PlainOrder, PlainRefund, type PlainRefundLine, toPlacement, toReturn } from './plain-sales.ts'
import type { Shop } from './shop.ts'
import { askSized, type SizePlan } from './sizes.ts'
import type { WireAgreement } from './wire.ts'

const plan: SizePlan = { name: 'lines of an order', first: 30, most: 250 }

const Order = z.object({ order: PlainOrder.nullable() })
const Refund = z.object({ node: PlainRefund.nullable() })

/**
 * For an order without dated sales records: its lines and refunds in the form of such records. Undefined when the order is
 * gone.
 */
export async function readPlainSales(shop: Shop, id: string): Promise<WireAgreement[] | undefined> {
  const first = await readOrder(shop, id, null)
  if (first === null) return undefined
  const lines: PlainLine[] = [...first.lineItems.nodes]
  const cursors = watchCursors('lines of an order')
  let after = cursors.next(first.lineItems.pageInfo)
  while (after !== null) {
    const next = await readOrder(shop, id, after)
    if (next === null) return undefined
    lines.push(...next.lineItems.nodes)
    after = cursors.next(next.lineItems.pageInfo)
  }
  const agreements = [toPlacement(first, lines)]
  for (const refund of first.refunds) {
    const agreement = await readRefund(shop, refund.id, first.taxesIncluded)
    if (agreement !== undefined) agreements.push(agreement)
  }
  return agreements
}

async function readOrder(shop: Shop, id: string, after: string | null): Promise<PlainOrder | null> {
  return await askSized(shop, plan, async (lines) => {
    const variables = { id, lines, after }
    return (await shop.ask({ what: 'orders', document: plainOrder, variables, shape: Order })).order
  })
}

async function readRefund(shop: Shop, id: string, taxesIncluded: boolean): Promise<WireAgreement | undefined> {
  const lines: PlainRefundLine[] = []
  const cursors = watchCursors('lines of a refund')
  let after: string | null = null
  for (;;) {
    const refund = await askForRefund(shop, id, after)
    if (refund === null) return undefined
    lines.push(...refund.refundLineItems.nodes)
    after = cursors.next(refund.refundLineItems.pageInfo)
    if (after === null) return toReturn(refund, lines, taxesIncluded)
  }
}

async function askForRefund(shop: Shop, id: string, after: string | null): Promise<PlainRefund | null> {
  return await askSized(shop, plan, async (lines) => {
    const variables = { id, lines, after }
    return (await shop.ask({ what: 'refunds', document: plainRefund, variables, shape: Refund })).node
  })
}
