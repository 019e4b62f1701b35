import type { Checkpoint, CompareWindow, ConnectorContext, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { HeldRecord } from '../held-orders.ts'
import type { InstantText, RefundRecord, RefundSetRecord } from '../records.ts'
import { backfillByCreation } from './backfill.ts'
import { orderQuery } from './changed-orders.ts'
import { allNewestFirst } from './keyset.ts'
import { idOf, type MappedPage, mapEach, mapOrdersOf, toList, unreadable } from './mapping.ts'
import {
  fetchAll,
  hasRefunds,
  namedRefunds,
  type OrderOrRefund,
  refundFields,
  toRefundRecord,
  withAmounts,
} from './order-refunds.ts'
import { inCompare } from './orders-compare.ts'
import type { ListQuery } from './paging.ts'
import { openStore, type Store } from './store.ts'
import { isDated, isRow, shiftInstant, toInstant, toOptionalId, toText } from './values.ts'
import { WireRefund } from './wire.ts'

const overlapSeconds = 3 * 86_400
const rereadSeconds = 60 * 86_400
const idsPerQuery = 100

const refundQuery: ListQuery = { path: 'refunds', parameters: { dp: 6, _fields: refundFields } }

/** Orders with the field that shows their refunds, for versions before 9.0, which cannot list refunds. */
const refundedOrderQuery: ListQuery = {
  path: 'orders',
  parameters: { status: 'any', _fields: 'id,status,date_created_gmt,date_modified_gmt,refunds' },
}

export const refundsStream: Stream<OrderOrRefund> = {
  id: 'refunds',
  label: 'Refunds',
  // 2: whether money went back through the payment method.
  generation: 2,
  settlesAfterDays: 60,
  everyMinutes: { withWebhooks: 10, without: 5 },
  keepsUpWith: 'orders',
  async *backfill(ctx, from) {
    const store = await openStore(ctx)
    if (await hasRefundsRoute(store)) {
      yield* backfillByCreation(store, refundQuery, { from, toRecords: (items) => toRecords(store, items) })
      return
    }
    const hasSome = (await hidesRefunds(store)) ? mayBePaid : hasRefunds
    yield* backfillByCreation(store, refundedOrderQuery, {
      from,
      toRecords: async (items) => await fetchAll(store, items.filter(hasSome).map(idOf)),
    })
  },
  async *increment(ctx, from) {
    const store = await openStore(ctx)
    const since = shiftInstant(typeof from?.synced === 'string' ? from.synced : ctx.since, -overlapSeconds)
    const pages = (await hasRefundsRoute(store)) ? listSince(store, since) : reread(store, from)
    for await (const page of pages) yield await withTheirOrders(store, page, ctx.heldRefunds)
  },
  compare: compareRefunds,
}

/** Whether the store can list all refunds, which it does from version 9.0 on. */
export async function hasRefundsRoute(store: Store): Promise<boolean> {
  if (store.learnt.refundsRoute === undefined) {
    try {
      await store.get('refunds', { per_page: 1, _fields: 'id' })
      store.learnt.refundsRoute = true
    } catch (error) {
      if (!isConnectorError(error) || error.failure.platformCode !== 'rest_no_route') throw error
      store.learnt.refundsRoute = false
    }
  }
  return store.learnt.refundsRoute
}

/**
 * Adds the orders of refunds that are not stored yet. An order notes which pieces came back into stock, and not every version
 * moves its date of change with a partial refund.
 */
async function withTheirOrders(
  store: Store,
  page: Page<RefundRecord | RefundSetRecord>,
  heldRefunds: ConnectorContext['heldRefunds'],
): Promise<Page<OrderOrRefund>> {
  const refunds = page.records.filter((record) => record.type === 'refund')
  if (heldRefunds === undefined || refunds.length === 0) return page
  const held = await heldRefunds([...new Set(refunds.map(({ orderId }) => orderId))])
  const fresh = refunds.filter(({ id, orderId }) => held.get(orderId)?.includes(id) !== true)
  const ids = [...new Set(fresh.map(({ orderId }) => orderId))]
  const records: OrderOrRefund[] = [...page.records]
  const warnings = [...page.warnings]
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const orders = await ordersOf(store, ids.slice(start, start + idsPerQuery))
    records.unshift(...orders.records)
    warnings.push(...orders.warnings)
  }
  return { ...page, records, warnings }
}

async function ordersOf(store: Store, ids: readonly string[]): Promise<MappedPage<OrderOrRefund>> {
  try {
    const { data } = await store.get('orders', {
      ...orderQuery.parameters,
      include: ids.join(','),
      per_page: ids.length,
    })
    return await mapOrdersOf(store, toList(data, 'orders'))
  } catch (error) {
    // An order that makes the shop fail must not hold up refunds; its own stream names it.
    if (!isConnectorError(error) || !['transient', 'too_big'].includes(error.failure.kind)) throw error
    return { records: [], warnings: [] }
  }
}

async function* listSince(store: Store, since: InstantText): AsyncGenerator<Page<RefundRecord>> {
  const synced = store.now()
  const query = { ...refundQuery, after: since }
  let done = 0
  for await (const items of allNewestFirst(store, query, synced)) {
    done += items.length
    // Newest first: until the last page is through, the next increment has to begin where this one did.
    const checkpoint = { synced: shiftInstant(since, overlapSeconds) }
    yield { ...(await toRecords(store, items)), checkpoint, progress: { done, total: null } }
  }
  yield { records: [], checkpoint: { synced }, progress: { done, total: done }, syncedThrough: synced, warnings: [] }
}

/**
 * Without the route: the orders of the last 60 days list their refunds; those with unknown ids are fetched. If lists leave
 * them out, orders changed since are queried individually, and the nightly comparison covers the rest.
 */
async function* reread(store: Store, from: Checkpoint | null): AsyncGenerator<Page<RefundRecord | RefundSetRecord>> {
  const now = store.now()
  const highest = Number(from?.highest ?? 0)
  const changedSince = typeof from?.synced === 'string' ? shiftInstant(from.synced, -overlapSeconds) : null
  const hides = await hidesRefunds(store)
  const query = { ...refundedOrderQuery, after: shiftInstant(now, -rereadSeconds) }
  let done = 0
  let reached = highest
  for await (const items of allNewestFirst(store, query, now)) {
    const newer = items.filter((item) => {
      if (highestRefund(item) > highest) return true
      return hides && mayBePaid(item) && (changedSince === null || isChangedSince(item, changedSince))
    })
    for (const item of newer) reached = Math.max(reached, highestRefund(item))
    done += items.length
    const checkpoint = { ...from, highest }
    yield { ...(await fetchAll(store, newer.map(idOf))), checkpoint, progress: { done, total: null } }
  }
  const checkpoint = { highest: reached, synced: now }
  yield { records: [], checkpoint, progress: { done, total: done }, syncedThrough: now, warnings: [] }
}

/**
 * Whether lists of orders leave out refunds, as far as can be determined: an order with status “refunded” certainly has one.
 */
async function hidesRefunds(store: Store): Promise<boolean> {
  if (store.learnt.hidesRefunds === undefined) {
    const { data } = await store.get('orders', { status: 'refunded', per_page: 1, _fields: 'id,refunds' })
    const [refunded]: unknown[] = Array.isArray(data) ? data : []
    store.learnt.hidesRefunds = refunded !== undefined && namedRefunds(refunded).length === 0
  }
  return store.learnt.hidesRefunds
}

function highestRefund(order: unknown): number {
  return Math.max(0, ...namedRefunds(order).map(Number).filter(Number.isFinite))
}

const neverPaid = new Set(['pending', 'failed', 'checkout-draft', 'auto-draft', 'trash'])

/** Whether money may have been taken, so that a refund is possible. */
function mayBePaid(order: unknown): boolean {
  return isRow(order) && !neverPaid.has(toText(order.status))
}

function isChangedSince(order: unknown, since: InstantText): boolean {
  const modified = isRow(order) ? toInstant(order.date_modified_gmt) : null
  return modified === null || modified >= since
}

/**
 * Deleted refunds are only noticed by their absence, however old they are: for orders whose refunds differ from ours, all are
 * queried.
 */
async function* compareRefunds(ctx: ConnectorContext, window: CompareWindow): AsyncGenerator<Page> {
  if (window.held === undefined) return
  const store = await openStore(ctx)
  const older = await window.olderRefunds?.()
  const held = [...(await window.held('refund')), ...(older ?? [])]
  const differing = (await hasRefundsRoute(store))
    ? await findDiffering(store, older === undefined ? window.since : null, held)
    : await findDifferingOrders(store, window.since, held)
  for (const orderId of differing) yield inCompare(await fetchAll(store, [orderId]))
}

/** By the list of all refunds since an instant, or ever. */
async function findDiffering(
  store: Store,
  since: InstantText | null,
  held: readonly HeldRecord[],
): Promise<Set<string>> {
  const differing = new Set<string>()
  const existing = new Set<string>()
  const known = new Set(held.map(({ id }) => id))
  const bare = { path: 'refunds', parameters: { _fields: 'id,parent_id,date_created_gmt' } }
  const query = since === null ? bare : { ...bare, after: shiftInstant(since, -86_400) }
  for await (const items of allNewestFirst(store, query, store.now())) {
    for (const item of items) {
      // Neither stored nor missing.
      if (!isDated(item)) continue
      existing.add(idOf(item))
      const orderId = isRow(item) ? toOptionalId(item.parent_id) : null
      if (!known.has(idOf(item)) && orderId !== null && isInWindow(item, since)) differing.add(orderId)
    }
  }
  for (const { id, orderId } of held) if (!existing.has(id) && orderId !== undefined) differing.add(orderId)
  return differing
}

/** Stored by a version that dated refunds without a date to the oldest possible day. */
function isUndated({ at }: HeldRecord): boolean {
  return at !== undefined && at < '1990'
}

function isInWindow(item: unknown, since: InstantText | null): boolean {
  const at = isRow(item) ? toInstant(item.date_created_gmt) : null
  return at === null || since === null || at >= shiftInstant(since, 0)
}

/** Without that list: uses the refunds that orders list. If lists leave them out, each order that may have one is queried. */
async function findDifferingOrders(
  store: Store,
  since: InstantText,
  held: readonly HeldRecord[],
): Promise<Set<string>> {
  const differing = new Set<string>()
  const refundsOf = Map.groupBy(held, ({ orderId }) => orderId ?? '')
  const known = [...refundsOf.keys()].filter((id) => id !== '')
  for (let start = 0; start < known.length; start += idsPerQuery) {
    const ids = known.slice(start, start + idsPerQuery)
    const include = { include: ids.join(','), per_page: idsPerQuery }
    const { data } = await store.get('orders', { ...refundedOrderQuery.parameters, ...include })
    const listed = new Map(toList(data, 'orders').map((item) => [idOf(item), namedRefunds(item)]))
    for (const id of ids) {
      const named = listed.get(id) ?? []
      const isGone = (refund: HeldRecord) => !named.includes(refund.id) || isUndated(refund)
      if (refundsOf.get(id)?.some(isGone)) differing.add(id)
    }
  }
  if (!(await hidesRefunds(store))) return differing
  const query = { ...refundedOrderQuery, after: shiftInstant(since, -86_400) }
  for await (const items of allNewestFirst(store, query, store.now())) {
    for (const item of items) if (mayBePaid(item)) differing.add(idOf(item))
  }
  return differing
}

async function toRecords(store: Store, items: readonly unknown[]): Promise<MappedPage<RefundRecord>> {
  const { records, warnings } = mapEach(items, (item) => {
    const refund = WireRefund.safeParse(item)
    const orderId = refund.success ? toOptionalId(refund.data.parent_id) : null
    return refund.success && orderId !== null ? toRefundRecord(refund.data, orderId) : unreadable('Refund', item)
  })
  return { records: await withAmounts(store, records), warnings }
}
