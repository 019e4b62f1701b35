// Looks at every shop by itself: whether it went silent, sells far less than usual or sells what nobody knows the cost of;
// closes what has passed, and tells people by mail what needs them. Must not know how mails are made or sent.
export { handleWatchJobs, queueWatching, type WatchServices, watchShop } from './jobs.ts'
export type { HealthNews, OperatorNews } from './tell-people.ts'
