import type { Day, DayRange } from '@tillsight/core/days'

/** Length of a bucket of a series. Hours are keyed by their UTC instant, all others by their first shop day. */
export type Interval = 'hour' | 'day' | 'week' | 'month'

/** Keeps (`is`) or drops (`is_not`) what has one of the values in the dimension. */
export interface Filter {
  readonly dimension: string
  readonly operator: 'is' | 'is_not'
  readonly values: readonly string[]
}

/** One question. Days are shop days, both ends included. */
export interface MetricQuery {
  readonly metrics: readonly string[]
  readonly from: Day
  readonly to: Day
  readonly interval?: Interval
  readonly dimensions?: readonly string[]
  readonly filters?: readonly Filter[]
  readonly compare?: 'previous_period' | 'previous_year' | DayRange
  /** ISO code to convert into; the shop's own when absent. */
  readonly currency?: string
  readonly limit?: number
  readonly cursor?: string
}

/** What the asker's shop brings to the question. */
export interface Scope {
  readonly zone: string
  /** The currency that the ledger is in. */
  readonly currency: string
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
  /** Rate of each shop day from `currency` to the query's; absent when they are the same. Missing days have no rate. */
  readonly rates?: ReadonlyMap<Day, string>
  /** Whether the daily table is complete and current for every day of the question, comparison included. */
  readonly dailyIsCurrent: boolean
}

/** SQL with every value bound. `{shop:UUID}` is bound by the warehouse handle of the shop, never by the compiler. */
export interface CompiledQuery {
  readonly sql: string
  readonly params: Readonly<Record<string, string | number | readonly string[] | readonly number[]>>
}

/** A value as every door shows it: money and ratios as decimal text, counts as numbers, null = no value. */
export type MetricValue = string | number | null
export type MetricValues = Readonly<Record<string, MetricValue>>

export interface MetricResult {
  readonly range: DayRange
  readonly timezone: string
  readonly currency: string
  readonly totals: MetricValues
  readonly compare?: { readonly range: DayRange; readonly totals: MetricValues; readonly series?: readonly SeriesPoint[] }
  readonly series?: readonly SeriesPoint[]
  readonly rows?: readonly MetricRow[]
  readonly cursor?: string
  readonly warnings: readonly string[]
}

export interface SeriesPoint {
  /** First shop day of the bucket, or the UTC instant of an hour. */
  readonly at: string
  readonly values: MetricValues
}

export interface MetricRow {
  readonly dimensions: Readonly<Record<string, string>>
  readonly values: MetricValues
}
