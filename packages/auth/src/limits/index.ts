// How often anybody may do anything: per address, per recipient, per account, in all.
// Must not know the wire: it answers yes, no or seconds, and callers choose the error.
export { parseDuration } from './duration.ts'
export type { FailureCount, FailureCounter } from './failure-counter.ts'
export type { IpBucket, IpLimits } from './ip-limits.ts'
export { createLimits, type Limits, type LimitsOptions } from './limits.ts'
export type { PasswordAttempt, PasswordFailures } from './password-failures.ts'
export type { SendBudget } from './send-budget.ts'
export type { SendInterval } from './send-interval.ts'
