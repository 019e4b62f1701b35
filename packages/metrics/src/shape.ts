import type { DayRange } from '@tillsight/core/days'
import type { AnswerRow } from './answer-row.ts'
import { type DaySpan, dayNumberAt, fromDayNumber, toDayNumber } from './calendar.ts'
import type { MetricId } from './catalogue/definition.ts'
import { coverageOf, coverageWarnings } from './coverage.ts'
import { encodeCursor } from './cursor.ts'
import type { Exact } from './exact.ts'
import { basesOf } from './formula.ts'
import { exceedsTotal } from './overlap.ts'
import { type Breakdown, cursorOwner, type Period, type Plan, type PlannedPeriod, planQuestion } from './plan.ts'
import type {
  MetricComparison,
  MetricQuery,
  MetricResult,
  MetricRow,
  MetricValues,
  Scope,
  SeriesPoint,
} from './query.ts'
import { amountsOf, changesOf, type ExactValues, valuesOf, valueTexts } from './values.ts'

/** Turns the rows that the warehouse answered to `compile(query, scope)` into the result. */
export function shape(query: MetricQuery, scope: Scope, rows: readonly AnswerRow[]): MetricResult {
  const answer = { plan: planQuestion(query, scope), scope, rows }
  const { plan } = answer
  const [now, before] = plan.periods.map((period, index) => shapePeriod(answer, { period, index }))
  if (!now) throw new Error('A plan has at least one period')
  return {
    range: now.range,
    timezone: scope.zone,
    currency: plan.conversion?.to ?? scope.currency,
    totals: now.totals,
    partial: now.partial,
    ...(before && { compare: shapeComparison(plan, now, before) }),
    ...(now.series && { series: now.series }),
    ...(plan.breakdown && shapeBreakdown(answer, plan.breakdown, query)),
    warnings: [...new Set([...now.warnings, ...(before?.warnings ?? [])])],
  }
}

interface Answer {
  readonly plan: Plan
  readonly scope: Scope
  readonly rows: readonly AnswerRow[]
}

interface ShapedPeriod {
  readonly range: DayRange
  readonly exact: ExactValues
  readonly totals: MetricValues
  readonly partial: boolean
  readonly series: readonly SeriesPoint[] | undefined
  readonly warnings: readonly string[]
}

function shapePeriod(answer: Answer, { period, index }: PlannedPeriod): ShapedPeriod {
  const { plan, scope } = answer
  const own = answer.rows.filter((row) => row.period === index && row.part !== 'breakdown')
  const days = daySpanOf(period)
  const coverage = coverageOf(days, scope, plan.conversion)
  const exact = valuesOf(
    plan.metrics,
    readAmounts(
      plan,
      own.filter((row) => row.total === 1),
    ),
    coverage,
  )
  return {
    range: period.range,
    exact,
    totals: valueTexts(plan.metrics, exact),
    partial: coverage.loaded !== 'all',
    series: plan.interval && shapeSeries(answer, period, own),
    warnings: coverageWarnings(days, coverage, plan.conversion),
  }
}

function shapeSeries({ plan, scope }: Answer, period: Period, own: readonly AnswerRow[]): SeriesPoint[] {
  const byPosition = new Map<number, AnswerRow[]>()
  for (const row of own) {
    if (row.total === 1) continue
    const rows = byPosition.get(row.position)
    if (rows) rows.push(row)
    else byPosition.set(row.position, [row])
  }
  return period.buckets.map((bucket, place) => {
    const coverage = coverageOf(bucketSpan(plan, period, place), scope, plan.conversion)
    const values = valuesOf(plan.metrics, readAmounts(plan, byPosition.get(bucket) ?? []), coverage)
    const at = plan.interval === 'hour' ? instantText(bucket) : fromDayNumber(bucket)
    return { at, values: valueTexts(plan.metrics, values) }
  })
}

function readAmounts({ daily, facts }: Plan, rows: readonly AnswerRow[]): Map<MetricId, Exact> {
  return new Map(rows.flatMap((row) => amountsOf(row.part === 'daily' ? daily : facts, row)))
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
  // A comparison with half of a period would look like growth.
  const comparable = before.partial ? new Map<MetricId, Exact | null>() : before.exact
  return {
    range: before.range,
    totals: before.totals,
    partial: before.partial,
    changes: changesOf(plan.metrics, now.exact, comparable),
    ...(before.series && { series: before.series }),
  }
}

function shapeBreakdown(
  { plan, scope, rows }: Answer,
  breakdown: Breakdown,
  query: MetricQuery,
): Pick<MetricResult, 'rows' | 'overlapping' | 'cursor'> {
  const bases = basesOf(plan.metrics)
  const found = rows.filter(({ part }) => part === 'breakdown').sort((a, b) => a.position - b.position)
  const coverages = plan.periods.map((period) => coverageOf(daySpanOf(period), scope, plan.conversion))
  const values = (texts: readonly string[], index: number): MetricValues => {
    const coverage = coverages[index] ?? { loaded: 'none', unrated: [] }
    return valueTexts(
      plan.metrics,
      valuesOf(plan.metrics, new Map(amountsOf(bases, { places: [], amounts: texts })), coverage),
    )
  }
  const named = breakdown.dimensions.some(({ name }) => name !== undefined)
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
