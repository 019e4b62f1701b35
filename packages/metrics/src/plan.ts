import type { DayRange } from '@tillsight/core/days'
import type { AdRates } from './ad-rates.ts'
import type { Span } from './calendar.ts'
import type { DatasetId, Dimension, MetricDefinition } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Conversion } from './conversion.ts'
import type { Filter, Interval, RowOrder } from './query.ts'

/** A period of a query, with the buckets of its series. */
export interface Period {
  readonly range: DayRange
  readonly span: Span
  /** Day numbers, or seconds since 1970 for hours; empty without a series. */
  readonly buckets: readonly number[]
}

/** A period with its index in the plan. */
export interface PlannedPeriod {
  readonly period: Period
  readonly index: number
}

/** A filter with the catalogue's definition of its dimension. */
export interface PlannedFilter extends Filter {
  readonly on: Dimension
}

/** The roll-up of whole days that serves a query. */
export interface Rollup {
  /** The dimension whose parts are read; the shop as a whole without one. */
  readonly by: Dimension | undefined
}

/** The breakdown of a query. */
export interface Breakdown {
  readonly dimensions: readonly Dimension[]
  /** Base metrics read for the rows: those whose dataset has every dimension. */
  readonly bases: readonly BaseMetric[]
  /** Those of them that are read from the roll-up. */
  readonly daily: readonly BaseMetric[]
  readonly order: RowOrder
  readonly search: string | undefined
  /** Whose names of ads are read: of all rows where they decide which are shown, of those alone, or of none, being known. */
  readonly naming: 'all' | 'shown' | 'known'
  readonly limit: number
  readonly offset: number
}

/** What the rows of a breakdown of ads return besides their own figures, so that ad days are read only once. */
export interface OnePass {
  /** Whether the sum of all rows gives the totals of ads, and their time series the series, if requested. */
  readonly totals: boolean
  /** The bases of each row's time series; empty where none is requested or a separate statement reads it. */
  readonly courses: readonly BaseMetric[]
}

/** A fully planned query: what is read from where, for which instants. */
export interface Plan {
  readonly metrics: readonly MetricDefinition[]
  /** All bases of the metrics, available or not. */
  readonly bases: readonly BaseMetric[]
  /** The requested period, then the comparison if there is one. */
  readonly periods: readonly Period[]
  readonly interval: Interval | undefined
  /** The metrics of the series. */
  readonly seriesMetrics: readonly MetricDefinition[]
  /** Whether the comparison has a series as well. */
  readonly comparesSeries: boolean
  /** Bases read from the roll-up, and from the facts by dataset; without those that the filters rule out. */
  readonly daily: readonly BaseMetric[]
  /** The dimension whose parts these are read from; the shop as a whole without one. */
  readonly dailyBy: Dimension | undefined
  readonly facts: Readonly<Record<DatasetId, readonly BaseMetric[]>>
  readonly filters: readonly PlannedFilter[]
  readonly breakdown: Breakdown | undefined
  readonly onePass: OnePass
  readonly conversion: Conversion | undefined
  readonly adRates: AdRates
}

/** The comparison, where it has no day of the requested period and can be read along with it. */
export function comparedAtOnce([now, compared]: Plan['periods']): Period | undefined {
  if (now === undefined || compared === undefined) return undefined
  const isApart = now.range.to < compared.range.from || compared.range.to < now.range.from
  return isApart ? compared : undefined
}

/** Whether the rows that a base is read from have all of these dimensions. */
export function isKnownBy({ value }: BaseMetric, dimensions: readonly Dimension[]): boolean {
  return dimensions.every(({ on }) => on[value.dataset] !== undefined)
}

/** Whether the roll-up has the measure: its value for a day changes only when a row of that day does. */
export function isOnDaily({ value }: BaseMetric): boolean {
  return value.dataset === 'ledger'
}

/** Whether days of the measure add up only with the days of earlier orders: people who come again. */
export function isFollowed({ value }: BaseMetric): boolean {
  return value.aggregate === 'uniq' && value.acrossDays !== 'each_once'
}

/** Whether the parts of the roll-up have the measure: somebody's earlier order can be in another part. */
export function isOnParts(base: BaseMetric): boolean {
  return isOnDaily(base) && !isFollowed(base)
}
