import type { CompareWindow, ConnectorContext, HeldRecord, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { InstantText, RefundRecord, RefundSetRecord } from '../records.ts'
import { backfillByCreation } from './backfill.ts'
import { allNewestFirst } from './keyset.ts'
import { idOf, type MappedPage, mapEach, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { inCompare } from './orders-compare.ts'
import type { ListQuery } from './paging.ts'
import { needsParent, refundFields, toRefundRecord } from './refund-record.ts'
import { openStore, type Store } from './store.ts'
import {
  absoluteDecimal,
  isRow,
  Notes,
  shiftInstant,
  toDecimal,
  toGmtParameter,
  toInstant,
  toOptionalId,
} from './values.ts'
import { WireRefund } from './wire.ts'

const overlapSeconds = 3 * 86_400
const rereadSeconds = 60 * 86_400

const refundQuery: ListQuery = { path: 'refunds', parameters: { dp: 6, _fields: refundFields } }

/** Orders that say whether they have refunds, for versions before 9.0, which cannot list refunds. */
const refundedOrderQuery: ListQuery = {
  path: 'orders',
  parameters: { status: 'any', _fields: 'id,status,date_created_gmt,refunds' },
}

export const refundsStream: Stream<RefundRecord | RefundSetRecord> = {
  id: 'refunds',
  label: 'Refunds',
  settlesAfterDays: 60,
  everyMinutes: { withWebhooks: 10, without: 5 },
  async *backfill(ctx, from) {
    const store = await openStore(ctx)
    if (await hasRefundsRoute(store)) {
      yield* backfillByCreation(store, refundQuery, { from, toRecords: (items) => toRecords(store, items) })
      return
    }
    yield* backfillByCreation(store, refundedOrderQuery, {
      from,
      toRecords: async (items) => await fetchAll(store, items.filter(hasRefunds).map(idOf)),
    })
  },
  async *increment(ctx, from) {
    const store = await openStore(ctx)
    const since = shiftInstant(typeof from?.synced === 'string' ? from.synced : ctx.since, -overlapSeconds)
    if (await hasRefundsRoute(store)) yield* listSince(store, since)
    else yield* reread(store, Number(from?.highest ?? 0))
  },
  compare: compareRefunds,
}

/** Whether the store lists all refunds at once, as it does from version 9.0. */
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

async function* listSince(store: Store, since: InstantText): AsyncGenerator<Page<RefundRecord>> {
  const synced = store.now()
  const query = { ...refundQuery, parameters: { ...refundQuery.parameters, after: toGmtParameter(since) } }
  let done = 0
  for await (const items of allNewestFirst(store, query, synced)) {
    done += items.length
    // Newest first: until the last page is through, the next increment has to begin where this one did.
    const checkpoint = { synced: shiftInstant(since, overlapSeconds) }
    yield { ...(await toRecords(store, items)), checkpoint, progress: { done, total: null } }
  }
  yield { records: [], checkpoint: { synced }, progress: { done, total: done }, syncedThrough: synced, warnings: [] }
}

/** Without the route: the orders of the last 60 days name their refunds; those of unknown ids are fetched. */
async function* reread(store: Store, highest: number): AsyncGenerator<Page<RefundRecord | RefundSetRecord>> {
  const now = store.now()
  const after = toGmtParameter(shiftInstant(now, -rereadSeconds))
  const query = { ...refundedOrderQuery, parameters: { ...refundedOrderQuery.parameters, after } }
  let done = 0
  let reached = highest
  for await (const items of allNewestFirst(store, query, now)) {
    const newer = items.filter((item) => Math.max(0, ...refundIds(item)) > highest)
    for (const item of newer) reached = Math.max(reached, ...refundIds(item))
    done += items.length
    yield { ...(await fetchAll(store, newer.map(idOf))), checkpoint: { highest }, progress: { done, total: null } }
  }
  const checkpoint = { highest: reached, synced: now }
  yield { records: [], checkpoint, progress: { done, total: done }, syncedThrough: now, warnings: [] }
}

/** Deleted refunds leave no trace but their absence: orders whose refunds differ from ours are asked for all of them. */
async function* compareRefunds(ctx: ConnectorContext, window: CompareWindow): AsyncGenerator<Page> {
  if (window.held === undefined) return
  const store = await openStore(ctx)
  const held = await window.held('refund')
  // Without a list of refunds there is nothing to compare with: every order that has one is asked.
  const differing = (await hasRefundsRoute(store))
    ? await findDiffering(store, window.since, held)
    : new Set(held.flatMap(({ orderId }) => orderId ?? []))
  for (const orderId of differing) yield inCompare(await fetchAll(store, [orderId]))
}

async function findDiffering(store: Store, since: InstantText, held: readonly HeldRecord[]): Promise<Set<string>> {
  const differing = new Set<string>()
  const existing = new Set<string>()
  const known = new Set(held.map(({ id }) => id))
  const after = toGmtParameter(shiftInstant(since, -86_400))
  const query = { path: 'refunds', parameters: { _fields: 'id,parent_id,date_created_gmt', after } }
  for await (const items of allNewestFirst(store, query, store.now())) {
    for (const item of items) {
      existing.add(idOf(item))
      const orderId = isRow(item) ? toOptionalId(item.parent_id) : null
      if (!known.has(idOf(item)) && orderId !== null && isInWindow(item, since)) differing.add(orderId)
    }
  }
  for (const { id, orderId } of held) if (!existing.has(id) && orderId !== undefined) differing.add(orderId)
  return differing
}

function isInWindow(item: unknown, since: InstantText): boolean {
  const at = isRow(item) ? toInstant(item.date_created_gmt) : null
  return at === null || at >= shiftInstant(since, 0)
}

async function toRecords(store: Store, items: readonly unknown[]): Promise<MappedPage<RefundRecord>> {
  const { records, warnings } = mapEach(items, (item) => {
    const refund = WireRefund.safeParse(item)
    const orderId = refund.success ? toOptionalId(refund.data.parent_id) : null
    return refund.success && orderId !== null ? toRefundRecord(refund.data, orderId) : unreadable('Refund', item)
  })
  return { records: await withAmounts(store, records), warnings }
}

/** All refunds of some orders, each with the set that says which ones exist; an order that is gone has none to tell. */
async function fetchAll(
  store: Store,
  orderIds: readonly string[],
): Promise<MappedPage<RefundRecord | RefundSetRecord>> {
  const records: (RefundRecord | RefundSetRecord)[] = []
  const warnings: string[] = []
  for (const orderId of orderIds) {
    try {
      const page = await fetchRefunds(store, orderId)
      records.push(...page.records)
      warnings.push(...page.warnings)
    } catch (error) {
      if (!isConnectorError(error) || error.failure.kind !== 'not_found') throw error
    }
  }
  return { records, warnings }
}

/** All refunds of one order right now, and their set. Throws `not_found` when the order is gone. */
export async function fetchRefunds(store: Store, orderId: string): Promise<MappedPage<RefundRecord | RefundSetRecord>> {
  // Two seconds of grace: a refund made while the list is read must not look deleted.
  const seenAt = shiftInstant(store.now(), -2)
  const items: unknown[] = []
  const path = `orders/${encodeURIComponent(orderId)}/refunds`
  for await (const stretch of numberedWalk(store, { path, parameters: { dp: 6, _fields: refundFields } })) {
    items.push(...stretch.items)
  }
  const page = mapEach(items, (item) => {
    const refund = WireRefund.safeParse(item)
    return refund.success ? toRefundRecord(refund.data, orderId) : unreadable('Refund', item)
  })
  const records = await withAmounts(store, page.records)
  const set: RefundSetRecord = {
    type: 'refund_set',
    orderId,
    refundIds: [...new Set(items.map(idOf))],
    seenAt,
  }
  return { records: [...records, set], warnings: page.warnings }
}

/** A known fault lists refunds as 0.00: where no lines say the amount either, the order's own list does. */
async function withAmounts(store: Store, refunds: readonly RefundRecord[]): Promise<RefundRecord[]> {
  const complete: RefundRecord[] = []
  for (const refund of refunds) {
    if (!needsParent(refund)) complete.push(refund)
    else complete.push({ ...refund, amount: await amountByParent(store, refund) })
  }
  return complete
}

async function amountByParent(store: Store, refund: RefundRecord): Promise<string> {
  try {
    const { data } = await store.get(`orders/${encodeURIComponent(refund.orderId)}`, { dp: 6, _fields: 'id,refunds' })
    const listed = isRow(data) && Array.isArray(data.refunds) ? data.refunds : []
    const own = listed.find((entry) => idOf(entry) === refund.id)
    return isRow(own) ? absoluteDecimal(toDecimal(own.total, new Notes())) : refund.amount
  } catch (error) {
    if (isConnectorError(error) && error.failure.kind === 'not_found') return refund.amount
    throw error
  }
}

function refundIds(order: unknown): number[] {
  if (!isRow(order) || !Array.isArray(order.refunds)) return []
  return order.refunds.map((refund) => Number(idOf(refund))).filter(Number.isFinite)
}

/** Whether an order as listed names refunds. Old versions leave the list empty, but a refunded order always has one. */
export function hasRefunds(order: unknown): boolean {
  return refundIds(order).length > 0 || (isRow(order) && order.status === 'refunded')
}
