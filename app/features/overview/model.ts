import type { Axis, Change, TimePoint } from '../../charts/index.ts'

// What the summary shows, printed: loaders make it, components only place it.

export interface TermModel {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly operator: '+' | '-' | '/'
}

export interface TileModel {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly text: string
  /** The comparison's figure; null without a comparison. */
  readonly before: string | null
  readonly change: Change | null
  readonly spark: readonly (number | null)[]
  /** How it is computed, in words. */
  readonly formula: string
  /** The same with the figures of the range filled in; empty for plain sums and counts. */
  readonly terms: readonly TermModel[]
}

export interface ChartModel {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly change: Change | null
  readonly before: string | null
  readonly points: readonly TimePoint[]
  readonly compare: readonly TimePoint[] | undefined
  readonly axis: Axis
  /** The chart in one sentence. */
  readonly summary: string
}

export interface SummaryModel {
  readonly tiles: readonly TileModel[]
  readonly chart: ChartModel
  /** Nothing was booked in the range, nor in the one it is compared with. */
  readonly isEmpty: boolean
  /** Some days of the range are not loaded yet. */
  readonly isPartial: boolean
  /** Sentences about the answer: partial days, missing rates. */
  readonly warnings: readonly string[]
  readonly freshness: FreshnessModel
}

export interface FreshnessModel {
  /** `Updated 2 min ago`; null before the first sync. */
  readonly text: string | null
  /** The same as an absolute time. */
  readonly title: string
  /** Sources that are behind. */
  readonly late: readonly string[]
}

export interface BreakdownModel {
  readonly dimension: string
  readonly dimensionLabel: string
  /** Rows exceed the total, because something can be in several. */
  readonly isOverlapping: boolean
  readonly metricLabel: string
  readonly total: string
  readonly rows: readonly BreakdownRow[]
  /** More values exist than are listed. */
  readonly hasMore: boolean
}

export interface BreakdownRow {
  /** Value to filter by. */
  readonly value: string
  readonly label: string
  readonly length: number | null
  readonly text: string
  readonly share: string | null
  readonly change: Change | null
}
