// How long visits are kept, and what becomes of those of a person who is to be forgotten. Must not know requests for it.
export { eraseVisits, renewErasedJourneys } from './erase-visits.ts'
export { findPersonVisits } from './person-visits.ts'
export { purgeOldVisits } from './purge-old-visits.ts'
