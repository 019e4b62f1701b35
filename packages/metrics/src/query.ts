import type { Day, DayRange } from '@tillsight/core/days'
import type { AskedClaims } from './claims.ts'

/** Length of a bucket of a series. Hours are keyed by their UTC instant, all others by their first shop day. */
export type Interval = 'hour' | 'day' | 'week' | 'month'

/** Keeps (`is`) or drops (`is_not`) what has one of the values in the dimension. */
export interface Filter {
  readonly dimension: string
  readonly operator: 'is' | 'is_not'
  readonly values: readonly string[]
}

/** `previous_period`: as many days directly before; `previous_year`: the same dates, 29 February being 28 February. */
export type Comparison = 'previous_period' | 'previous_year' | DayRange

/** One question. Days are shop days, both ends included. */
export interface MetricQuery {
  readonly metrics: readonly string[]
  readonly from: Day
  readonly to: Day
  readonly interval?: Interval
  /** Which of the metrics the series has, and the comparison none; when absent, both have all of them. */
  readonly seriesOf?: readonly string[]
  readonly dimensions?: readonly string[]
  readonly filters?: readonly Filter[]
  readonly compare?: Comparison
  /** Moves a relative comparison to the nearest one that begins on the same weekday. */
  readonly alignWeekdays?: boolean
  /** ISO code to convert into; the shop's own when absent. */
  readonly currency?: string
  /** By which rules of ad platforms claims count; the platform's own setting where none is named. */
  readonly claims?: AskedClaims
  /** How the rows of a breakdown stand; by the first metric, the highest first, when absent. What has no value stands last. */
  readonly order?: RowOrder
  /** Only rows of a breakdown whose names (or values) hold this text, in whatever case; totals stay those of all rows. */
  readonly search?: string
  /** Each row of the page with the course of the first metric: one value for each bucket of `interval`, a day when absent. */
  readonly rowSeries?: true
  readonly limit?: number
  readonly cursor?: string
}

/** By which metric or dimension of the question rows stand; a dimension sorts by its names. */
export interface RowOrder {
  readonly by: string
  readonly direction: 'ascending' | 'descending'
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
  /** First day whose facts are loaded; absent when there is nothing before the shop's history. */
  readonly loadedSince?: Day
  /** Last day whose facts are loaded, as a rule today. */
  readonly loadedThrough?: Day
  /** What ratios of revenue and ad spend are of; order revenue when absent. */
  readonly ratioBasis?: RatioBasis
  /** What is known of ad accounts; absent for a shop without any. */
  readonly ads?: AdsScope
}

/** What revenue is measured against ads: see the shop's settings. */
export type RatioBasis = 'orderRevenue' | 'sales' | 'netRevenue'

/** What the compiler has to know about a shop's ad accounts. */
export interface AdsScope {
  /** Which currencies the accounts of a platform have in the days of the question, comparison included. */
  readonly currencies: readonly AdCurrency[]
  /** By account currency other than the answer's: rates into it. Days without a rate are missing. */
  readonly rates: ReadonlyMap<string, ReadonlyMap<Day, string>>
  /** The same into the shop's currency, for what must not depend on the answer's. */
  readonly ownRates: ReadonlyMap<string, ReadonlyMap<Day, string>>
  /** By platform whose history is still being read or which lags: its loaded days. */
  readonly loaded: ReadonlyMap<string, { readonly since?: Day; readonly through?: Day }>
}

/** A currency that rows of a platform are in. */
export interface AdCurrency {
  readonly platform: string
  readonly currency: string
}

/**
 * A value as every door shows it; null = no value. Counts are numbers. Money is exact decimal text with all decimals
 * there are and at least two; quotients are decimal text rounded half up to at most ten decimals (percentages as
 * fractions), of money again with at least two.
 */
export type MetricValue = string | number | null
/** Values by metric. */
export type MetricValues = Readonly<Record<string, MetricValue>>

/** (now − before) ÷ |before| as decimal text; null when either has no value or before is 0. */
export interface MetricChange {
  readonly relative: string | null
  /** Before was 0 and now is not: show “new” instead of a percentage. */
  readonly isNew: boolean
}

/** The answer to one question. */
export interface MetricResult {
  readonly range: DayRange
  readonly timezone: string
  readonly currency: string
  readonly totals: MetricValues
  /** Some totals cover days that are not loaded, and hold what the others add up to. */
  readonly partial: boolean
  /** Which metrics those are; absent when it is none of them. */
  readonly partialMetrics?: readonly string[]
  readonly compare?: MetricComparison
  readonly series?: readonly SeriesPoint[]
  readonly rows?: readonly MetricRow[]
  /** With rows: metrics whose rows add up to more than the total, because an order or customer is in several of them. */
  readonly overlapping?: readonly string[]
  /** Where the next rows begin, when there are more. */
  readonly cursor?: string
  readonly warnings: readonly string[]
}

/** The comparison period of an answer, and what changed since. */
export interface MetricComparison {
  readonly range: DayRange
  readonly totals: MetricValues
  readonly partial: boolean
  readonly partialMetrics?: readonly string[]
  /** By metric; without values where the comparison is partial. */
  readonly changes: Readonly<Record<string, MetricChange>>
  readonly series?: readonly SeriesPoint[]
}

/** One bucket of a series. */
export interface SeriesPoint {
  /** First shop day of the bucket, or the UTC instant of an hour. */
  readonly at: string
  /** All null where nothing of the bucket is loaded. */
  readonly values: MetricValues
}

/** One row of a breakdown. */
export interface MetricRow {
  readonly dimensions: Readonly<Record<string, string>>
  /** What people call the values, for dimensions whose values are ids. */
  readonly names?: Readonly<Record<string, string>>
  readonly values: MetricValues
  /** The same for the comparison period, if the question has one. */
  readonly before?: MetricValues
  /** With `rowSeries`: the first metric by bucket, in the order of time. */
  readonly course?: readonly MetricValue[]
}
