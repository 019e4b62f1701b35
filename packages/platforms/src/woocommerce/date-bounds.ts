import type { InstantText } from '../records.ts'
import type { DateBounds } from './learnt.ts'
import type { Store } from './store.ts'
import { isRow, shiftInstant, toGmtParameter, toInstant } from './values.ts'

const exactBounds: DateBounds = { exact: true, after: toGmtParameter, before: toGmtParameter }

/** Summer time and whatever else the clock of a country has been through. */
const marginSeconds = 2 * 3_600
const halfYearSeconds = 182 * 86_400

/**
 * Bounds as this store understands them. Plug-ins that answer in the place of core ignore `dates_are_gmt` and compare with
 * the dates of the site's own zone; asked as usual such a store would leave out hours of orders.
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

/** An order whose two dates differ; in a zone that keeps UTC in winter only some do: the newest, one of half a year ago, the oldest. */
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

/** Bounds leave out their own instant, so the sample comes back only where another clock is compared. */
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
