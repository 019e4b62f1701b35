// Watches every shop: whether it went silent, sells far less than usual or sells products without a known cost; closes issues
// that are over, and notifies people by mail. Must not know how mails are rendered or sent.
export { handleWatchJobs, queueWatching, type WatchServices, watchAlerts, watchShop } from './jobs.ts'
export type { HealthNews, OperatorNews } from './tell-people.ts'
