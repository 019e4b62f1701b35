// Facts as rows for files: what figures are made of, in a shape that spreadsheets and scripts take.
// Must not know file formats.

export { exportCustomers } from './export-customers.ts'
export { exportLedger } from './export-ledger.ts'
export { exportMetrics } from './export-metrics.ts'
export { exportOrders } from './export-orders.ts'
export { ColumnKind, ExportRow, type ExportTable } from './export-rows.ts'
