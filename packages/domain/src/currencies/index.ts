// Exchange rates: look-up, conversion maps for reports, published tables as text. Knows nothing of orders.
export { readRateTable } from './rate-table.ts'
export { baseCurrency, createRateLookup, listDailyRates, loadRates, type RateLookup, storeRates } from './rates.ts'
