// Converts platform facts into ledger rows: what counts, how it is booked, and the single write path into the warehouse. Must
// not know connectors' protocols, HTTP or how reports query.

export { type NumberChange, numberChangeCauses } from './app-state.ts'
export { book, type OrderFacts } from './book.ts'
export type { BookedOrder, BookedRow, Booking, BookingIssue, RowKind, RowSide, UncountedOrder } from './booked-order.ts'
export { healInterruptedWrite, rebookOrders } from './commit-plan.ts'
export { type CostedDifference, compareCosts, type MovedState } from './compare-costs.ts'
export { announceNewFigures, announceNewSpend, rebuildDaily, rebuildDays } from './daily.ts'
export type { UncountedReason } from './decimals.ts'
export { isDisputeRow } from './disputes.ts'
export { eraseOrders } from './erase-orders.ts'
export { erasedOrderText, findErasedOrders, withoutErased } from './erased-orders.ts'
export { inPieces, readPresentRefunds, readStoredAccounts, readStoredVisits } from './facts-store.ts'
export { LedgerRow, ledgerColumns } from './ledger-rows.ts'
export { createDayOf } from './number-changes.ts'
export { type OrderFile, readOrder, readOrderCosts } from './order-file.ts'
export {
  handleRecalculationJobs,
  previewBookings,
  type RebookProgress,
  rebookShop,
  rebookUnrated,
  recalculate,
  recalculationJobs,
  requestRecalculation,
} from './rebook.ts'
export { finishWrites, recomputeCustomers } from './recompute-customers.ts'
export { decodeRecord, encodeRecord, importSource } from './record-rows.ts'
export { type BookingRules, toBookingRules } from './rules.ts'
export { readGiftCardPayments } from './sold-lines.ts'
export { forgetSource, type RecordName, takeBack } from './take-back.ts'
export { type RecordBatch, type WriteOutcome, writeRecords } from './write-records.ts'
