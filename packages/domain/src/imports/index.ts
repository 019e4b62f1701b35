// Orders from files: which kinds of files there are, how rows become records, and what was wrong with which row.
// Must not know platforms; facts go in through the ledger only.
export { importFormats } from './formats.ts'
export type { ImportColumn, ImportFormat } from './import-format.ts'
export { type ImportOrders, importOrders } from './import-orders.ts'
export { ImportReport } from './import-report.ts'
export { fileSource, type ImportSource } from './import-source.ts'
export { ImportView, listImports } from './list-imports.ts'
export { describeProblem, type RowProblem } from './row-problems.ts'
