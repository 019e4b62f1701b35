// Reconciliation of our figures with the store's own report: what differs, why, and in which orders. Must not know a
// platform's protocol, nor who shows it.

export {
  handleReconciliationJobs,
  queueDueReconciliations,
  reconcileJob,
  reconcileNow,
  requestComparison,
  requestReconciliation,
  runReconciliation,
} from './jobs.ts'
export { getReconciliation, listReconciliations, ReconciliationView } from './list-reconciliations.ts'
export { Cause, causes, DayComparison, needsAttention, OrderDifference } from './model.ts'
