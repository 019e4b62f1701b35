// Every counted order with its money and all touches of its buyer, kept up to date with the facts it is derived from.
// Must not know how credit is given, nor who shows it.
export { deriveJourneys, type WhichJourneys } from './derive.ts'
export { handleJourneyJobs, type JourneyJobServices, requestJourneys } from './jobs.ts'
export { drainJourneys } from './keep-journeys.ts'
export { findJourneyState, markAllJourneys, markOrders, markVisitors } from './marks.ts'
