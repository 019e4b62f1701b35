import type { DayRange } from '@tillsight/core/days'
import { z } from 'zod'
import { type AdRates, adRatesOf } from './ad-rates.ts'
import { bucketDays, bucketHours, type Span, spanOf } from './calendar.ts'
import type { DatasetId, Dimension, MetricDefinition, MetricId } from './catalogue/definition.ts'
import { type BaseMetric, findDimension } from './catalogue/index.ts'
import { underClaims } from './claims.ts'
import { type Conversion, conversionOf } from './conversion.ts'
import { decodeCursor } from './cursor.ts'
import { basesOf, metricOf, onBasis } from './formula.ts'
import { questionLimits } from './input.ts'
import { compareRange } from './periods.ts'
import type { Filter, Interval, MetricQuery, RowOrder, Scope } from './query.ts'

/** One of the periods of a question, with the buckets of its series. */
export interface Period {
  readonly range: DayRange
  readonly span: Span
  /** Day numbers, or seconds since 1970 for hours; empty without a series. */
  readonly buckets: readonly number[]
}

/** A period of a plan with its number. */
export interface PlannedPeriod {
  readonly period: Period
  readonly index: number
}

/** A filter with what the catalogue knows about its dimension. */
export interface PlannedFilter extends Filter {
  readonly on: Dimension
}

/** The breakdown of a question. */
export interface Breakdown {
  readonly dimensions: readonly Dimension[]
  /** What is read for the rows: bases whose dataset has every dimension. */
  readonly bases: readonly BaseMetric[]
  readonly order: RowOrder
  readonly search: string | undefined
  readonly limit: number
  readonly offset: number
}

/** A question with everything decided: what is read from where, for which instants. */
export interface Plan {
  readonly metrics: readonly MetricDefinition[]
  /** Everything that the metrics are computed from, answerable or not. */
  readonly bases: readonly BaseMetric[]
  /** The asked period, then the comparison if there is one. */
  readonly periods: readonly Period[]
  readonly interval: Interval | undefined
  /** Answered from the roll-up, and from the facts by dataset: all that the filters leave an answer for. */
  readonly daily: readonly BaseMetric[]
  readonly facts: Readonly<Record<DatasetId, readonly BaseMetric[]>>
  readonly filters: readonly PlannedFilter[]
  readonly breakdown: Breakdown | undefined
  readonly conversion: Conversion | undefined
  readonly adRates: AdRates
}

/** Decides how to answer a question; pure, so that compiling it and reading its answer agree. */
export function planQuestion(query: MetricQuery, scope: Scope): Plan {
  const metrics = [...new Set(query.metrics)].map((id) => onBasis(metricOf(id), scope.ratioBasis))
  const ranges: DayRange[] = [{ from: query.from, to: query.to }]
  if (query.compare) ranges.push(compareRange({ from: query.from, to: query.to }, query.compare, query.alignWeekdays))
  const bases = basesOf(metrics).map((base) => underClaims(base, query.claims))
  const filters = (query.filters ?? []).map((filter) => ({ ...filter, on: dimensionOf(filter.dimension) }))
  const answered = bases.filter((base) =>
    isKnownBy(
      base,
      filters.map(({ on }) => on),
    ),
  )
  const rollsUp = canRollUp(query, scope)
  const ofDataset = (id: DatasetId) =>
    answered.filter((base) => base.value.dataset === id && !(rollsUp && isOnDaily(base)))
  return {
    metrics,
    bases,
    periods: ranges.map((range) => planPeriod(range, query.interval, scope)),
    interval: query.interval,
    daily: answered.filter((base) => rollsUp && isOnDaily(base)),
    facts: { ledger: ofDataset('ledger'), ads: ofDataset('ads'), reach: ofDataset('reach') },
    filters,
    breakdown: query.dimensions?.length ? planBreakdown(query, query.dimensions, answered) : undefined,
    conversion: conversionOf(query, scope, ranges),
    adRates: adRatesOf(query, scope, ranges),
  }
}

/** Whether the rows that a base is read from have all of these dimensions. */
export function isKnownBy({ value }: BaseMetric, dimensions: readonly Dimension[]): boolean {
  return dimensions.every(({ on }) => on[value.dataset] !== undefined)
}

function planPeriod(range: DayRange, interval: Interval | undefined, scope: Scope): Period {
  const span = spanOf(range, scope.zone)
  if (!interval) return { range, span, buckets: [] }
  const buckets = interval === 'hour' ? bucketHours(span) : bucketDays(range, interval, scope.weekStartsOn)
  return { range, span, buckets }
}

function canRollUp(query: MetricQuery, scope: Scope): boolean {
  return scope.dailyIsCurrent && query.interval !== 'hour' && !query.filters?.length
}

/** Whether the roll-up has the measure: a past day of it stays right until one of the day's own rows changes. */
export function isOnDaily({ value }: BaseMetric): boolean {
  return value.dataset === 'ledger' && !(value.aggregate === 'count' && value.changesLater)
}

function planBreakdown(query: MetricQuery, ids: readonly string[], answered: readonly BaseMetric[]): Breakdown {
  const dimensions = ids.map(dimensionOf)
  const many = dimensions.some(({ cardinality }) => cardinality === 'high')
  const limit = query.limit ?? (many ? questionLimits.defaultRows : questionLimits.rows)
  const offset = query.cursor ? decodeCursor(cursorOwner(query), query.cursor, z.tuple([z.int().min(0)]))[0] : 0
  return {
    dimensions,
    bases: answered.filter((base) => isKnownBy(base, dimensions)),
    order: query.order ?? { by: firstOf(query.metrics), direction: 'descending' },
    search: query.search,
    limit,
    offset,
  }
}

function firstOf(metrics: readonly MetricId[]): MetricId {
  const [first] = metrics
  if (first === undefined) throw new Error('A question names at least one metric')
  return first
}

/** What a cursor of a breakdown belongs to: the question without its place in the pages. */
export function cursorOwner({ cursor: _cursor, limit: _limit, ...question }: MetricQuery): unknown {
  return question
}

/** Looks up a dimension of a question that was checked before. */
function dimensionOf(id: string): Dimension {
  const dimension = findDimension(id)
  if (!dimension) throw new Error(`There is no dimension ${id}`)
  return dimension
}
