// Background jobs that survive restarts: typed definitions over pg-boss. Must not know what any job does.
export type * from './definition.ts'
export { createJobs } from './jobs.ts'
export { eachMinute } from './minute.ts'
