import type { BaseMetric } from './catalogue/index.ts'
import { basesOf } from './formula.ts'
import type { Breakdown, OnePass, Period, Plan } from './plan.ts'
import type { MetricQuery } from './query.ts'
import type { ResultRow } from './result-row.ts'

/** The series of every row is summed, shown or not: beyond this many buckets, a second pass over the days is faster. */
const mostBuckets = 64

/** Decides what the breakdown's rows return in addition to their own figures. */
export function planOnePass(
  query: MetricQuery,
  { metrics, periods, facts, breakdown }: Pick<Plan, 'metrics' | 'periods' | 'facts' | 'breakdown'>,
): OnePass {
  if (!breakdown) return { totals: false, courses: [] }
  const courses = isShort(query, periods) ? leadBases(metrics, breakdown) : []
  // An ad row is in exactly one row of the breakdown, by whichever ad dimension.
  const addUp = facts.ads.length > 0 && facts.ads.every((base) => breakdown.bases.includes(base))
  const isSeriesReported = courses.length > 0 && query.seriesOf?.every((id) => id === query.metrics[0]) === true
  return { totals: addUp && (query.interval === undefined || isSeriesReported), courses }
}

function isShort({ rowSeries, interval }: MetricQuery, periods: readonly Period[]): boolean {
  if (!rowSeries || interval === undefined || interval === 'hour') return false
  return (periods[0]?.buckets.length ?? 0) <= mostBuckets
}

/** The bases of the first metric, if it consists only of sums over ads that every row has. */
function leadBases(metrics: Plan['metrics'], { bases }: Breakdown): readonly BaseMetric[] {
  const wanted = basesOf(metrics.slice(0, 1))
  const found = wanted.flatMap(({ id }) => bases.find((base) => base.id === id && base.value.dataset === 'ads') ?? [])
  return found.length === wanted.length ? found : []
}

/** The totals and the series of ads as far as the rows yield them, as if they had been queried separately. */
export function totalsOfRows(plan: Plan, rows: readonly ResultRow[]): ResultRow[] {
  const { breakdown, onePass, facts } = plan
  const whole = rows.find(({ part, total }) => part === 'breakdown' && total === 1)
  if (!breakdown || !onePass.totals || !whole) return []
  const places = breakdown.bases.map((base) => facts.ads.indexOf(base))
  return plan.periods.flatMap((_, period): ResultRow[] => {
    const figures = period === 0 ? whole.amounts : whole.before
    const known = figures.flatMap((text, index) => (places[index] === -1 ? [] : [{ text, place: places[index] ?? 0 }]))
    const own: ResultRow = { ...whole, part: 'ads', period, before: [], courses: [] }
    const total = { ...own, places: known.map(({ place }) => place), amounts: known.map(({ text }) => text) }
    const points = (period === 0 ? coursesOf(plan, whole) : []).map((point) => ({
      ...own,
      total: 0,
      position: point.position,
      places: onePass.courses.map((base) => facts.ads.indexOf(base)),
      amounts: point.amounts,
    }))
    return [total, ...points]
  })
}

/** The rows of the breakdown without their total row. */
export function rowsOfBreakdown({ onePass }: Plan, rows: readonly ResultRow[]): ResultRow[] {
  return rows.filter(({ part, total }) => part === 'breakdown' && !(onePass.totals && total === 1))
}

/** The time series of rows, as if they had been queried separately. */
export function seriesOfRows(plan: Plan, rows: readonly ResultRow[]): ResultRow[] {
  return rowsOfBreakdown(plan, rows).flatMap((row) =>
    coursesOf(plan, row).map((point): ResultRow => ({ ...row, ...point, part: 'course', places: [] })),
  )
}

/** A row's values by bucket; empty for a row without days in the period. */
function coursesOf({ periods }: Plan, { courses = [] }: ResultRow): Pick<ResultRow, 'position' | 'amounts'>[] {
  if (courses.length === 0 || courses.some(({ length }) => length === 0)) return []
  const buckets = periods[0]?.buckets ?? []
  return buckets.map((position, at) => ({ position, amounts: courses.map((texts) => texts[at] ?? '0') }))
}
