// Exchange rates as a shop needs them: where they come from, what is missing, files of rates. Knows no order and no ad.
export { CurrenciesPage } from './currencies-page.tsx'
