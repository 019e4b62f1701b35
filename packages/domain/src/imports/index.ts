// Orders and exchange rates from files: which kinds there are, how rows become records, what was wrong with which row.
// Must not know platforms; facts go in through the ledger only.
export { importFormats } from './formats.ts'
export type { ImportColumn, ImportFormat } from './import-format.ts'
export { type ImportOrders, importOrders } from './import-orders.ts'
export { type ImportedRates, importRates } from './import-rates.ts'
export { ImportReport } from './import-report.ts'
export { fileSource, type ImportSource } from './import-source.ts'
export { ImportView, listImports } from './list-imports.ts'
export { describeProblem, type RowProblem } from './row-problems.ts'
