import { z } from 'zod'
import { isConnectorError } from '../failures.ts'
import { type Cursors, watchCursors } from './catalogue-pages.ts'
import { agreementsByIds, oneAgreement } from './documents/orders.ts'
import type { Query, Shop } from './shop.ts'
import { adaptSize, askSized, type SizePlan } from './sizes.ts'
import { WireAgreement, WireSale } from './wire.ts'

/** Most orders have fewer of each; longer ones are read agreement by agreement. */
const usual = { agreements: 3, sales: 8 }
const plan: SizePlan = { name: 'agreements', first: 2, most: 100 }
const salesPlan: SizePlan = { name: 'sales of an agreement', first: 40, most: 250 }

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() })
const sales = z.object({ pageInfo, nodes: z.array(WireSale) })
const agreementWithPage = WireAgreement.omit({ sales: true }).extend({ sales })

const Many = z.object({
  nodes: z.array(
    z
      .object({
        id: z.string(),
        agreements: z.object({ pageInfo, nodes: z.array(agreementWithPage) }),
      })
      .nullable(),
  ),
})

const One = z.object({
  order: z.object({ agreements: z.object({ pageInfo, nodes: z.array(agreementWithPage) }) }).nullable(),
})

/** All agreements of some orders, keyed by the order's global id; a deleted order has none. */
export async function readAgreements(shop: Shop, ids: readonly string[]): Promise<Map<string, WireAgreement[]>> {
  const found = new Map<string, WireAgreement[]>()
  for (let start = 0; start < ids.length; ) {
    start += await readSome(shop, ids.slice(start), found)
  }
  return found
}

/** Reads as many orders as fit one response, and returns their number. */
async function readSome(shop: Shop, ids: readonly string[], found: Map<string, WireAgreement[]>): Promise<number> {
  try {
    return await askSized(shop, plan, async (size) => {
      const wanted = ids.slice(0, size)
      const question: Query<z.infer<typeof Many>> = {
        what: 'orders',
        document: agreementsByIds,
        variables: { ids: wanted, ...usual },
        shape: Many,
      }
      const { nodes } = await shop.ask(question)
      adaptSize(shop, plan, { question, size: wanted.length })
      for (const node of nodes) {
        if (node === null) continue
        const { agreements } = node
        const isLong = agreements.pageInfo.hasNextPage || agreements.nodes.some((one) => one.sales.pageInfo.hasNextPage)
        found.set(node.id, isLong ? await readLong(shop, node.id) : agreements.nodes.map(toAgreement))
      }
      return wanted.length
    })
  } catch (error) {
    const [first] = ids
    if (first === undefined || !isConnectorError(error) || error.failure.kind !== 'too_big') throw error
    found.set(first, await readLong(shop, first))
    return 1
  }
}

/** An order with many agreements or many sales, one agreement and some dozens of sales at a time. */
async function readLong(shop: Shop, id: string): Promise<WireAgreement[]> {
  const whole: WireAgreement[] = []
  const cursors = watchCursors('agreements of an order')
  let after: string | null = null
  for (;;) {
    const step = await readAgreement(shop, { id, after }, cursors)
    if (step === undefined) return whole
    if (step.agreement !== undefined) whole.push(step.agreement)
    if (step.next === null) return whole
    after = step.next
  }
}

interface AgreementStep {
  readonly agreement: WireAgreement | undefined
  readonly next: string | null
}

async function readAgreement(
  shop: Shop,
  { id, after }: { readonly id: string; readonly after: string | null },
  agreementCursors: Cursors,
): Promise<AgreementStep | undefined> {
  const collected: WireSale[] = []
  const cursors = watchCursors('sales of an order')
  let afterSale: string | null = null
  for (;;) {
    const order = await askForOne(shop, { id, after, afterSale })
    if (order === null) return undefined
    const { nodes, pageInfo: agreements } = order.agreements
    const [node] = nodes
    if (node === undefined) return { agreement: undefined, next: agreementCursors.next(agreements) }
    collected.push(...node.sales.nodes)
    afterSale = cursors.next(node.sales.pageInfo)
    if (afterSale === null) {
      return { agreement: { ...node, sales: collected }, next: agreementCursors.next(agreements) }
    }
  }
}

interface Place {
  readonly id: string
  readonly after: string | null
  readonly afterSale: string | null
}

async function askForOne(shop: Shop, place: Place): Promise<z.infer<typeof One>['order']> {
  return await askSized(shop, salesPlan, async (size) => {
    const variables = { ...place, sales: size }
    return (await shop.ask({ what: 'orders', document: oneAgreement, variables, shape: One })).order
  })
}

function toAgreement(node: z.infer<typeof agreementWithPage>): WireAgreement {
  return { ...node, sales: node.sales.nodes }
}
