import { z } from 'zod'
import { isConnectorError } from '../failures.ts'
import { readAgreements } from './agreements.ts'
import { watchCursors } from './catalogue-pages.ts'
import { type OrderPart, orderParts, ordersByIds, ordersPage } from './documents/orders.ts'
import { type MappedOrder, mapOrder, type OrderRecords } from './order-record.ts'
import { readPlainSales } from './plain-sales.ts'
import { hasRefunds, readRestocked } from './restocked.ts'
import type { Query, Shop } from './shop.ts'
import { adaptSize, askSized, type SizePlan } from './sizes.ts'
import { isRow, later, toId, toInstant } from './values.ts'
import { type WholeOrder, WireOrder } from './wire.ts'

/** The parts of orders that this shop has not refused so far. */
export function shownParts({ learnt }: Shop): readonly OrderPart[] {
  return orderParts.filter((part) => !learnt.denied.has(part))
}

/** Queries complete orders; a part whose refusal empties the response is left out from then on. */
export async function askShown<T>(shop: Shop, ask: (parts: readonly OrderPart[]) => Promise<T>): Promise<T> {
  for (;;) {
    const parts = shownParts(shop)
    try {
      return await ask(parts)
    } catch (error) {
      const isDenied = isConnectorError(error) && error.failure.platformCode === 'ACCESS_DENIED'
      if (!isDenied || shownParts(shop).length === parts.length) throw error
    }
  }
}

/** The same for products, whose costs may be refused. */
export async function askCosts<T>({ learnt }: Shop, ask: (costs: boolean) => Promise<T>): Promise<T> {
  const costs = !learnt.denied.has('costs')
  try {
    return await ask(costs)
  } catch (error) {
    const isDenied = isConnectorError(error) && error.failure.platformCode === 'ACCESS_DENIED'
    if (!isDenied || !costs || !learnt.denied.has('costs')) throw error
    return await ask(false)
  }
}

const plan: SizePlan = { name: 'orders', first: 25, most: 100 }
const idsPlan: SizePlan = { name: 'orders by id', first: 25, most: 100 }
/** Shopify refuses to page deeper than 25,000; well before that, a new query starts at the current position. */
const deepest = 10_000

const Orders = z.object({
  orders: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(z.unknown()),
  }),
})
const Nodes = z.object({ nodes: z.array(z.unknown()) })

/** One page of orders, unmapped. */
interface OrdersStep {
  readonly orders: readonly WireOrder[]
  readonly warnings: readonly string[]
  readonly last: boolean
}

/** Which orders, in which order: by `UPDATED_AT` or `CREATED_AT`, from an instant on. */
interface OrderWalk {
  readonly sort: 'UPDATED_AT' | 'CREATED_AT'
  readonly from: string
  readonly until?: string
}

/** Iterates over orders, oldest first. Cursors are only valid within the iteration. */
export async function* walkOrders(shop: Shop, walk: OrderWalk): AsyncGenerator<OrdersStep> {
  let { from } = walk
  let after: string | null = null
  let depth = 0
  let cursors = watchCursors('orders')
  for (;;) {
    const page = await readPage(shop, { ...walk, from }, after)
    const parsed = parseOrders(page.nodes)
    depth += page.nodes.length
    const next = cursors.next(page.pageInfo)
    yield { ...parsed, last: next === null }
    if (next === null) return
    const reached = parsed.orders.reduce((at, order) => later(at, fieldOf(order, walk)), from)
    if (depth >= deepest && reached > from) {
      ;[from, after, depth, cursors] = [reached, null, 0, watchCursors('orders')]
    } else {
      after = next
    }
  }
}

function fieldOf(order: WireOrder, { sort }: OrderWalk): string {
  return toInstant(sort === 'UPDATED_AT' ? order.updatedAt : order.createdAt)
}

async function readPage(shop: Shop, { sort, from, until }: OrderWalk, after: string | null) {
  const field = sort === 'UPDATED_AT' ? 'updated_at' : 'created_at'
  const end = until === undefined ? '' : ` ${field}:<'${until}'`
  const query = `${field}:>='${from}'${end}`
  return await askShown(
    shop,
    async (parts) =>
      await askSized(shop, plan, async (first) => {
        const variables = { first, after, query, sort }
        const question: Query<z.infer<typeof Orders>> = {
          what: 'orders',
          document: ordersPage(parts),
          variables,
          shape: Orders,
        }
        const { orders } = await shop.ask(question)
        adaptSize(shop, plan, { question, size: first })
        return orders
      }),
  )
}

/** Orders by their global ids; deleted ones are missing. */
export async function readOrders(shop: Shop, gids: readonly string[]): Promise<Omit<OrdersStep, 'last'>> {
  const orders: WireOrder[] = []
  const warnings: string[] = []
  for (let start = 0; start < gids.length; ) {
    const read = await readSome(shop, gids.slice(start))
    start += read.count
    orders.push(...read.orders)
    warnings.push(...read.warnings)
  }
  return { orders, warnings }
}

async function readSome(shop: Shop, gids: readonly string[]) {
  return await askShown(
    shop,
    async (parts) =>
      await askSized(shop, idsPlan, async (size) => {
        const ids = gids.slice(0, size)
        const { nodes } = await shop.ask({
          what: 'orders',
          document: ordersByIds(parts),
          variables: { ids },
          shape: Nodes,
        })
        return { count: ids.length, ...parseOrders(nodes.filter((node) => node !== null)) }
      }),
  )
}

/** Validates orders one by one, so that an invalid one does not affect its page. */
function parseOrders(nodes: readonly unknown[]): Omit<OrdersStep, 'last'> {
  const orders: WireOrder[] = []
  const warnings: string[] = []
  for (const node of nodes) {
    const order = WireOrder.safeParse(node)
    if (order.success) orders.push(order.data)
    else warnings.push(unreadable(node))
  }
  return { orders, warnings }
}

/** The warning about an order that does not even have the basic shape. */
export function unreadable(node: unknown): string {
  const id = isRow(node) && typeof node.id === 'string' ? toId(node.id) : '(without id)'
  return `Order ${id} came in a form that cannot be read and was left out.`
}

/** The records of some orders, with warnings about oddities. */
export interface MappedOrders {
  readonly records: readonly OrderRecords[]
  readonly warnings: readonly string[]
}

/** Reads the agreements of orders and maps everything. */
export async function completeOrders(shop: Shop, orders: readonly WireOrder[]): Promise<MappedOrders> {
  const agreements = await readAgreements(
    shop,
    orders.map((order) => order.id),
  )
  return await mapWhole(
    shop,
    orders.map((order) => ({ order, agreements: agreements.get(order.id) ?? [] })),
  )
}

/**
 * Maps orders whose agreements were read; for orders without any, reads lines and refunds instead. What needs nothing else is
 * mapped at once: what it was read from, which is many times as much, is gone before the next one is read.
 */
export async function mapWhole(shop: Shop, whole: Iterable<WholeOrder>): Promise<MappedOrders> {
  const seenAt = shop.now()
  const known: (WholeOrder | MappedOrder)[] = []
  for (const { order, agreements } of whole) {
    const sales = agreements.length > 0 ? agreements : await readPlainSales(shop, order.id)
    // Deleted between two questions.
    if (sales === undefined) continue
    const one = { order, agreements: sales }
    known.push(hasRefunds(one) ? one : mapOrder(one, seenAt))
  }
  const restocked = await readRestocked(
    shop,
    known.filter((one) => 'order' in one),
  )
  const records: OrderRecords[] = []
  const odd: string[] = []
  for (const one of known) {
    const mapped = 'order' in one ? mapOrder(one, seenAt, restocked) : one
    records.push(...mapped.records)
    if (!mapped.fits) odd.push(mapped.name)
  }
  return { records, warnings: odd.length === 0 ? [] : [differing(odd)] }
}

function differing(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ')
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  return `The total of ${shown}${more} differs from what Shopify’s own sales records add up to. The sales records are counted.`
}
