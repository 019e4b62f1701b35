import type { Bound } from '@tillsight/metrics'
import type { WaterfallModel } from '../../charts/waterfall-steps.ts'
import type { FigureFormat, Measure, PackedFigures } from '../../format/index.ts'

// Data of the profit and loss page: figures as the engine returned them; the components format them.

/** Lengths of the columns of time. */
export const statementIntervals = ['month', 'week', 'day'] as const
/** One of {@link statementIntervals}. */
export type StatementInterval = (typeof statementIntervals)[number]

/** A month, week or day, as far as the period reaches into it. */
export interface StatementColumn {
  readonly short: string
  /** Its first and last day. */
  readonly days: string
  readonly from: string
  readonly to: string
}

/** A line of the statement. */
export interface StatementLine {
  readonly key: string
  readonly label: string
  readonly hint: string
  /** `sum`: what is left so far · `part`: added, `less`: taken off · `aside`: a step in between · `margin`: a share. */
  readonly look: 'sum' | 'part' | 'less' | 'aside' | 'margin'
  /** Metric whose rows the figures open. */
  readonly open: string
  readonly measure: Measure
  /** Which way the total may differ. */
  readonly bound: Bound
  /** Total, its share of net revenue, the comparison's total, and each column of time. */
  readonly figures: PackedFigures
}

/** The statement of a period. */
export interface StatementModel {
  /** Nothing is known of the costs of goods: there is no profit to show. */
  readonly isUnknown: boolean
  readonly interval: StatementInterval
  readonly intervals: readonly StatementInterval[]
  readonly columns: readonly StatementColumn[]
  readonly lines: readonly StatementLine[]
  readonly hasComparison: boolean
  readonly format: FigureFormat
  /** Why profit is not exact, in a sentence; null where it is. */
  readonly caveat: string | null
  readonly waterfall: WaterfallModel
}

/** One reason of a change, with a metric whose rows show it. */
export interface CauseModel {
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly open: string
  readonly text: string
}

/** A product, channel or class with its part of the change. */
export interface PartRow {
  readonly key: string
  readonly label: string
  /** Filter that leaves it alone; null for the rest. */
  readonly filter: { readonly dimension: string; readonly value: string } | null
  /** Change, then its causes in the order of `causeHeads`; empty texts for the rest. */
  readonly cells: readonly string[]
}

/** Why profit changed. */
export interface ExplanationModel {
  /** `Net profit fell from … to …: …`. */
  readonly sentence: string
  readonly causes: readonly CauseModel[]
  readonly waterfall: WaterfallModel | null
  readonly causeHeads: readonly string[]
  readonly parts: readonly { readonly key: string; readonly title: string; readonly rows: readonly PartRow[] }[]
}
