import type { TableModel } from '../../blocks/breakdown-table/model.ts'
import type { Axis, StackSeries } from '../../charts/index.ts'

// The attribution page's data, printed: loaders format it, components only lay it out.

/** A headline figure of the page. */
export interface HeadFigure {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly note: string
}

/** One part of the reconciliation. */
export interface ClosingLine {
  readonly key: string
  readonly sign: '' | '+' | '−'
  readonly label: string
  readonly text: string
  readonly about: string
}

/** A figure of the summary with the parts that come to it. */
export interface ClosingSum {
  readonly label: string
  readonly text: string
  /** Metric of the summary. */
  readonly metric: 'orderRevenue' | 'goods' | 'returns' | 'returnsProducts' | 'cm2'
  readonly lines: readonly ClosingLine[]
}

/** Reconciliation of the revenue that is attributed. */
export interface ClosingModel extends ClosingSum {
  /** The parts add up to the figure exactly. */
  readonly isExact: boolean
  /** The same for refunds, where they are booked on their own day. */
  readonly refunds: ClosingSum | null
  /** The same for what orders contribute, where the table shows it. */
  readonly contribution: ClosingSum | null
}

/** The attribution tab. */
export interface CreditModelView {
  readonly table: TableModel
  readonly figures: readonly HeadFigure[]
  readonly tracked: {
    /** 0–1 for the length of a bar; null without orders. */
    readonly share: number | null
    readonly text: string
    readonly orders: string
    /** Orders without any touchpoint because consent was refused; null where there are none. */
    readonly gap: string | null
    /** People excluded because of too many devices; null where there are none. */
    readonly leftOut: string | null
  }
  readonly course: CreditSeries | null
  readonly closing: ClosingModel
  /** The data that a fitted model is trained on, in a sentence; null for other models. */
  readonly fit: string | null
  /** By touchpoint date: the first day whose figures may still grow. */
  readonly incomplete: string | null
  /** Value of orders whose journeys are still being computed; null when there are none. */
  readonly pending: string | null
  /** Ad spend is known, from a platform or entered by hand. */
  readonly hasSpend: boolean
  /** Nothing was attributed in this period. */
  readonly isUntracked: boolean
}

/** Attributed revenue by channel over time, with what is not tracked on top. */
export interface CreditSeries {
  readonly label: string
  readonly axis: Axis
  readonly series: readonly StackSeries[]
  readonly buckets: readonly { readonly short: string; readonly long: string }[]
  /** Index of the first bucket that may still grow. */
  readonly unfinishedFrom: number | undefined
  /** The same as text, one row per bucket. */
  readonly rows: readonly (readonly string[])[]
}
