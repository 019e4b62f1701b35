// Facts of ad platforms: additive parts of whole days, names, hours and click ids, and how to delete them. Must not know
// connections, platform protocols or how reports query.

export type { AdBatch, AdWriteOutcome } from './batch.ts'
export { AdAccountProblem, changedBasics } from './batch.ts'
export { type AdKey, bookDay, type LeafRow, type ReachOfDay, reachOf } from './book-day.ts'
export { AdEntity, entitiesSql, keyOfEntity, knownEntities, loadFewEntities } from './entities.ts'
export { type ForgottenAds, forgetAds, heldAdDays } from './held-days.ts'
export { writeAdRecords } from './write-ad-records.ts'
