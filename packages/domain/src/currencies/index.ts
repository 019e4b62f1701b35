// Exchange rates: their source, look-up, conversion maps for reports, and the rates that a shop lacks. Knows nothing of
// orders.
export { bankUrl, type FetchedRates, fetchRates, type RateServices, type RateSource } from './fetch-rates.ts'
export { handleRateJobs, keepRates, type RateJobServices, ratesJob, requestFollowing, requestRates } from './jobs.ts'
export { RateNeed, RateUse } from './rate-needs.ts'
export { fetchRatesNow, RatesView, showRates } from './rate-state.ts'
export {
  assertMayKeepRates,
  baseCurrency,
  createRateLookup,
  listDailyRates,
  loadRates,
  mayKeepRates,
  type RateLookup,
  storeRates,
} from './rates.ts'
export { readRates, unpackRates } from './read-rates.ts'
