import { z } from 'zod'
import type { RefundRecord } from '../records.ts'
import { PageInfo, watchCursors } from './catalogue-pages.ts'
import { restockedByIds, restockedOfRefund } from './documents/orders.ts'
import type { Shop } from './shop.ts'
import { askSized, type SizePlan } from './sizes.ts'
import { toId } from './values.ts'
import type { WholeOrder } from './wire.ts'

const refundLines = z.object({
  pageInfo: PageInfo,
  nodes: z.array(z.object({ quantity: z.number(), restocked: z.boolean(), lineItem: z.object({ id: z.string() }) })),
})
type RefundLines = z.infer<typeof refundLines>
const refund = z.object({ id: z.string(), refundLineItems: refundLines }).nullable()
const Many = z.object({ nodes: z.array(refund) })
const One = z.object({ node: refund })

const plan: SizePlan = { name: 'refunds', first: 25, most: 100 }
const linesPlan: SizePlan = { name: 'goods of a refund', first: 40, most: 250 }
/** Most refunds have fewer; longer ones are read one by one. */
const usualLines = 5

/** Pieces that went back into stock, by global id of the refund and id of the order line. */
export type Restocked = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Reads which goods of the refunds of some orders came back: the dated sales do not say it. */
export async function readRestocked(shop: Shop, orders: readonly WholeOrder[]): Promise<Restocked> {
  const ids = [...new Set(orders.flatMap(refundsOf))]
  const found = new Map<string, ReadonlyMap<string, number>>()
  for (let start = 0; start < ids.length; ) {
    start += await askSized(shop, plan, async (size) => {
      const wanted = ids.slice(start, start + size)
      const variables = { ids: wanted, lines: usualLines }
      const { nodes } = await shop.ask({ what: 'refunds', document: restockedByIds, variables, shape: Many })
      for (const node of nodes) {
        if (node === null) continue
        const { id, refundLineItems } = node
        found.set(id, piecesOf(refundLineItems.pageInfo.hasNextPage ? await readLong(shop, id) : refundLineItems.nodes))
      }
      return wanted.length
    })
  }
  return found
}

async function readLong(shop: Shop, id: string): Promise<RefundLines['nodes']> {
  const all: RefundLines['nodes'] = []
  const cursors = watchCursors('goods of a refund')
  let after: string | null = null
  for (;;) {
    const { node }: z.infer<typeof One> = await askSized(shop, linesPlan, async (lines) => {
      const variables = { id, lines, after }
      return await shop.ask({ what: 'refunds', document: restockedOfRefund, variables, shape: One })
    })
    if (node === null) return all
    all.push(...node.refundLineItems.nodes)
    after = cursors.next(node.refundLineItems.pageInfo)
    if (after === null) return all
  }
}

/** What is known of the refunds of one order. */
export function restockedOf(order: WholeOrder, restocked: Restocked): Restocked {
  const own = new Set(refundsOf(order))
  return own.size === 0 ? new Map() : new Map([...restocked].filter(([id]) => own.has(id)))
}

/** Whether anything may have gone back into stock. */
export function hasRefunds(order: WholeOrder): boolean {
  return refundsOf(order).length > 0
}

/** A refund that pays for a return takes nothing back itself, and need not have a dated agreement. */
function refundsOf({ order, agreements }: WholeOrder): string[] {
  const dated = agreements.flatMap((agreement) => agreement.refund?.id ?? [])
  return [...new Set([...dated, ...(order.refunds ?? []).map(({ id }) => id)])]
}

/** `restocked` decides, never the kind of restocking that was asked for: the place may no longer keep the goods. */
function piecesOf(lines: RefundLines['nodes']): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>()
  for (const { quantity, restocked, lineItem } of lines) {
    const id = toId(lineItem.id)
    pieces.set(id, (pieces.get(id) ?? 0) + (restocked ? quantity : 0))
  }
  return pieces
}

/** A refund, with the global id of Shopify's own if it has one: goods of a return are taken back before they are refunded. */
export interface DatedRefund {
  readonly record: RefundRecord
  readonly refund: string | undefined
}

/**
 * Says of each line of refunds how many pieces came back into stock, as far as it is known. What a refund tells of goods that a
 * return has taken back before goes to that return, the oldest first.
 */
export function withRestocked(refunds: readonly DatedRefund[], restocked: Restocked): RefundRecord[] {
  const pools = new Map([...restocked].map(([id, pieces]) => [id, new Map(pieces)]))
  const done = new Map<RefundRecord, RefundRecord>()
  for (const { record, refund: id } of refunds) {
    const pool = id === undefined ? undefined : pools.get(id)
    if (pool !== undefined) done.set(record, toKnown(record, [pool]))
  }
  for (const { record, refund: id } of refunds)
    if (id === undefined) done.set(record, toKnown(record, [...pools.values()]))
  return refunds.map(({ record }) => done.get(record) ?? record)
}

function toKnown(record: RefundRecord, pools: readonly Map<string, number>[]): RefundRecord {
  const lines = record.lines.map((line) => {
    const { type, orderLineId, quantity } = line
    const known = pools.filter((pool) => pool.has(orderLineId ?? ''))
    if (type !== 'product' || orderLineId === null || known.length === 0) return line
    let taken = 0
    for (const pool of known) {
      const left = pool.get(orderLineId) ?? 0
      const some = Math.min(left, Number(quantity) - taken)
      pool.set(orderLineId, left - some)
      taken += some
    }
    return { ...line, restocked: String(taken) }
  })
  return { ...record, lines }
}
