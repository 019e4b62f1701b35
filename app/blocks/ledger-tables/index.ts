// Tables of the shop's figures by what the orders say of themselves: products, payment methods, countries, coupons.
// Knows no page and no cost; loaders print, components only place. Links are changes of the URL.
export { LedgerTable } from './ledger-table.tsx'
export type { TableModel } from './model.ts'
export { TableFailed, TableSkeleton } from './table-states.tsx'
