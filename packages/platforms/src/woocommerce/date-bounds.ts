import type { InstantText } from '../records.ts'
import type { DateBounds } from './learnt.ts'
import type { Store } from './store.ts'
import { isRow, shiftInstant, toGmtParameter, toInstant } from './values.ts'

const exactBounds: DateBounds = { exact: true, after: toGmtParameter, before: toGmtParameter }

/** A margin for daylight saving and other clock changes of a country. */
const marginSeconds = 2 * 3_600
const halfYearSeconds = 182 * 86_400

/**
 * How this store interprets date bounds. Plug-ins that override core's lists ignore `dates_are_gmt` and compare with dates in
 * the site's own zone; with the usual bounds, such a store would leave out hours of orders.
 */
export async function dateBounds(store: Store): Promise<DateBounds> {
  store.learnt.dateBounds ??= await learnBounds(store)
  return store.learnt.dateBounds
}

async function learnBounds(store: Store): Promise<DateBounds> {
  const sample = await findSample(store)
  if (sample === undefined || !(await ignoresFlag(store, sample))) return exactBounds
  const { offset } = sample
  return {
    exact: false,
    after: (instant) => toGmtParameter(shiftInstant(instant, offset - marginSeconds)),
    before: (instant) => toGmtParameter(shiftInstant(instant, offset + marginSeconds)),
  }
}

interface Sample {
  readonly id: unknown
  readonly at: InstantText
  /** Seconds by which the site's clock was ahead of UTC. */
  readonly offset: number
}

/**
 * An order whose local and UTC dates differ; in a zone that is on UTC in winter only some do: tries the newest, one from half
 * a year ago, and the oldest.
 */
async function findSample(store: Store): Promise<Sample | undefined> {
  const newest = await readSample(store, { order: 'desc' })
  if (newest === undefined || newest.offset !== 0) return newest
  const before = toGmtParameter(shiftInstant(newest.at, -halfYearSeconds))
  const other = await readSample(store, { order: 'desc', before })
  const sample = other !== undefined && other.offset !== 0 ? other : await readSample(store, { order: 'asc' })
  return sample?.offset === 0 ? undefined : sample
}

async function readSample(
  store: Store,
  which: { order: 'asc' | 'desc'; before?: string },
): Promise<Sample | undefined> {
  const { data } = await store.get('orders', {
    ...which,
    status: 'any',
    orderby: 'date',
    per_page: 1,
    _fields: 'id,date_created,date_created_gmt',
  })
  const [order]: unknown[] = Array.isArray(data) ? data : []
  if (!isRow(order)) return undefined
  const [at, local] = [toInstant(order.date_created_gmt), toInstant(order.date_created)]
  if (at === null || local === null) return undefined
  return { id: order.id, at, offset: (Date.parse(local) - Date.parse(at)) / 1_000 }
}

/** Bounds are exclusive, so the sample is only returned if the store compares with another clock. */
async function ignoresFlag(store: Store, { id, at, offset }: Sample): Promise<boolean> {
  const bound = offset > 0 ? { after: toGmtParameter(at) } : { before: toGmtParameter(at) }
  const { data } = await store.get('orders', {
    ...bound,
    include: String(id),
    status: 'any',
    dates_are_gmt: 'true',
    per_page: 1,
    _fields: 'id',
  })
  return Array.isArray(data) && data.length > 0
}
