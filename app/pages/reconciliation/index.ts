// A shop's figures beside its store's own report: by day, by reason and by order. Knows no platform by name.
export { ReconciliationPage } from './reconciliation-page.tsx'
