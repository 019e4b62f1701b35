// Rate limits: per IP address, per recipient, per account and overall. Must not know HTTP: it returns yes, no or seconds, and
// callers choose the error.
export { parseDuration } from '../duration.ts'
export { type IpBucket, networkOf } from './ip-limits.ts'
export { createLimits, type Limits } from './limits.ts'
export type { SendBudget } from './send-budget.ts'
