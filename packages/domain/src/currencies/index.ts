// Exchange rates: look-up, conversion maps for reports, import of published tables. Knows nothing of orders.
export { type ImportedRates, importRates } from './import-rates.ts'
export { baseCurrency, createRateLookup, listDailyRates, loadRates, type RateLookup, storeRates } from './rates.ts'
