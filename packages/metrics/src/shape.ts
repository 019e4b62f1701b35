import type { DayRange } from '@tillsight/core/days'
import { type DaySpan, dayNumberAt, fromDayNumber, toDayNumber } from './calendar.ts'
import type { MetricDefinition, MetricId } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { adCoverageWarnings, coverageFor, coverageOf, coverageWarnings } from './coverage.ts'
import { encodeCursor } from './cursor.ts'
import type { Exact } from './exact.ts'
import { basesOf } from './formula.ts'
import { isHourly } from './hours-sql.ts'
import { rowsOfBreakdown, seriesOfRows, totalsOfRows } from './one-pass.ts'
import { exceedsTotal } from './overlap.ts'
import type { Breakdown, Period, Plan, PlannedPeriod } from './plan.ts'
import { cursorOwner, planQuery } from './plan-query.ts'
import type {
  MetricComparison,
  MetricQuery,
  MetricResult,
  MetricRow,
  MetricValues,
  Scope,
  SeriesPoint,
} from './query.ts'
import { adRateWarnings, hourWarnings, reachWarnings, unaskedWarnings } from './query-warnings.ts'
import type { ResultRow } from './result-row.ts'
import { withSeries } from './time-series.ts'
import { amountsOf, changesOf, type ExactValues, valuesOf, valueTexts } from './values.ts'

/** Shapes the warehouse's rows for `compile(query, scope)` into the result. */
export function shape(query: MetricQuery, scope: Scope, rows: readonly ResultRow[]): MetricResult {
  const plan = planQuery(query, scope)
  const result = shapeResult(query, { plan, scope, rows: [...rows, ...totalsOfRows(plan, rows)] })
  return plan.onePass.courses.length > 0 ? withSeries(query, scope, { result, rows: seriesOfRows(plan, rows) }) : result
}

function shapeResult(query: MetricQuery, response: Result): MetricResult {
  const { plan, scope } = response
  const [now, before] = plan.periods.map((period, index) => shapePeriod(response, { period, index }))
  if (!now) throw new Error('A plan has at least one period')
  return {
    range: now.range,
    timezone: scope.zone,
    currency: plan.conversion?.to ?? scope.currency,
    totals: now.totals,
    ...partialOf(now),
    ...(before && { compare: shapeComparison(plan, now, before) }),
    ...(now.series && { series: now.series }),
    ...(plan.breakdown && shapeBreakdown(response, plan.breakdown, query)),
    warnings: [...new Set([...unaskedWarnings(plan), ...now.warnings, ...(before?.warnings ?? [])])],
  }
}

interface Result {
  readonly plan: Plan
  readonly scope: Scope
  readonly rows: readonly ResultRow[]
}

interface ShapedPeriod {
  readonly range: DayRange
  readonly exact: ExactValues
  readonly totals: MetricValues
  readonly partialMetrics: readonly MetricId[]
  readonly series: readonly SeriesPoint[] | undefined
  readonly warnings: readonly string[]
}

function partialOf({ partialMetrics }: ShapedPeriod): Pick<MetricResult, 'partial' | 'partialMetrics'> {
  return partialMetrics.length > 0 ? { partial: true, partialMetrics } : { partial: false }
}

function shapePeriod(response: Result, { period, index }: PlannedPeriod): ShapedPeriod {
  const { plan, scope } = response
  const own = response.rows.filter((row) => row.period === index && row.part !== 'breakdown')
  const days = daySpanOf(period)
  const coverage = coverageFor(days, scope, plan.conversion)
  const totals = own.filter((row) => row.total === 1)
  const amounts = readAmounts(plan, totals)
  const exact = valuesOf(plan.metrics, { amounts, bases: byId(answeredBases(plan)), coverage })
  const isPartial = (metric: MetricDefinition) => basesOf([metric]).some((base) => coverage(base).loaded !== 'all')
  return {
    range: period.range,
    exact,
    totals: valueTexts(plan.metrics, exact),
    partialMetrics: plan.metrics.filter(isPartial).map(({ id }) => id),
    series: plan.interval && (index === 0 || plan.comparesSeries) ? shapeSeries(response, period, own) : undefined,
    warnings: periodWarnings(response, { days, amounts, own }),
  }
}

interface PeriodFacts {
  readonly days: DaySpan
  readonly amounts: ExactValues
  readonly own: readonly ResultRow[]
}

function periodWarnings({ plan, scope }: Result, { days, amounts, own }: PeriodFacts): string[] {
  const unknown = plan.facts.ads.filter(({ id }) => amounts.get(id) === null)
  const isAboutOrders = plan.bases.some(({ value }) => value.dataset === 'ledger')
  const reach = {
    isKnown: plan.facts.reach.every(({ id }) => amounts.get(id) !== null),
    accounts: Math.max(0, ...own.filter(({ part, total }) => part === 'reach' && total === 1).map(accountsOf(plan))),
  }
  return [
    ...(isAboutOrders ? coverageWarnings(days, coverageOf(days, scope, plan.conversion), plan.conversion) : []),
    ...adCoverageWarnings(days, scope, plan.bases),
    ...adRateWarnings(plan, scope, { days, unknown }),
    ...reachWarnings(plan.facts.reach, days, reach),
    ...hourWarnings(
      plan,
      own.some(({ part, amounts: counts }) => part === 'hourless' && counts.some((count) => Number(count) > 0)),
    ),
  ]
}

/** The number of accounts that reported reach, which follows the reach amounts of a row. */
function accountsOf({ facts: { reach } }: Plan): (row: ResultRow) => number {
  return ({ amounts }) => Number(amounts[reach.length] ?? 0)
}

function shapeSeries({ plan, scope }: Result, period: Period, own: readonly ResultRow[]): SeriesPoint[] {
  const byPosition = Map.groupBy(
    own.filter(({ total, part }) => total === 0 && part !== 'hourless'),
    ({ position }) => position,
  )
  const hourless = hourlessOf(plan, own)
  const bases = byId(answeredBases(plan).filter((base) => isInSeries(plan, base)))
  return period.buckets.map((bucket, place) => {
    const span = bucketSpan(plan, period, place)
    const amounts = new Map([...readAmounts(plan, byPosition.get(bucket) ?? []), ...(hourless.get(span.first) ?? [])])
    const coverage = coverageFor(span, scope, plan.conversion)
    const values = valuesOf(plan.seriesMetrics, { amounts, bases, coverage })
    const at = plan.interval === 'hour' ? instantText(bucket) : fromDayNumber(bucket)
    return { at, values: valueTexts(plan.seriesMetrics, values) }
  })
}

function isInSeries(plan: Plan, base: BaseMetric): boolean {
  return plan.interval !== 'hour' || base.value.dataset === 'ledger' || isHourly(base, plan)
}

/** By day: the ad metrics without hourly data for that day. */
function hourlessOf(plan: Plan, own: readonly ResultRow[]): ReadonlyMap<number, readonly [MetricId, null][]> {
  const bases = plan.facts.ads.filter((base) => isHourly(base, plan))
  return new Map(
    own
      .filter(({ part }) => part === 'hourless')
      .map(({ position, amounts }) => [
        position,
        bases.filter((_, index) => Number(amounts[index]) > 0).map(({ id }): [MetricId, null] => [id, null]),
      ]),
  )
}

function answeredBases({ daily, facts }: Plan): readonly BaseMetric[] {
  return [...daily, ...facts.ledger, ...facts.ads, ...facts.reach]
}

function byId(bases: readonly BaseMetric[]): ReadonlyMap<MetricId, BaseMetric> {
  return new Map(bases.map((base) => [base.id, base]))
}

function readAmounts(plan: Plan, rows: readonly ResultRow[]): Map<MetricId, Exact | null> {
  return new Map(rows.flatMap((row) => amountsOf(basesOfPart(plan, row.part), row)))
}

function basesOfPart(plan: Plan, part: ResultRow['part']): readonly BaseMetric[] {
  switch (part) {
    case 'daily':
      return plan.daily
    case 'facts':
      return plan.facts.ledger
    case 'ads':
      return plan.facts.ads
    case 'reach':
      return plan.facts.reach
    case 'hours':
      return plan.facts.ads.filter((base) => isHourly(base, plan))
    case 'hourless':
    case 'breakdown':
    case 'course':
      return []
  }
}

function daySpanOf({ range }: Pick<Period, 'range'>): DaySpan {
  return { first: toDayNumber(range.from), last: toDayNumber(range.to) }
}

function bucketSpan(plan: Plan, period: Period, place: number): DaySpan {
  const start = period.buckets[place] ?? 0
  if (plan.interval === 'hour') {
    const day = dayNumberAt(start, period.span)
    return { first: day, last: day }
  }
  const next = period.buckets[place + 1]
  return { first: start, last: next === undefined ? daySpanOf(period).last : next - 1 }
}

function instantText(second: number): string {
  return new Date(second * 1000).toISOString().replace('.000Z', 'Z')
}

function shapeComparison(plan: Plan, now: ShapedPeriod, before: ShapedPeriod): MetricComparison {
  // Compared with a partial period, any change would look like growth.
  const comparable = new Map([...before.exact].filter(([id]) => !before.partialMetrics.includes(id)))
  return {
    range: before.range,
    totals: before.totals,
    ...partialOf(before),
    changes: changesOf(plan.metrics, now.exact, comparable),
    ...(before.series && { series: before.series }),
  }
}

function shapeBreakdown(
  { plan, scope, rows }: Result,
  breakdown: Breakdown,
  query: MetricQuery,
): Pick<MetricResult, 'rows' | 'overlapping' | 'cursor'> {
  const found = rowsOfBreakdown(plan, rows).toSorted((a, b) => a.position - b.position)
  const coverages = plan.periods.map((period) => coverageFor(daySpanOf(period), scope, plan.conversion))
  const bases = byId(breakdown.bases)
  const values = (texts: readonly string[], index: number): MetricValues => {
    const coverage = coverages[index] ?? (() => ({ loaded: 'none', unrated: [] }) as const)
    const amounts = new Map(amountsOf(breakdown.bases, { places: [], amounts: texts }))
    return valueTexts(plan.metrics, valuesOf(plan.metrics, { amounts, bases, coverage }))
  }
  const named = breakdown.dimensions.some(isNamed)
  const page = found.slice(0, breakdown.limit).map((row): MetricRow => {
    const by = (texts: readonly string[]): Record<string, string> =>
      Object.fromEntries(breakdown.dimensions.map(({ id }, index) => [id, texts[index] ?? '']))
    return {
      dimensions: by(row.keys),
      ...(named && { names: by(row.names) }),
      values: values(row.amounts, 0),
      ...(plan.periods.length > 1 && { before: values(row.before, 1) }),
    }
  })
  const overlapping = plan.metrics.filter((metric) => exceedsTotal(metric, breakdown.dimensions)).map(({ id }) => id)
  if (found.length <= breakdown.limit) return { rows: page, overlapping }
  return { rows: page, overlapping, cursor: encodeCursor(cursorOwner(query), [breakdown.offset + breakdown.limit]) }
}

function isNamed({ name, place, id }: Breakdown['dimensions'][number]): boolean {
  return name !== undefined || place !== undefined || id === 'channel'
}
