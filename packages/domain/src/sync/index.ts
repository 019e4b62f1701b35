// Keeps connections up to date: back-fill, changes, comparison, webhooks, and the jobs that run them. Facts are written
// through the ledger only. Must not know any platform; connectors say what there is to read.
export {
  checkJob,
  compareJob,
  ensureWebhooksJob,
  handleSyncJobs,
  processWebhooksJob,
  queueDueWork,
  requestsByJobs,
  syncJob,
} from './jobs.ts'
export { receiveWebhook, type WebhookRequest, type WebhookResult } from './receive-webhook.ts'
export type { SyncJobServices, SyncServices } from './services.ts'
export { hasReadHistory, isReadingHistory } from './stream-states.ts'
export { type PatientOutcome, type SyncOutcome, syncConnection } from './sync-connection.ts'
export { requestSync, syncNow } from './sync-now.ts'
export type { SyncProgress } from './sync-run.ts'
