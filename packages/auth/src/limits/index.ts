// How often anybody may do anything: per address, per recipient, per account, in all.
// Must not know the wire: it answers yes, no or seconds, and callers choose the error.
export { parseDuration } from '../duration.ts'
export type { IpBucket } from './ip-limits.ts'
export { createLimits, type Limits } from './limits.ts'
export type { SendBudget } from './send-budget.ts'
