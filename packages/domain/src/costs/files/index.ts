// Costs as files: printed, checked, and imported as one change (costs §9).

export { type CostFileKind, costFileKinds } from './columns.ts'
export { CheckedCostFile, CostFileReport, checkCostFile, ImportedCostFile, importCostFile } from './cost-files.ts'
export { CostFileText, exportCostFile, listMissingCosts, readCostFile } from './print-cost-file.ts'
