import type { Tone } from '../../ui/parts.tsx'

/** A sum or an order under its reason. */
export interface ReasonModel {
  readonly key: string
  readonly title: string
  /** What it means, and what to do where something is to be done. */
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
  /** What the store should say for our orders; null where it is what we say. */
  readonly expected: string | null
  readonly theirs: string
  readonly difference: string
}

/** An order that differs. */
export interface OrderModel {
  readonly key: string
  readonly name: string
  /** Its place in our figures; null for one that we do not have. */
  readonly to: string | null
  readonly reason: string
  readonly ours: string
  readonly theirs: string
  readonly difference: string
}

/** The opened day. */
export interface OpenDayModel {
  readonly label: string
  readonly summary: string
  readonly figures: readonly FigureModel[]
  readonly reasons: readonly ReasonModel[]
  /** Null: this person may not open orders. */
  readonly orders: readonly OrderModel[] | null
  readonly moreOrders: number
}

/** The whole page. */
export interface ReconciliationModel {
  readonly range: { readonly from: string; readonly to: string; readonly latest: string }
  /** Where the merchant sees the same figures; null without a store that reports its own. */
  readonly label: string | null
  readonly currency: string
  /** When days were last compared, and which; null while that never happened. */
  readonly last: { readonly text: string; readonly isRunning: boolean; readonly problem: string | null } | null
  /** One was asked for and has not begun yet. */
  readonly isAwaited: boolean
  readonly notes: readonly string[]
  /** How the days of the range stand, in a sentence. */
  readonly summary: string
  readonly days: readonly DayModel[]
  readonly open: OpenDayModel | null
  readonly mayCompare: boolean
}
