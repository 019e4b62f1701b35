import { z } from 'zod'
import type { CompareWindow, ConnectorContext, Page } from '../contract.ts'
import type { PlatformRecord } from '../records.ts'
import { changedSince } from './changed-orders.ts'
import { watchCursors } from './cursors.ts'
import { orderIds } from './documents/orders.ts'
import { completeOrders, readOrders } from './order-pages.ts'
import type { OrderRecords } from './order-record.ts'
import { countOrders, createdWithin, middleOf, type Stretch } from './order-runs.ts'
import { openShop, type Shop } from './shop.ts'
import { askSized, type SizePlan } from './sizes.ts'
import { later, shiftInstant, toGid, toId } from './values.ts'

const againSeconds = 3 * 86_400
/** Imported orders are dated long before they were created, and Shopify lists by creation. */
const marginSeconds = 86_400
const idsPlan: SizePlan = { name: 'order ids', first: 250, most: 250 }
const ordersPerPage = 100
/** Shopify pages no deeper than 25,000. */
const longestList = 20_000
/** Nobody has more; if a till does, the nightly comparison reads the rest. */
const mostOfCustomer = 500

const Ids = z.object({
  orders: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(z.object({ id: z.string() })),
  }),
})

/** Nightly: the last three days again, orders that we hold and the shop has not, and the other way round. */
export async function* compareOrders(ctx: ConnectorContext, window: CompareWindow): AsyncGenerator<Page> {
  const shop = openShop(ctx)
  const now = shop.now()
  const since = shiftInstant(window.since, 0)
  for await (const records of changedSince(shop, later(shiftInstant(now, -againSeconds), since))) {
    yield inCompare(shop, records)
  }
  if (window.held === undefined) return
  const held = new Set((await window.held('order')).map(({ id }) => id))
  const range = { from: shiftInstant(since, -marginSeconds), to: shiftInstant(now, 3_600) }
  const existing = await collectIds(shop, range)
  const suspicious = [...held].filter((id) => !existing.has(id))
  yield* readAll(shop, suspicious)
  const unknown = [...existing].filter((id) => !held.has(id))
  yield* readAll(shop, unknown)
}

/** Ids of the orders created within a range; a part is read anew when its count says that some are missing. */
async function collectIds(shop: Shop, range: Stretch): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const { part, count } of slice(shop, range)) {
    for (let tries = 0; tries < 2; tries += 1) {
      const before = ids.size
      for await (const id of listIds(shop, part)) ids.add(toId(id))
      if (ids.size - before >= count) break
    }
  }
  return ids
}

/** Parts of a range that are not too long for one list. */
async function* slice(shop: Shop, range: Stretch): AsyncGenerator<{ part: Stretch; count: number }> {
  const count = await countOrders(shop, range)
  const middle = count > longestList ? middleOf(range) : undefined
  if (middle === undefined) {
    yield { part: range, count }
    return
  }
  yield* slice(shop, { from: range.from, to: middle })
  yield* slice(shop, { from: middle, to: range.to })
}

function listIds(shop: Shop, range: Stretch): AsyncGenerator<string> {
  return listFound(shop, createdWithin(range))
}

async function* listFound(shop: Shop, query: string): AsyncGenerator<string> {
  const cursors = watchCursors('orders')
  let after: string | null = null
  do {
    const orders: z.infer<typeof Ids>['orders'] = await askForIds(shop, query, after)
    for (const { id } of orders.nodes) yield id
    after = cursors.next(orders.pageInfo)
  } while (after !== null)
}

async function askForIds(shop: Shop, query: string, after: string | null): Promise<z.infer<typeof Ids>['orders']> {
  return await askSized(shop, idsPlan, async (first) => {
    const variables = { first, after, query }
    return (await shop.ask({ what: 'orders', document: orderIds, variables, shape: Ids })).orders
  })
}

/** Orders as they are now; what is not found is gone. */
async function* readAll(shop: Shop, ids: readonly string[]): AsyncGenerator<Page> {
  for (let start = 0; start < ids.length; start += ordersPerPage) {
    yield inCompare(shop, await fetchOrders(shop, ids.slice(start, start + ordersPerPage)))
  }
}

/** The latest orders of a customer as they are now. */
export async function fetchOrdersOf(shop: Shop, customerId: string): Promise<readonly PlatformRecord[]> {
  const records: PlatformRecord[] = []
  let ids: string[] = []
  for await (const id of listFound(shop, `customer_id:${customerId}`)) ids.push(toId(id))
  ids = ids.slice(-mostOfCustomer)
  for (let start = 0; start < ids.length; start += ordersPerPage) {
    records.push(...(await fetchOrders(shop, ids.slice(start, start + ordersPerPage))))
  }
  return records
}

/** Some orders by their ids as they are now, with everything that belongs to them, or their deletion. */
export async function fetchOrders(shop: Shop, ids: readonly string[]): Promise<readonly PlatformRecord[]> {
  const gids = ids.map((id) => toGid('Order', id))
  const { orders, warnings } = await readOrders(shop, gids)
  for (const warning of warnings) shop.warn(warning)
  const mapped = await completeOrders(shop, orders)
  for (const warning of mapped.warnings) shop.warn(warning)
  const found = new Set(orders.map(({ id }) => toId(id)))
  // One that came in a form that cannot be read is not gone.
  const missing = warnings.length > 0 ? [] : ids.filter((id) => !found.has(id))
  const seenAt = shop.now()
  return [...mapped.records, ...missing.map((id) => ({ type: 'deletion', of: 'order', id, seenAt }) as const)]
}

/** Pages of a comparison carry no position: it starts over each night. */
function inCompare(shop: Shop, records: readonly (OrderRecords | PlatformRecord)[]): Page {
  return {
    records,
    checkpoint: {},
    progress: { done: records.length, total: null },
    warnings: shop.warnings(),
  }
}
