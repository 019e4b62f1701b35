import type { Tone } from '../../ui/parts.tsx'

/** A difference, in sum or of one order, with its reason. */
export interface ReasonModel {
  readonly key: string
  readonly title: string
  /** Its meaning, and what to do about it if anything. */
  readonly meaning: string
  readonly orders: number
  /** Difference of total sales. */
  readonly total: string
  /** Difference of net sales. */
  readonly net: string
  readonly needsLook: boolean
}

/** A day of the table. */
export interface DayModel {
  readonly day: string
  readonly label: string
  readonly state: { readonly label: string; readonly tone: Tone }
  readonly orders: readonly [ours: string, theirs: string]
  readonly totalSales: readonly [ours: string, theirs: string]
  readonly difference: string
  readonly netDifference: string
  /** Reasons in a few words. */
  readonly because: string
}

/** A figure of the opened day. */
export interface FigureModel {
  readonly key: string
  readonly label: string
  readonly ours: string
  /** What the store should report for our orders; null where it equals our figure. */
  readonly expected: string | null
  readonly theirs: string
  readonly difference: string
}

/** An order that differs. */
export interface OrderModel {
  readonly key: string
  readonly name: string
  /** Link to the order in our figures; null for one that is not in them. */
  readonly to: string | null
  readonly reason: string
  readonly ours: string
  readonly theirs: string
  readonly difference: string
}

/** The open day. */
export interface OpenDayModel {
  readonly label: string
  readonly summary: string
  readonly figures: readonly FigureModel[]
  readonly reasons: readonly ReasonModel[]
  /** Null: this person may not open orders. */
  readonly orders: readonly OrderModel[] | null
  readonly moreOrders: number
}

/** Data of the page. */
export interface ReconciliationModel {
  readonly range: { readonly from: string; readonly to: string; readonly latest: string }
  /** Name of the store's own report; null for a store without one. */
  readonly label: string | null
  readonly currency: string
  /** The last comparison and its days; null before the first. */
  readonly last: { readonly text: string; readonly isRunning: boolean; readonly problem: string | null } | null
  /** A comparison was requested and has not started yet. */
  readonly isAwaited: boolean
  readonly notes: readonly string[]
  /** Status of the range, in a sentence. */
  readonly summary: string
  readonly days: readonly DayModel[]
  readonly open: OpenDayModel | null
  readonly mayCompare: boolean
}
