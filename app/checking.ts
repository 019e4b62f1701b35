// What a shop's figures are checked by: the store's own report, and the log of past figures that moved.
import type { DayComparison, NumberChangeView, ReconciliationView } from '@tillsight/domain'

/** Shop days, both ends included. */
export interface DaysAsked {
  readonly from: string
  readonly to: string
}

/** Which changes of past figures. */
export interface ChangesAsked extends DaysAsked {
  /** Only of these figures. */
  readonly metrics?: readonly string[]
  readonly limit: number
  readonly cursor?: string
}

/** A page of them, the last seen first. */
export interface ChangesPage {
  readonly currency: string
  readonly changes: readonly NumberChangeView[]
  readonly cursor?: string | undefined
}

/** A day beside the store's own report, with the orders that differ. */
export interface ComparedDay extends Omit<DayComparison, 'day'> {
  readonly day: string
  readonly comparedAt: string
}

/** Part of a shop's services. */
export interface CheckingServices {
  /** Days as they were last compared with the store's own report. */
  reconciliation(days: DaysAsked): Promise<ReconciliationView>
  /** Undefined for a day that was never compared. Needs the right to open orders. */
  comparedDay(day: string): Promise<ComparedDay | undefined>
  /** Throws `conflict` without a connected store that has a report. */
  requestReconciliation(days: DaysAsked): Promise<void>
  /** What moved figures of past days. Needs the right to open orders. */
  numberChanges(asked: ChangesAsked): Promise<ChangesPage>
}
