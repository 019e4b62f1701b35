import type { DayRange } from '@tillsight/core/days'
import type { Interval } from '@tillsight/metrics'
import type { ClaimChoice } from '../../blocks/claims/claim-choices.ts'
import type { FreshnessModel } from '../../blocks/figures-page/print-freshness.server.ts'
import type { Axis, Change, PackedPoints, PackedSeries } from '../../charts/index.ts'
import type { SearchState } from '../../search/index.ts'
import type { Choice, SummaryCatalogue } from './summary-catalogue.ts'
import type { WidgetFrame } from './widget-frame.ts'

export type { FreshnessModel }

// Data of the summary, printed: loaders format it, components only lay it out.

/** A widget: its layout and settings, with the state of its content. */
export type WidgetModel = NumberWidget | SeriesWidget | BarsWidget | TableWidget | GoalWidget

export type NumberWidget = WidgetOf<'number', FigureModel>
export type SeriesWidget = WidgetOf<'line' | 'area', SeriesModel>
export type BarsWidget = WidgetOf<'bars', BreakdownModel>
export type TableWidget = WidgetOf<'table', TableModel>
export type GoalWidget = WidgetOf<'goal', GoalModel>

type WidgetOf<Kind extends WidgetFrame['kind'], Content> = Omit<WidgetFrame, 'kind'> & {
  readonly kind: Kind
} & WidgetState<Content>

/**
 * `loading`: on its way; only the size is known · `not_connected`: the platform of the stat is not connected ·
 * `not_loaded`: connected, but nothing of the range has been loaded yet · `failed`: the question failed.
 */
export type WidgetState<Content> =
  | { readonly state: 'ready'; readonly content: Content }
  | { readonly state: 'loading' }
  | { readonly state: 'not_connected' }
  | { readonly state: 'not_loaded'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string }

/** Result of loading a widget; one time series serves both lines and areas. */
export type WidgetLoad =
  | ({ readonly state: 'ready' } & WidgetContent)
  | { readonly state: 'not_loaded'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string }

type WidgetContent =
  | { readonly kind: 'number'; readonly content: FigureModel }
  | { readonly kind: 'course'; readonly content: SeriesModel }
  | { readonly kind: 'bars'; readonly content: BreakdownModel }
  | { readonly kind: 'table'; readonly content: TableModel }
  | { readonly kind: 'goal'; readonly content: GoalModel }

/** Context of all widgets on the page: the address and its resolved period. */
export interface PageView {
  readonly shop: { readonly domain: string; readonly name: string }
  readonly state: SearchState
  readonly range: DayRange
  readonly rangeText: string
  readonly compare: DayRange | undefined
  /** Words for the comparison, such as `vs 1 – 20 Oct 2026`. */
  readonly than: string | undefined
  readonly interval: Interval
  readonly intervals: readonly Interval[]
  /** The range includes today. */
  readonly isRunning: boolean
  /** Metrics available for charts. */
  readonly metrics: readonly Choice[]
  readonly dimensions: readonly Choice[]
  /** The person may see single orders. */
  readonly mayOpenOrders: boolean
}

/** The part of it that is independent of the catalogue. */
export type PagePart = Omit<PageView, 'metrics' | 'dimensions'>

export interface TermModel {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly operator: '+' | '-' | '/'
}

/** A figure with its change and its sparkline. */
export interface FigureModel {
  /** The full figure, printed. */
  readonly text: string
  /** The value from the engine, decimal text; null when there is none. */
  readonly value: string | number | null
  /** The comparison's figure; null without a comparison. */
  readonly before: string | null
  readonly change: Change | null
  /** Packed series: one letter per point. */
  readonly spark: PackedSeries
  readonly description: string
  /** The formula in words; empty where it is nothing but its terms. */
  readonly formula: string
  /** The formula's terms with the values of the range, packed; empty for plain sums and counts. */
  readonly terms: string
  readonly notes: readonly FigureNote[]
}

/** Why a figure may still change, or is incomplete. */
export interface FigureNote {
  /**
   * `partial`: days of the range are not loaded · `running`: the day is not over · `maturing`: ad platforms report late ·
   * `claimed`: platform-reported conversions · `rule`: their attribution setting · `bound`: costs are not known exactly.
   */
  readonly kind: 'partial' | 'running' | 'maturing' | 'claimed' | 'rule' | 'bound'
  /** Shown beside the figure: `Partial`. */
  readonly short: string
  readonly long: string
}

/** A figure with its time series. */
export interface SeriesModel extends Omit<FigureModel, 'spark'> {
  readonly points: PackedPoints
  /** First shop day of each point, or the UTC instant of an hour, with spaces between them. */
  readonly buckets: string
  readonly compare: PackedPoints | undefined
  readonly axis: Axis
  readonly marks: readonly ChartMark[]
  /** The chart in one sentence. */
  readonly summary: string
}

/** An annotation at its position on the time axis. */
export interface ChartMark {
  readonly id: string
  /** Index of its point. */
  readonly index: number
  readonly dayText: string
  readonly text: string
  readonly isShared: boolean
  /** Empty without a name; null for the person's own. */
  readonly author: string | null
  readonly mayRemove: boolean
}

export interface BreakdownModel {
  readonly dimension: string
  readonly dimensionLabel: string
  /** Labels of metrics whose rows add up to more than the total, because an order or customer is in several. */
  readonly overlapping: readonly string[]
  readonly metricLabel: string
  readonly total: string
  readonly rows: readonly BreakdownRow[]
  /** More values exist than are listed. */
  readonly hasMore: boolean
}

/** What stands before the name of a row: a country's code, a product's picture, the mark of an ad platform. */
export type RowPicture =
  /** The address of a flag, or the country's code where it has none. */
  | { readonly kind: 'country'; readonly code: string; readonly flag: string | undefined }
  | { readonly kind: 'product'; readonly address: string | undefined }
  | { readonly kind: 'platform'; readonly id: string }

export interface BreakdownRow {
  /** Value to filter by. */
  readonly value: string
  readonly label: string
  readonly picture: RowPicture | null
  readonly length: number | null
  readonly text: string
  readonly share: string | null
  readonly change: Change | null
}

/** Several figures by one dimension. */
export interface TableModel {
  readonly dimension: string
  readonly dimensionLabel: string
  readonly overlapping: readonly string[]
  /** The widget's own figure first. */
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  /** One per column. */
  readonly totals: readonly string[]
  readonly rows: readonly TableRow[]
  readonly hasMore: boolean
}

export interface TableRow {
  /** Value to filter by. */
  readonly value: string
  readonly label: string
  readonly picture: RowPicture | null
  /** One for each column. */
  readonly cells: readonly string[]
  /** Numeric values, for sorting. */
  readonly values: readonly (number | null)[]
  /** Of the first column's total; null where parts do not add up. */
  readonly share: string | null
  /** The first column's figure in the comparison period, printed. */
  readonly before: string | null
  /** Of the first column. */
  readonly change: Change | null
}

/** Progress of a metric towards a goal. */
export type GoalModel =
  | { readonly isSet: false }
  | {
      readonly isSet: true
      /** The value so far, printed. */
      readonly text: string
      readonly goal: string
      /** `November 2026`, `16 – 22 Nov 2026`. */
      readonly periodText: string
      /** The days that count so far. */
      readonly range: { readonly from: string; readonly to: string }
      readonly standing: 'met' | 'ahead' | 'behind' | 'over' | 'unknown'
      /** Share of the goal, 0 and up, for the length of the bar; null when the figure has no value. */
      readonly reached: number | null
      /** The same printed: `62.1%`. */
      readonly reachedText: string | null
      /** Share of the period that has passed, 0 to 1. */
      readonly elapsed: number
      /** The value needed so far to be on track; null for metrics that do not add up. */
      readonly expectedText: string | null
      /** Projected final value at this pace. */
      readonly projectedText: string | null
      /** Higher is worse: the goal is an upper limit. */
      readonly isLimit: boolean
      readonly daysLeft: number
    }

/** A sentence about the page's figures. */
export interface StoryLine {
  readonly text: string
  /** Words of its link. */
  readonly link: string
  /** Query string of the panel behind it, or the path of a page. */
  readonly to: string
}

/** Contents of all widgets. */
export interface SummaryModel {
  readonly catalogue: SummaryCatalogue
  /** By content id; slow ones are promises that never reject. */
  readonly contents: Readonly<Record<string, WidgetLoad | Promise<WidgetLoad>>>
  /** Attribution settings for platform-reported conversions, by section. */
  readonly claims: Readonly<Record<string, readonly ClaimChoice[]>>
  /** By section; absent for sections that are not connected. */
  readonly freshness: Readonly<Record<string, FreshnessModel>>
  /** No bookings in the range or its comparison. */
  readonly isEmpty: boolean
  /** Some days of the range are not loaded yet. */
  readonly isPartial: boolean
  /** What changed and why. */
  readonly story: readonly StoryLine[]
  /** Warnings of the result: partial days, missing rates. */
  readonly warnings: readonly string[]
  /** The query failed altogether: a message instead of the figures. */
  readonly failure: string | undefined
}
