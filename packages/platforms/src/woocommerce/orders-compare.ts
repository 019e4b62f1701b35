import type { CompareWindow, ConnectorContext, Page } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { HeldRecord, OlderOrders } from '../held-orders.ts'
import { isNews, olderStretches } from '../held-orders.ts'
import type { DeletionRecord, InstantText, OrderRecord, PlatformRecord } from '../records.ts'
import { changedSince, orderQuery } from './changed-orders.ts'
import { dateBounds } from './date-bounds.ts'
import { allNewestFirst, type DatedQuery } from './keyset.ts'
import { idOf, mapOrdersOf, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { fetchByIds, modifiedOf, type OrderReading } from './old-orders.ts'
import { orderFields } from './order-record.ts'
import { withCheckedRefunds } from './order-refunds.ts'
import type { ListQuery } from './paging.ts'
import { openStore, type Store } from './store.ts'
import { isDated, isRow, shiftInstant, toInstant } from './values.ts'

const againSeconds = 3 * 86_400
/** Dates at the window's edge may be read one way here and another way there. */
const marginSeconds = 86_400

/** Nightly: re-reads the last three days and the trash, and every stored id that the store no longer lists. */
export async function* compareOrders(ctx: ConnectorContext, window: CompareWindow): AsyncGenerator<Page> {
  const store = await openStore(ctx)
  const { now } = await store.get('orders', { per_page: 1, _fields: 'id' })
  const since = shiftInstant(window.since, 0)
  const recent = shiftInstant(now, -againSeconds)
  for await (const page of changedSince(store, recent > since ? recent : since, ctx.heldRefunds)) yield inCompare(page)

  const existing = await collectIds(store, idsQuery('any', since), now)
  const binned = await collectIds(store, idsQuery('trash', since), now)
  yield inCompare({ records: [...binned.keys()].map((id) => toDeletion(id, now)), warnings: [] })
  if (window.held === undefined) return

  const reading = { orders: orderQuery, toRecords: withCheckedRefunds(store, ctx.heldRefunds, { fetchesNew: true }) }
  const held = (await window.held('order')).filter(({ id }) => !binned.has(id))
  yield* readDifferences(store, { reading, held, existing })
  if (window.older !== undefined) yield* compareOlder(store, { older: window.older, since, reading })
}

interface Older {
  readonly older: OlderOrders
  readonly since: InstantText
  readonly reading: OrderReading
}

/**
 * What is older: a month is listed if the store's count differs, which a proxy may hide. For a store that does not report
 * changes, it is also listed when it is due.
 */
async function* compareOlder(store: Store, { older, since, reading }: Older): AsyncGenerator<Page> {
  const { exact, after, before } = await dateBounds(store)
  for (const { month, held: count, from, to } of olderStretches(await older.count(), since)) {
    const isTurn = store.learnt.hidesChanges && month !== null && older.isDue(month)
    if (!isTurn && !older.all) continue
    const bounds = { after: after(shiftInstant(from, -1)), before: before(to) }
    const query = { path: 'orders', parameters: { status: 'any', ...bounds, dates_are_gmt: 'true' } }
    if (exact && !isTurn) {
      const counted = await store.get(query.path, { ...query.parameters, _fields: 'id', per_page: 1 })
      if (counted.total === null || counted.total === count) continue
    }
    const existing = await collectWithin(store, query, { from, to })
    const held = month === null ? [] : await older.held(month)
    yield* readDifferences(store, { reading, held, existing })
  }
}

/** Orders created within a stretch, by id with their last change, in whatever clock the store compares. */
async function collectWithin(
  store: Store,
  query: ListQuery,
  { from, to }: { readonly from: InstantText; readonly to: InstantText },
): Promise<Listed> {
  const parameters = { ...query.parameters, orderby: 'id', order: 'asc', _fields: listedFields }
  const existing = new Map<string, InstantText | null>()
  for await (const stretch of numberedWalk(store, { ...query, parameters })) {
    for (const item of stretch.items) {
      const at = isRow(item) ? toInstant(item.date_created_gmt) : null
      if (at === null || (at >= from && at < to)) existing.set(idOf(item), modifiedOf(item))
    }
  }
  return existing
}

/** Order ids with the last change, if the store reports it. */
type Listed = ReadonlyMap<string, InstantText | null>

const listedFields = 'id,date_created_gmt,date_modified_gmt'

interface Differences {
  readonly reading: OrderReading
  readonly held: readonly HeldRecord[]
  readonly existing: Listed
}

/** Reads orders that are stored but not listed, and those that are listed but not stored or have changed. */
async function* readDifferences(store: Store, { reading, held, existing }: Differences): AsyncGenerator<Page> {
  for (const { id } of held) {
    if (!existing.has(id)) yield inCompare({ records: [await fetchOrder(store, id)], warnings: [] })
  }
  const known = new Map(held.map((record) => [record.id, record]))
  const news = [...existing].filter(([id, modified]) => isNews(known.get(id), modified)).map(([id]) => id)
  for await (const page of fetchByIds(store, reading, news)) yield inCompare(page)
}

function idsQuery(status: string, since: InstantText): DatedQuery {
  const after = shiftInstant(since, -marginSeconds)
  return { path: 'orders', parameters: { status, _fields: listedFields }, after }
}

async function collectIds(store: Store, query: DatedQuery, now: InstantText): Promise<Listed> {
  const ids = new Map<string, InstantText | null>()
  for await (const items of allNewestFirst(store, query, now)) {
    for (const item of items) ids.set(idOf(item), modifiedOf(item))
  }
  return ids
}

/** Pages of a comparison carry no position: it starts over each night. */
export function inCompare(page: { records: readonly PlatformRecord[]; warnings: readonly string[] }): Page {
  const { records, warnings } = page
  return { records, warnings, checkpoint: {}, progress: { done: records.length, total: null } }
}

/** The current state of one order, also from the trash, or its deletion; an order without a date is not counted. */
export async function fetchOrder(store: Store, id: string): Promise<OrderRecord | DeletionRecord> {
  try {
    const response = await store.get(`orders/${encodeURIComponent(id)}`, { dp: 6, _fields: orderFields })
    const { records, warnings } = await mapOrdersOf(store, [response.data])
    const [record] = records
    if (record !== undefined) return record
    if (!isDated(response.data)) return toDeletion(id, store.now())
    throw new ConnectorError({
      kind: 'transient',
      message: warnings[0] ?? unreadable('Order', response.data),
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
