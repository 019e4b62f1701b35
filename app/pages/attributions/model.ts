import type { TableModel } from '../../blocks/breakdown-table/model.ts'
import type { Axis, StackSeries } from '../../charts/index.ts'

// What the page of credit shows, printed: loaders make it, components only place it.

/** A figure at the head of the page. */
export interface HeadFigure {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly note: string
}

/** One of the parts that the closing adds up. */
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
  /** Metric that the summary shows it under. */
  readonly metric: 'orderRevenue' | 'goods' | 'returns' | 'returnsProducts'
  readonly lines: readonly ClosingLine[]
}

/** Why what is shared out is what it is. */
export interface ClosingModel extends ClosingSum {
  /** The parts come to the figure. */
  readonly isExact: boolean
  /** The same of what came back, where that is booked on its own day. */
  readonly refunds: ClosingSum | null
}

/** The part of the page that shows who earned what. */
export interface CreditModelView {
  readonly table: TableModel
  readonly figures: readonly HeadFigure[]
  readonly tracked: {
    /** 0–1 for the length of a bar; null without orders. */
    readonly share: number | null
    readonly text: string
    readonly orders: string
    /** What consent left without any contact; null where it did not. */
    readonly gap: string | null
    /** Who was left out because of too many devices; null where nobody was. */
    readonly leftOut: string | null
  }
  readonly course: CreditCourse | null
  readonly closing: ClosingModel
  /** What a fitted model is fitted to. */
  readonly fit: { readonly sentence: string; readonly isEnough: boolean } | null
  /** By date of touch: the first day that orders can still add to. */
  readonly incomplete: string | null
  /** What orders are worth whose journey is still being worked out; null when none is. */
  readonly pending: string | null
  /** It is known what ads cost, if only because somebody entered it. */
  readonly hasSpend: boolean
  /** Nothing was credited in these days. */
  readonly isUntracked: boolean
}

/** Revenue by channel over the days, what is not tracked on top. */
export interface CreditCourse {
  readonly label: string
  readonly axis: Axis
  readonly series: readonly StackSeries[]
  readonly buckets: readonly { readonly short: string; readonly long: string }[]
  /** From this bucket on orders can still add to it. */
  readonly unfinishedFrom: number | undefined
  /** The same to be read, a row for each bucket. */
  readonly rows: readonly (readonly string[])[]
}
