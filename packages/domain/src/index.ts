// What the product does: a folder per subject, a file per verb, with pure rules next to them. Must not know HTTP, React,
// environment variables or how processes are started.
export * from './ad-facts/index.ts'
export * from './ads/index.ts'
export * from './annotations.ts'
export * from './attribution/index.ts'
export * from './campaigns/index.ts'
export * from './connections/index.ts'
export * from './context/index.ts'
export * from './conversions/index.ts'
export * from './costs/index.ts'
export { clickWindows, type RequestedModel, requestedModels, viewWindows } from './credit/index.ts'
export * from './currencies/index.ts'
export * from './customers/index.ts'
export * from './exports.ts'
export { fileSource, type ImportSource } from './files/index.ts'
export * from './guide/index.ts'
export * from './health/index.ts'
export * from './imports/index.ts'
export * from './inputs/index.ts'
export {
  deriveJourneys,
  drainJourneys,
  followWithJourneys,
  handleJourneyJobs,
  type JourneyJobServices,
  requestJourneys,
} from './journeys/index.ts'
export * from './ledger/index.ts'
export * from './maintenance.ts'
export * from './numbers.ts'
export * from './orders/index.ts'
export * from './organisations/index.ts'
export * from './people/index.ts'
export * from './preferences.ts'
export * from './privacy/index.ts'
export * from './products/index.ts'
export * from './profit/index.ts'
export * from './reconciliation/index.ts'
export * from './reports/index.ts'
export * from './shops/index.ts'
export * from './spend/index.ts'
export * from './survey/index.ts'
export * from './sync/index.ts'
export * from './tracking/index.ts'
export * from './verbs.ts'
export * from './views.ts'
export * from './watch/index.ts'
export * from './work.ts'
