import type { Page } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { dateBounds } from './date-bounds.ts'
import { allNewestFirst } from './keyset.ts'
import { idOf, toList } from './mapping.ts'
import { countNow, numberedWalk } from './numbered.ts'
import type { MapListed, OrderOrRefund } from './order-refunds.ts'
import type { ListQuery } from './paging.ts'
import type { Store } from './store.ts'
import { earlier, isRow, shiftInstant, toInstant } from './values.ts'

const rereadSeconds = 60 * 86_400
/** The widest difference that wide bounds cause. */
const wideSeconds = 86_400
const idsPerRequest = 50
const mostRounds = 3

/** A reading of orders, and how they are mapped. */
export interface OrderReading {
  readonly orders: ListQuery
  readonly toRecords: MapListed
}

/** Changed orders of versions without `orderby=modified`: a closed window by id, read again while its total moves. */
export async function* walkOldVersion(
  store: Store,
  reading: OrderReading,
  since: InstantText,
): AsyncGenerator<Page<OrderOrRefund>> {
  const { orders, toRecords } = reading
  const { now } = await store.get('orders', { per_page: 1, _fields: 'id' })
  const { exact, after, before } = await dateBounds(store)
  const oldest = exact ? since : shiftInstant(since, -wideSeconds)
  const window = {
    orderby: 'id',
    order: 'asc',
    modified_after: after(since),
    modified_before: before(shiftInstant(now, 1)),
    dates_are_gmt: 'true',
  }
  const query = { path: orders.path, parameters: { ...orders.parameters, ...window } }
  let done = 0
  let modified = since
  for (let round = 1; round <= mostRounds; round += 1) {
    let counted: number | null = null
    for await (const stretch of numberedWalk(store, query)) {
      if (stretch.items.some((item) => !isChanged(item, oldest))) {
        // Too old to support the window: read recently created orders instead. The comparison finds the rest.
        store.learnt.hidesChanges = true
        yield* rereadRecent(store, reading, { since, now })
        return
      }
      counted ??= stretch.total
      done += stretch.items.length
      modified = latest(stretch.items, { modified, now })
      yield {
        ...(await toRecords(stretch.items)),
        checkpoint: { modified: since },
        progress: { done, total: stretch.total },
      }
    }
    if (counted === null || counted === (await countNow(store, query))) break
  }
  yield lastPage({ modified, now, done })
}

interface Moment {
  readonly since: InstantText
  readonly now: InstantText
}

async function* rereadRecent(
  store: Store,
  reading: OrderReading,
  { since, now }: Moment,
): AsyncGenerator<Page<OrderOrRefund>> {
  const query = {
    path: reading.orders.path,
    parameters: { status: 'any', _fields: 'id,date_created_gmt,date_modified_gmt' },
    after: shiftInstant(now, -rereadSeconds),
  }
  const changed: string[] = []
  let modified = since
  for await (const items of allNewestFirst(store, query, now)) {
    const fresh = items.filter((item) => isChanged(item, since))
    changed.push(...fresh.map(idOf))
    modified = latest(fresh, { modified, now })
  }
  let done = 0
  for await (const page of fetchByIds(store, reading, changed)) {
    done += page.records.length
    yield { ...page, checkpoint: { modified: since }, progress: { done, total: changed.length } }
  }
  yield lastPage({ modified, now, done })
}

/** Orders by their ids, fifty at a time. */
export async function* fetchByIds(store: Store, { orders, toRecords }: OrderReading, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const include = ids.slice(start, start + idsPerRequest).join(',')
    const response = await store.get(orders.path, { ...orders.parameters, include, per_page: idsPerRequest })
    yield await toRecords(toList(response.data, orders.path))
  }
}

function lastPage(at: { modified: InstantText; now: InstantText; done: number }): Page<OrderOrRefund> {
  return {
    records: [],
    checkpoint: { modified: at.modified },
    progress: { done: at.done, total: at.done },
    syncedThrough: at.now,
    warnings: [],
  }
}

/** When an entry last changed; null if the store does not say. */
export function modifiedOf(item: unknown): InstantText | null {
  return isRow(item) ? toInstant(item.date_modified_gmt) : null
}

function isChanged(item: unknown, since: InstantText): boolean {
  const modified = modifiedOf(item)
  return modified === null || modified > since
}

function latest(
  items: readonly unknown[],
  { modified, now }: { modified: InstantText; now: InstantText },
): InstantText {
  let last = modified
  for (const item of items) {
    const date = earlier(modifiedOf(item) ?? last, now)
    if (date > last) last = date
  }
  return last
}
