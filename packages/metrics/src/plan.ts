import type { DayRange } from '@tillsight/core/days'
import type { AdRates } from './ad-rates.ts'
import type { Span } from './calendar.ts'
import type { DatasetId, Dimension, MetricDefinition } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import type { Conversion } from './conversion.ts'
import type { Filter, Interval, RowOrder } from './query.ts'

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

/** What the rows of a breakdown by ads tell beside their own figures, so that the days of ads are gone through once. */
export interface OnePass {
  /** Whether all rows together are the totals of ads, and their courses the series, where one is asked for. */
  readonly totals: boolean
  /** What each row has a course of; nothing where courses are no matter, or one for a statement of their own. */
  readonly courses: readonly BaseMetric[]
}

/** A question with everything decided: what is read from where, for which instants. */
export interface Plan {
  readonly metrics: readonly MetricDefinition[]
  /** Everything that the metrics are computed from, answerable or not. */
  readonly bases: readonly BaseMetric[]
  /** The asked period, then the comparison if there is one. */
  readonly periods: readonly Period[]
  readonly interval: Interval | undefined
  /** What the series has. */
  readonly seriesMetrics: readonly MetricDefinition[]
  /** Whether the comparison has one as well. */
  readonly comparesSeries: boolean
  /** Answered from the roll-up, and from the facts by dataset: all that the filters leave an answer for. */
  readonly daily: readonly BaseMetric[]
  readonly facts: Readonly<Record<DatasetId, readonly BaseMetric[]>>
  readonly filters: readonly PlannedFilter[]
  readonly breakdown: Breakdown | undefined
  readonly onePass: OnePass
  readonly conversion: Conversion | undefined
  readonly adRates: AdRates
}

/** Whether the rows that a base is read from have all of these dimensions. */
export function isKnownBy({ value }: BaseMetric, dimensions: readonly Dimension[]): boolean {
  return dimensions.every(({ on }) => on[value.dataset] !== undefined)
}

/** Whether the roll-up has the measure: a past day of it stays right until one of the day's own rows changes. */
export function isOnDaily({ value }: BaseMetric): boolean {
  return value.dataset === 'ledger' && !(value.aggregate === 'count' && value.changesLater)
}
