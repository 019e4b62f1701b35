import type { Day, DayRange } from '@tillsight/core/days'
import type { RequestedClaims } from './claims.ts'

/** Length of a bucket of a series. Hours are keyed by their UTC instant, all others by their first shop day. */
export type Interval = 'hour' | 'day' | 'week' | 'month'

/** Keeps (`is`) or drops (`is_not`) whatever has one of the values in the dimension. */
export interface Filter {
  readonly dimension: string
  readonly operator: 'is' | 'is_not'
  readonly values: readonly string[]
}

/**
 * `previous_period`: the same number of days directly before; `previous_year`: the same dates, 29 February becoming 28
 * February.
 */
export type Comparison = 'previous_period' | 'previous_year' | DayRange

/** A metric query. Days are shop days, both ends included. */
export interface MetricQuery {
  readonly metrics: readonly string[]
  readonly from: Day
  readonly to: Day
  readonly interval?: Interval
  /** The metrics of the series, which the comparison then lacks; by default both have all metrics. */
  readonly seriesOf?: readonly string[]
  readonly dimensions?: readonly string[]
  readonly filters?: readonly Filter[]
  readonly compare?: Comparison
  /** Shifts a relative comparison to the nearest one that begins on the same weekday. */
  readonly alignWeekdays?: boolean
  /** ISO code to convert into; the shop's own when absent. */
  readonly currency?: string
  /** The rules by which ad platforms' reported conversions count; by default the platform's own setting. */
  readonly claims?: RequestedClaims
  /** The order of a breakdown's rows; defaults to the first metric, descending. Rows without a value come last. */
  readonly order?: RowOrder
  /** Limits a breakdown to rows whose names (or values) contain this text, ignoring case; totals still cover all rows. */
  readonly search?: string
  /**
   * Adds the time series of the first metric to each row of the page: one value per bucket of `interval`, by default a day.
   */
  readonly rowSeries?: true
  readonly limit?: number
  readonly cursor?: string
}

/** The metric or dimension of the query to sort by; a dimension sorts by its names. */
export interface RowOrder {
  readonly by: string
  readonly direction: 'ascending' | 'descending'
}

/** Shares of what a kind of cost is known of, as fractions with four decimals that add up to 1. */
export interface KnownShares {
  readonly exact: string
  readonly assumed: string
  readonly unknown: string
}

/**
 * Which way the true value may differ: a profit without some of its costs is at most what it says, a cost at least that; an
 * assumed cost makes either approximate.
 */
export type Bound = 'exact' | 'about' | 'at_most' | 'at_least'

/** How far the costs in a figure are known: goods by net value when ordered, fees and shipping by orders; null without any. */
export interface Quality {
  readonly bound: Bound
  readonly goods?: KnownShares | null
  readonly fees?: KnownShares | null
  readonly shipping?: KnownShares | null
}

/** What the shop contributes to a query. */
export interface Scope {
  readonly zone: string
  /** The ledger's currency. */
  readonly currency: string
  /** Monday = 1 … Sunday = 7. */
  readonly weekStartsOn: number
  /**
   * Exchange rate of each shop day from `currency` to the query's; absent when they are the same. Days left out have no rate.
   */
  readonly rates?: ReadonlyMap<Day, string>
  /** Whether the daily table is complete and current for every day of the query, comparison included. */
  readonly dailyIsCurrent: boolean
  /** First day whose facts are loaded; absent when there is nothing before the shop's history. */
  readonly loadedSince?: Day
  /** Last day whose facts are loaded, usually today. */
  readonly loadedThrough?: Day
  /** The revenue that ratios to ad spend use; order revenue by default. */
  readonly ratioBasis?: RatioBasis
  /** The shop's ad accounts; absent if it has none. */
  readonly ads?: AdsScope
  /** Figures of profit have a value even where nothing is known of what goods cost: for differences between two of them. */
  readonly showsUnknown?: boolean
  /** Whoever asks knows the names of the ads, and gives them to the rows with `withNames`. */
  readonly namesAds?: boolean
}

/** The revenue that ad spend is measured against; see the shop's settings. */
export type RatioBasis = 'orderRevenue' | 'sales' | 'netRevenue'

/** What the compiler needs to know about a shop's ad accounts. */
export interface AdsScope {
  /** Currencies of each platform's accounts in the days of the query, comparison included. */
  readonly currencies: readonly AdCurrency[]
  /** By account currency other than the result's: exchange rates into it. Days left out have no rate. */
  readonly rates: ReadonlyMap<string, ReadonlyMap<Day, string>>
  /** The same into the shop's currency, for figures that must not depend on the result's currency. */
  readonly ownRates: ReadonlyMap<string, ReadonlyMap<Day, string>>
  /** Loaded days of platforms whose history is still being read or which lag behind. */
  readonly loaded: ReadonlyMap<string, { readonly since?: Day; readonly through?: Day }>
}

/** A currency used in a platform's rows. */
export interface AdCurrency {
  readonly platform: string
  readonly currency: string
}

/**
 * A value as all interfaces show it; null for no value. Counts are numbers. Money is exact decimal text with at least two
 * decimals; quotients are decimal text rounded half up to at most ten decimals (percentages as fractions), those of money
 * with at least two.
 */
export type MetricValue = string | number | null
/** Values by metric. */
export type MetricValues = Readonly<Record<string, MetricValue>>

/** (now − before) ÷ |before| as decimal text; null when either has no value or before is 0. */
export interface MetricChange {
  readonly relative: string | null
  /** Whether the value was 0 before and no longer is: show “new” instead of a percentage. */
  readonly isNew: boolean
}

/** The result of one query. */
export interface MetricResult {
  readonly range: DayRange
  readonly timezone: string
  readonly currency: string
  readonly totals: MetricValues
  /** Whether some totals cover days that are not loaded; they contain only the loaded days. */
  readonly partial: boolean
  /** Which metrics those are; absent if there are none. */
  readonly partialMetrics?: readonly string[]
  /** By metric that has costs in it: how far they are known. Absent if no metric has. */
  readonly quality?: Readonly<Record<string, Quality>>
  readonly compare?: MetricComparison
  readonly series?: readonly SeriesPoint[]
  readonly rows?: readonly MetricRow[]
  /** Metrics whose rows add up to more than the total, because an order or customer is in several of them. */
  readonly overlapping?: readonly string[]
  /** Cursor of the next page, if there are more rows. */
  readonly cursor?: string
  readonly warnings: readonly string[]
}

/** The comparison period of a result, and the changes from it. */
export interface MetricComparison {
  readonly range: DayRange
  readonly totals: MetricValues
  readonly partial: boolean
  readonly partialMetrics?: readonly string[]
  readonly quality?: Readonly<Record<string, Quality>>
  /** By metric; empty values where the comparison is partial. */
  readonly changes: Readonly<Record<string, MetricChange>>
  readonly series?: readonly SeriesPoint[]
}

/** One bucket of a series. */
export interface SeriesPoint {
  /** First shop day of the bucket, or the UTC instant of an hour. */
  readonly at: string
  /** All null where no day of the bucket is loaded. */
  readonly values: MetricValues
  /** Metrics whose value is not exact, because costs are not known. */
  readonly bounds?: Readonly<Record<string, Bound>>
}

/** One row of a breakdown. */
export interface MetricRow {
  readonly dimensions: Readonly<Record<string, string>>
  /** Display names, for dimensions whose values are ids. */
  readonly names?: Readonly<Record<string, string>>
  readonly values: MetricValues
  /** Metrics whose value is not exact, because costs are not known. */
  readonly bounds?: Readonly<Record<string, Bound>>
  /** The values of the comparison period, if the query has one. */
  readonly before?: MetricValues
  /** With `rowSeries`: the first metric by bucket, in chronological order. */
  readonly course?: readonly MetricValue[]
}
