import { z } from 'zod'
import type { CompareWindow, ConnectorContext, Page } from '../contract.ts'
import type { HeldRecord, OlderOrders } from '../held-orders.ts'
import { isNews, olderStretches } from '../held-orders.ts'
import type { InstantText, PlatformRecord } from '../records.ts'
import { watchCursors } from './catalogue-pages.ts'
import { changedSince } from './changed-orders.ts'
import { orderIds, ordersPresence } from './documents/orders.ts'
import { grantedScopes } from './documents/shop.ts'
import { completeOrders, readOrders } from './order-pages.ts'
import type { OrderRecords } from './order-record.ts'
import { countIfExact, countOrders, middleOf, placedWithin, type Stretch } from './order-runs.ts'
import { hasScope, shownDays } from './scopes.ts'
import { openShop, type Shop } from './shop.ts'
import { askSized, type SizePlan } from './sizes.ts'
import { later, shiftInstant, toGid, toId, toInstant } from './values.ts'

const installation = z.object({ accessScopes: z.array(z.object({ handle: z.string() })) })
const Granted = z.object({ currentAppInstallation: installation })
const Presence = Granted.extend({ nodes: z.array(z.object({ id: z.string().optional() }).nullable()) })
const idsPerQuery = 100

const againSeconds = 3 * 86_400
/** Orders are filtered by creation, which is slightly later than placement at most. */
const marginSeconds = 86_400
const idsPlan: SizePlan = { name: 'order ids', first: 250, most: 250 }
const ordersPerPage = 100
/** Shopify pages no deeper than 25,000. */
const longestList = 20_000
/** Online customers do not have more; if a point-of-sale customer does, the nightly comparison reads the rest. */
const mostOfCustomer = 500

const Ids = z.object({
  orders: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
    nodes: z.array(z.object({ id: z.string(), updatedAt: z.string() })),
  }),
})
type IdNode = z.infer<typeof Ids>['orders']['nodes'][number]

/**
 * Nightly: re-reads the last three days, and the orders that differ between our store and the shop's list: in the window
 * every night, and before it from time to time. An app that may not read all orders gets no orders older than sixty days,
 * which does not mean that they are deleted: nothing is compared there.
 */
export async function* compareOrders(ctx: ConnectorContext, window: CompareWindow): AsyncGenerator<Page> {
  const shop = openShop(ctx)
  const now = shop.now()
  const since = shiftInstant(window.since, 0)
  for await (const records of changedSince(shop, later(shiftInstant(now, -againSeconds), since))) {
    yield inCompare(shop, records)
  }
  if (window.held === undefined) return
  const shown = await shownSince(shop)
  const from = shown === null ? since : later(since, shiftInstant(shown, marginSeconds))
  const stretch = { from, to: shiftInstant(now, 3_600) }
  const mayDelete = shown === null ? 'where all is shown' : 'always'
  yield* compareStretch(shop, { stretch, held: await window.held('order', from), mayDelete })
  if (shown === null && window.older !== undefined) yield* compareOlder(shop, window.older, since)
}

/**
 * Compares what is older than the window. A month is listed if the shop's count differs, and when it is due: changes made
 * while the app had no access are not reported by any increment.
 */
async function* compareOlder(shop: Shop, older: OlderOrders, since: InstantText): AsyncGenerator<Page> {
  for (const { month, held: count, ...stretch } of olderStretches(await older.count(), since)) {
    const isTurn = month !== null && older.isDue(month)
    if (!isTurn && !(older.all && (await countIfExact(shop, stretch)) !== count)) continue
    const held = month === null ? [] : await older.held(month)
    yield* compareStretch(shop, { stretch, held, mayDelete: 'where all is shown' })
  }
}

interface Compared {
  readonly stretch: Stretch
  readonly held: readonly HeldRecord[]
  readonly mayDelete: MayDelete
}

/** Reads orders that are stored but not listed, and those that are listed but not stored or have changed. */
async function* compareStretch(shop: Shop, { stretch, held, mayDelete }: Compared): AsyncGenerator<Page> {
  const known = new Map(held.map((record) => [record.id, record]))
  const existing = await collectIds(shop, stretch)
  const unlisted = [...known.keys()].filter((id) => !existing.has(id))
  yield* readAll(shop, unlisted, mayDelete)
  const news = [...existing].filter(([id, updatedAt]) => isNews(known.get(id), updatedAt))
  yield* readAll(
    shop,
    news.map(([id]) => id),
    mayDelete,
  )
}

/** Orders placed within a range: id and last change; a part is read again if its count shows that some are missing. */
async function collectIds(shop: Shop, range: Stretch): Promise<Map<string, InstantText>> {
  const ids = new Map<string, InstantText>()
  for await (const { part, count } of slice(shop, range)) {
    for (let tries = 0; tries < 2; tries += 1) {
      const before = ids.size
      for await (const { id, updatedAt } of listFound(shop, placedWithin(part))) ids.set(toId(id), toInstant(updatedAt))
      if (ids.size - before >= count) break
    }
  }
  return ids
}

/** Splits a range into parts short enough for one list. */
async function* slice(shop: Shop, range: Stretch): AsyncGenerator<{ part: Stretch; count: number }> {
  const count = await countOrders(shop, range, placedWithin)
  const middle = count > longestList ? middleOf(range) : undefined
  if (middle === undefined) {
    yield { part: range, count }
    return
  }
  yield* slice(shop, { from: range.from, to: middle })
  yield* slice(shop, { from: middle, to: range.to })
}

async function* listFound(shop: Shop, query: string): AsyncGenerator<IdNode> {
  const cursors = watchCursors('orders')
  let after: string | null = null
  do {
    const orders: z.infer<typeof Ids>['orders'] = await askForIds(shop, query, after)
    yield* orders.nodes
    after = cursors.next(orders.pageInfo)
  } while (after !== null)
}

async function askForIds(shop: Shop, query: string, after: string | null): Promise<z.infer<typeof Ids>['orders']> {
  return await askSized(shop, idsPlan, async (first) => {
    const variables = { first, after, query }
    return (await shop.ask({ what: 'orders', document: orderIds, variables, shape: Ids })).orders
  })
}

async function* readAll(shop: Shop, ids: readonly string[], mayDelete: MayDelete): AsyncGenerator<Page> {
  for (let start = 0; start < ids.length; start += ordersPerPage) {
    yield inCompare(shop, await fetchOrders(shop, ids.slice(start, start + ordersPerPage), mayDelete))
  }
}

/** The current state of a customer's latest orders. */
export async function fetchOrdersOf(shop: Shop, customerId: string): Promise<readonly PlatformRecord[]> {
  const records: PlatformRecord[] = []
  let ids: string[] = []
  for await (const { id } of listFound(shop, `customer_id:${customerId}`)) ids.push(toId(id))
  ids = ids.slice(-mostOfCustomer)
  for (let start = 0; start < ids.length; start += ordersPerPage) {
    records.push(...(await fetchOrders(shop, ids.slice(start, start + ordersPerPage))))
  }
  return records
}

/** The current state of some orders by id, with all their records, or the deletion of those that are certainly gone. */
export async function fetchOrders(
  shop: Shop,
  ids: readonly string[],
  mayDelete: MayDelete = 'where all is shown',
): Promise<readonly PlatformRecord[]> {
  const gids = ids.map((id) => toGid('Order', id))
  const { orders, warnings } = await readOrders(shop, gids)
  for (const warning of warnings) shop.warn(warning)
  const mapped = await completeOrders(shop, orders)
  for (const warning of mapped.warnings) shop.warn(warning)
  const found = new Set(orders.map(({ id }) => toId(id)))
  // An order that came in an unreadable form is not gone.
  const missing = warnings.length > 0 ? [] : ids.filter((id) => !found.has(id))
  const gone = await findGone(shop, missing, mayDelete)
  const seenAt = shop.now()
  return [...mapped.records, ...gone.map((id) => ({ type: 'deletion', of: 'order', id, seenAt }) as const)]
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

/** The creation time from which on the app has access to orders; null if it has access to all. */
async function shownSince(shop: Shop): Promise<InstantText | null> {
  const granted = await shop.ask({ what: 'access scopes', document: grantedScopes, shape: Granted })
  return showsAll(granted) ? null : shiftInstant(shop.now(), -shownDays * 86_400)
}

/**
 * When an order that Shopify does not return counts as deleted: `always` if it would certainly be returned otherwise; else
 * only while the app may read all orders, because Shopify silently leaves out older ones.
 */
type MayDelete = 'always' | 'where all is shown'

/** Which of some orders are gone, queried together with the app's scopes, so that neither can change in between. */
async function findGone(shop: Shop, ids: readonly string[], mayDelete: MayDelete): Promise<string[]> {
  const gone: string[] = []
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const some = ids.slice(start, start + idsPerQuery)
    const variables = { ids: some.map((id) => toGid('Order', id)) }
    const response = await shop.ask({ what: 'orders', document: ordersPresence, variables, shape: Presence })
    if (mayDelete !== 'always' && !showsAll(response)) continue
    const present = new Set(response.nodes.map((node) => toId(node?.id ?? '')))
    gone.push(...some.filter((id) => !present.has(id)))
  }
  return gone
}

function showsAll({ currentAppInstallation }: z.infer<typeof Granted>): boolean {
  return hasScope(
    currentAppInstallation.accessScopes.map(({ handle }) => handle),
    'read_all_orders',
  )
}
