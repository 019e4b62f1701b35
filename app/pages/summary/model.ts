import type { DayRange } from '@tillsight/core/days'
import type { Interval } from '@tillsight/metrics'
import type { Axis, Change, PackedCourse, PackedPoints } from '../../charts/index.ts'
import type { SearchState } from '../../search/index.ts'
import type { WidgetFrame } from './widget-frame.ts'

export type { FreshnessModel } from '../../blocks/figures-page/print-freshness.server.ts'

// What the summary shows, printed: loaders make it, components only place it.

/** One widget: where it stands and how it is set, with what there is to show. */
export type WidgetModel = NumberWidget | CourseWidget | BarsWidget | TableWidget | GoalWidget

export type NumberWidget = WidgetOf<'number', FigureModel>
export type CourseWidget = WidgetOf<'line' | 'area', CourseModel>
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

/** What loading a widget came to; a course serves lines and areas. */
export type WidgetLoad =
  | ({ readonly state: 'ready' } & WidgetContent)
  | { readonly state: 'not_loaded'; readonly message: string }
  | { readonly state: 'failed'; readonly message: string }

type WidgetContent =
  | { readonly kind: 'number'; readonly content: FigureModel }
  | { readonly kind: 'course'; readonly content: CourseModel }
  | { readonly kind: 'bars'; readonly content: BreakdownModel }
  | { readonly kind: 'table'; readonly content: TableModel }
  | { readonly kind: 'goal'; readonly content: GoalModel }

/** What every widget of the page obeys: the address and the period it asks for. */
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
  /** The range contains the running day. */
  readonly isRunning: boolean
  /** Metrics that can stand in a chart, for its choice. */
  readonly metrics: readonly Choice[]
  readonly dimensions: readonly Choice[]
  /** The person may see single orders. */
  readonly mayOpenOrders: boolean
}

/** The part of it that does not follow from the catalogue. */
export type PagePart = Omit<PageView, 'metrics' | 'dimensions'>

export interface Choice {
  readonly key: string
  readonly label: string
}

export interface TermModel {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly operator: '+' | '-' | '/'
}

/** A figure with its change and its course without an axis. */
export interface FigureModel {
  /** The full figure, printed. */
  readonly text: string
  /** The same as the engine gave it, decimal text; null when there is no value. */
  readonly value: string | number | null
  /** The comparison's figure; null without a comparison. */
  readonly before: string | null
  readonly change: Change | null
  /** Packed: a letter for each point. */
  readonly spark: PackedCourse
  readonly description: string
  /** How it is computed, in words. */
  readonly formula: string
  /** The same with the figures of the range filled in; empty for plain sums and counts. */
  readonly terms: readonly TermModel[]
  readonly notes: readonly FigureNote[]
}

/** Why a figure may still change, or holds less than its name says. */
export interface FigureNote {
  /**
   * `partial`: days of the range are not loaded · `running`: the day is not over · `maturing`: ad platforms report late ·
   * `claimed`: what platforms say about their own ads · `rule`: by which rule they say it.
   */
  readonly kind: 'partial' | 'running' | 'maturing' | 'claimed' | 'rule'
  /** Stands beside the figure: `Partial`. */
  readonly short: string
  readonly long: string
}

/** A figure with its course over time. */
export interface CourseModel extends Omit<FigureModel, 'spark'> {
  readonly points: PackedPoints
  /** First shop day of each point, or the UTC instant of an hour, with spaces between them. */
  readonly buckets: string
  readonly compare: PackedPoints | undefined
  readonly axis: Axis
  readonly marks: readonly ChartMark[]
  /** The chart in one sentence. */
  readonly summary: string
}

/** An annotation on its place on the time axis. */
export interface ChartMark {
  readonly id: string
  /** Which point it stands at. */
  readonly index: number
  readonly dayText: string
  readonly text: string
  readonly isShared: boolean
  /** Empty without a name; null when it is one's own. */
  readonly author: string | null
  readonly mayRemove: boolean
}

export interface BreakdownModel {
  readonly dimension: string
  readonly dimensionLabel: string
  /** Labels of figures whose rows exceed the total, because an order or customer is in several. */
  readonly overlapping: readonly string[]
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

/** Several figures by one dimension. */
export interface TableModel {
  readonly dimension: string
  readonly dimensionLabel: string
  readonly overlapping: readonly string[]
  /** The widget's own figure first. */
  readonly columns: readonly { readonly key: string; readonly label: string }[]
  /** One for each column. */
  readonly totals: readonly string[]
  readonly rows: readonly TableRow[]
  readonly hasMore: boolean
}

export interface TableRow {
  /** Value to filter by. */
  readonly value: string
  readonly label: string
  /** One for each column. */
  readonly cells: readonly string[]
  /** The same as numbers, to sort by. */
  readonly values: readonly (number | null)[]
  /** Of the first column's total; null where parts do not add up. */
  readonly share: string | null
  /** The first column's figure in the comparison period, printed. */
  readonly before: string | null
  /** Of the first column. */
  readonly change: Change | null
}

/** How far a figure is on its way to a goal. */
export type GoalModel =
  | { readonly isSet: false }
  | {
      readonly isSet: true
      /** What is reached by now, printed. */
      readonly text: string
      readonly goal: string
      /** `November 2026`, `16 – 22 Nov 2026`. */
      readonly periodText: string
      /** The days that count towards it by now. */
      readonly range: { readonly from: string; readonly to: string }
      readonly standing: 'met' | 'ahead' | 'behind' | 'over' | 'unknown'
      /** Share of the goal, 0 and up, for the length of the bar; null when the figure has no value. */
      readonly reached: number | null
      /** The same printed: `62.1%`. */
      readonly reachedText: string | null
      /** Share of the time gone by, 0 to 1. */
      readonly elapsed: number
      /** What the goal asks for by now; null for figures that do not add up. */
      readonly expectedText: string | null
      /** Where it would end at this pace. */
      readonly projectedText: string | null
      /** A rise is bad: the goal is a limit to stay under. */
      readonly isLimit: boolean
      readonly daysLeft: number
    }
