import type { DayRange } from '@tillsight/core/days'
import { type DaySpan, dayNumberAt, fromDayNumber, toDayNumber } from './calendar.ts'
import type { MetricDefinition, MetricId } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { adCoverageWarnings, type Coverage, coverageFor, coverageOf, coverageWarnings } from './coverage.ts'
import { encodeCursor } from './cursor.ts'
import { basesOf } from './formula.ts'
import { isHourly } from './hours-sql.ts'
import { rowsOfBreakdown, seriesOfRows, totalsOfRows } from './one-pass.ts'
import { exceedsTotal } from './overlap.ts'
import type { Breakdown, Period, Plan, PlannedPeriod } from './plan.ts'
import { cursorOwner, planQuery } from './plan-query.ts'
import { type Judge, judgeOf } from './quality.ts'
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
import {
  type Amounts,
  changesOf,
  coveredBases,
  type ExactValues,
  formulasOf,
  readAmounts,
  readCourses,
  valuesOf,
  valueTexts,
} from './values.ts'

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
    ...now.quality,
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
  readonly quality: Pick<MetricResult, 'quality'>
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
  const formulas = formulasOf(plan.metrics, answeredBases(plan))
  const amounts: Amounts = formulas.bases.map(() => undefined)
  for (const row of own) if (row.total === 1) readAmounts(amounts, indexesOfPart(plan, row.part), row)
  const judge = judgeOf(plan.metrics, formulas.bases, scope)
  const exact = judge.withoutUnknown(valuesOf(formulas, amounts, coveredBases(formulas.bases, coverage)), amounts)
  const isPartial = (metric: MetricDefinition) => basesOf([metric]).some((base) => coverage(base).loaded !== 'all')
  return {
    range: period.range,
    exact,
    totals: valueTexts(plan, exact),
    partialMetrics: plan.metrics.filter(isPartial).map(({ id }) => id),
    quality: qualityOf(judge, amounts),
    series: plan.interval && (index === 0 || plan.comparesSeries) ? shapeSeries(response, period, own) : undefined,
    warnings: periodWarnings(response, {
      days,
      own,
      isUnknown: (base) => amounts[formulas.bases.indexOf(base)] === null,
    }),
  }
}

function qualityOf(judge: Judge, amounts: Amounts): Pick<MetricResult, 'quality'> {
  const quality = judge.qualityOf(amounts)
  return quality ? { quality } : {}
}

function boundsOf(judge: Judge, amounts: Amounts): Pick<MetricRow, 'bounds'> {
  const bounds = judge.boundsOf(amounts)
  return bounds ? { bounds } : {}
}

interface PeriodFacts {
  readonly days: DaySpan
  readonly own: readonly ResultRow[]
  readonly isUnknown: (base: BaseMetric) => boolean
}

function periodWarnings({ plan, scope }: Result, { days, own, isUnknown }: PeriodFacts): string[] {
  const unknown = plan.facts.ads.filter(isUnknown)
  const isAboutOrders = plan.bases.some(({ value }) => value.dataset === 'ledger')
  const reach = {
    isKnown: !plan.facts.reach.some(isUnknown),
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

function shapeSeries(response: Result, period: Period, own: readonly ResultRow[]): SeriesPoint[] {
  const { plan, scope } = response
  const bases = answeredBases(plan)
  const formulas = formulasOf(plan.seriesMetrics, bases)
  const judge = judgeOf(plan.seriesMetrics, bases, scope)
  const places = placesOf(plan, own)
  const hourless = hourlessOf(plan, own)
  const whole = coverageFor(daySpanOf(period), scope, plan.conversion)
  const isInSeries = bases.map(
    (base) => plan.interval !== 'hour' || base.value.dataset === 'ledger' || isHourly(base, plan),
  )
  const coveredBy = (coverage: typeof whole) =>
    coveredBases(bases, coverage).map((is, at) => is && isInSeries[at] === true)
  // What is loaded for the whole period is for every bucket of it.
  const always = bases.every((base) => isWhole(whole(base))) ? coveredBy(whole) : undefined
  return period.buckets.map((bucket, place) => {
    const span = bucketSpan(plan, period, place)
    const amounts = places.get(bucket) ?? []
    for (const index of hourless.get(span.first) ?? []) amounts[index] = null
    const covered = always ?? coveredBy(coverageFor(span, scope, plan.conversion))
    const at = plan.interval === 'hour' ? instantText(bucket) : fromDayNumber(bucket)
    const values = judge.withoutUnknown(valuesOf(formulas, amounts, covered), amounts)
    return { at, values: valueTexts(formulas, values), ...boundsOf(judge, amounts) }
  })
}

function isWhole({ loaded, unrated }: Coverage): boolean {
  return loaded === 'all' && unrated.length === 0
}

/** By bucket: what was read for each base. */
function placesOf(plan: Plan, own: readonly ResultRow[]): ReadonlyMap<number, Amounts> {
  const places = new Map<number, Amounts>()
  const nothing: Amounts = answeredBases(plan).map(() => undefined)
  const placeOf = (bucket: number): Amounts => {
    const amounts = places.get(bucket) ?? [...nothing]
    places.set(bucket, amounts)
    return amounts
  }
  const indexes = new Map<ResultRow['part'], readonly number[]>()
  for (const row of own) {
    const { part, position, total, buckets = [] } = row
    if (part === 'hourless') continue
    const known = indexes.get(part) ?? indexesOfPart(plan, part)
    indexes.set(part, known)
    if (total === 0) readAmounts(placeOf(position), known, row)
    else if (buckets.length > 0) readCourses(buckets.map(placeOf), known, row)
  }
  return places
}

/** By day: the ad metrics without hourly data for that day. */
function hourlessOf(plan: Plan, own: readonly ResultRow[]): ReadonlyMap<number, readonly number[]> {
  const hourly = indexesOfPart(plan, 'hours')
  return new Map(
    own
      .filter(({ part }) => part === 'hourless')
      .map(({ position, amounts }) => [position, hourly.filter((_, index) => Number(amounts[index]) > 0)]),
  )
}

function answeredBases({ daily, facts }: Plan): readonly BaseMetric[] {
  return [...daily, ...facts.ledger, ...facts.ads, ...facts.reach]
}

/** Where the bases of a part are among those that are answered. */
function indexesOfPart(plan: Plan, part: ResultRow['part']): readonly number[] {
  const bases = answeredBases(plan)
  return basesOfPart(plan, part).map((base) => bases.indexOf(base))
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
    case 'name':
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
  const comparable = before.exact.map((value, at) =>
    before.partialMetrics.includes(plan.metrics[at]?.id ?? '') ? null : value,
  )
  return {
    range: before.range,
    totals: before.totals,
    ...partialOf(before),
    ...before.quality,
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
  const formulas = formulasOf(plan.metrics, breakdown.bases)
  const indexes = breakdown.bases.map((_, index) => index)
  const covered = plan.periods.map((period) =>
    coveredBases(breakdown.bases, coverageFor(daySpanOf(period), scope, plan.conversion)),
  )
  const judge = judgeOf(plan.metrics, breakdown.bases, scope)
  const read = (texts: readonly string[]): Amounts => {
    const amounts: Amounts = []
    readAmounts(amounts, indexes, { places: [], amounts: texts })
    return amounts
  }
  const values = (amounts: Amounts, period: number): MetricValues =>
    valueTexts(plan, judge.withoutUnknown(valuesOf(formulas, amounts, covered[period] ?? []), amounts))
  const named = breakdown.dimensions.some(isNamed)
  const page = found.slice(0, breakdown.limit).map((row): MetricRow => {
    const by = (texts: readonly string[]): Record<string, string> =>
      Object.fromEntries(breakdown.dimensions.map(({ id }, index) => [id, texts[index] ?? '']))
    const amounts = read(row.amounts)
    return {
      dimensions: by(row.keys),
      ...(named && { names: by(row.names) }),
      values: values(amounts, 0),
      ...boundsOf(judge, amounts),
      ...(plan.periods.length > 1 && { before: values(read(row.before), 1) }),
    }
  })
  const overlapping = plan.metrics.filter((metric) => exceedsTotal(metric, breakdown.dimensions)).map(({ id }) => id)
  if (found.length <= breakdown.limit) return { rows: page, overlapping }
  return { rows: page, overlapping, cursor: encodeCursor(cursorOwner(query), [breakdown.offset + breakdown.limit]) }
}

function isNamed({ name, place, id }: Breakdown['dimensions'][number]): boolean {
  return name !== undefined || place !== undefined || id === 'channel'
}
