// How visits become channels, and what other rules would make of them. Knows no figure of orders.
export { RulesPage } from './rules-page.tsx'
