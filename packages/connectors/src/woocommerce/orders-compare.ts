import type { CompareWindow, ConnectorContext, HeldRecord, OlderOrders, Page } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { DeletionRecord, InstantText, OrderRecord, PlatformRecord } from '../records.ts'
import { changedSince, orderQuery } from './changed-orders.ts'
import { dateBounds } from './date-bounds.ts'
import { allNewestFirst, type DatedQuery } from './keyset.ts'
import { idOf, mapOrdersOf, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { fetchByIds, type OrderReading } from './old-orders.ts'
import { orderFields } from './order-record.ts'
import { withCheckedRefunds } from './order-refunds.ts'
import type { ListQuery } from './paging.ts'
import { openStore, type Store } from './store.ts'
import { isRow, shiftInstant, toInstant, toInstantText } from './values.ts'

const againSeconds = 3 * 86_400
/** Dates at the window's edge may be read one way here and another way there. */
const marginSeconds = 86_400

/** Nightly: the last three days again, the bin, and every id that we hold and the store no longer names. */
export async function* compareOrders(ctx: ConnectorContext, window: CompareWindow): AsyncGenerator<Page> {
  const store = await openStore(ctx)
  const { now } = await store.get('orders', { per_page: 1, _fields: 'id' })
  const since = shiftInstant(window.since, 0)
  const recent = shiftInstant(now, -againSeconds)
  for await (const page of changedSince(store, recent > since ? recent : since, ctx.heldRefunds)) yield inCompare(page)

  const existing = await collectIds(store, idsQuery('any', since), now)
  const binned = await collectIds(store, idsQuery('trash', since), now)
  yield inCompare({ records: [...binned].map((id) => toDeletion(id, now)), warnings: [] })
  if (window.held === undefined) return

  const held = new Set((await window.held('order')).map((record) => record.id))
  for (const id of held) {
    if (existing.has(id) || binned.has(id)) continue
    yield inCompare({ records: [await fetchOrder(store, id)], warnings: [] })
  }
  const unknown = [...existing].filter((id) => !held.has(id))
  const reading = { orders: orderQuery, toRecords: withCheckedRefunds(store, ctx.heldRefunds, { fetchesNew: true }) }
  for await (const page of fetchByIds(store, reading, unknown)) yield inCompare(page)
  if (window.older !== undefined) yield* compareMonths(store, { older: window.older, since, reading })
}

interface OlderMonths {
  readonly older: OlderOrders
  readonly since: InstantText
  readonly reading: OrderReading
}

/**
 * What is older, by counting: months of which the store has another number of orders are compared one by one. A store whose
 * proxy drops the counts cannot be compared so.
 */
async function* compareMonths(store: Store, { older, since, reading }: OlderMonths): AsyncGenerator<Page> {
  const { exact, after, before } = await dateBounds(store)
  for (const [month, held] of await older.count()) {
    const window = monthWindow(month)
    // The month that `since` lies in is looked at when it is older as a whole.
    if (window === undefined || window.end > since) continue
    const bounds = { after: after(shiftInstant(window.start, -1)), before: before(window.end) }
    const query = { path: 'orders', parameters: { status: 'any', ...bounds, dates_are_gmt: 'true' } }
    if (exact) {
      const counted = await store.get(query.path, { ...query.parameters, _fields: 'id', per_page: 1 })
      if (counted.total === null || counted.total === held) continue
    }
    yield* compareMonth(store, { query, month, held: await older.held(month), reading })
  }
}

interface OneMonth {
  readonly query: ListQuery
  readonly month: string
  readonly held: readonly HeldRecord[]
  readonly reading: OrderReading
}

async function* compareMonth(store: Store, { query, month, held, reading }: OneMonth): AsyncGenerator<Page> {
  const parameters = { ...query.parameters, orderby: 'id', order: 'asc', _fields: 'id,date_created_gmt' }
  const existing = new Set<string>()
  for await (const stretch of numberedWalk(store, { ...query, parameters })) {
    for (const item of stretch.items) {
      const at = isRow(item) ? toInstant(item.date_created_gmt) : null
      if (at === null || at.startsWith(month)) existing.add(idOf(item))
    }
  }
  const known = new Set(held.map(({ id }) => id))
  for (const id of known) {
    if (!existing.has(id)) yield inCompare({ records: [await fetchOrder(store, id)], warnings: [] })
  }
  const unknown = [...existing].filter((id) => !known.has(id))
  for await (const page of fetchByIds(store, reading, unknown)) yield inCompare(page)
}

/** A month in UTC; undefined for what is none. */
function monthWindow(month: string): { start: InstantText; end: InstantText } | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number)
  if (!/^\d{4}-\d{2}$/.test(month) || year < 1990) return undefined
  return { start: `${month}-01T00:00:00Z`, end: toInstantText(new Date(Date.UTC(year, number, 1))) }
}

function idsQuery(status: string, since: InstantText): DatedQuery {
  const after = shiftInstant(since, -marginSeconds)
  return { path: 'orders', parameters: { status, _fields: 'id,date_created_gmt' }, after }
}

async function collectIds(store: Store, query: DatedQuery, now: InstantText): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const items of allNewestFirst(store, query, now)) for (const item of items) ids.add(idOf(item))
  return ids
}

/** Pages of a comparison carry no position: it starts over each night. */
export function inCompare(page: { records: readonly PlatformRecord[]; warnings: readonly string[] }): Page {
  const { records, warnings } = page
  return { records, warnings, checkpoint: {}, progress: { done: records.length, total: null } }
}

/** One order as it is now, also from the bin, or its deletion. */
export async function fetchOrder(store: Store, id: string): Promise<OrderRecord | DeletionRecord> {
  try {
    const answer = await store.get(`orders/${encodeURIComponent(id)}`, { dp: 6, _fields: orderFields })
    const { records, warnings } = await mapOrdersOf(store, [answer.data])
    const [record] = records
    if (record !== undefined) return record
    throw new ConnectorError({
      kind: 'transient',
      message: warnings[0] ?? unreadable('Order', answer.data),
      platformCode: 'broken',
    })
  } catch (error) {
    if (isConnectorError(error) && error.failure.kind === 'not_found') return toDeletion(id, store.now())
    throw error
  }
}

function toDeletion(id: string, seenAt: InstantText): DeletionRecord {
  return { type: 'deletion', of: 'order', id, seenAt }
}
