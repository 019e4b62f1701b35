// What ad platforms said, booked: parts that add up, whole days, names, hours, click ids, and forgetting them again.
// Must not know connections, platforms' protocols or how reports ask.

export type { AdBatch, AdWriteOutcome } from './batch.ts'
export { AdAccountProblem, changedBasics } from './batch.ts'
export { type AdKey, bookDay, type LeafRow, type ReachOfDay, reachOf } from './book-day.ts'
export { type ForgottenAds, forgetAds, heldAdDays } from './held-days.ts'
export { writeAdRecords } from './write-ad-records.ts'
