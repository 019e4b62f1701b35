// Our figures beside the store's own report: what differs, why, and in which orders. Must not know a platform's protocol,
// nor who shows it.
export { Cause, causes, needsAttention } from './causes.ts'
export { handleReconciliationJobs, queueDueReconciliations, reconcileJob, requestComparison } from './jobs.ts'
export { getReconciliation, listReconciliations, ReconciliationView } from './list-reconciliations.ts'
export { DayComparison, OrderDifference } from './model.ts'
export { reconcileNow, requestReconciliation, runReconciliation } from './reconcile-now.ts'
