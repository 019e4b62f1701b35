// Orders and exchange rates from files: formats, conversion of rows into records, problems by row, and undoing a whole
// import. Must not know platforms; facts are written through the ledger only.
export { importFormats } from './formats.ts'
export { handleImportJobs, type ImportWork, importJobs, requestImportWork } from './import-jobs.ts'
export { type ImportOrders, importOrders } from './import-orders.ts'
export { areImportsBusy, ImportReport, type ImportState } from './import-states.ts'
export { ImportDetail, ImportView, listImportProblems, listImports, showImport } from './list-imports.ts'
export { discardImport, planImport, requestUndo, startImport } from './plan-import.ts'
export { ImportPreview, PreviewedOrder } from './preview-orders.ts'
export { type ImportedRates, importRates, previewRates, RatesFileReport, uploadRates } from './rates-file.ts'
export { type UploadedFile, uploadImport } from './stored-file.ts'
export { undoImport } from './undo-import.ts'
