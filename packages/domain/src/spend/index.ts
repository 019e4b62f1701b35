// Entries of custom spend of channels without a connector: entries, their distribution over days, and their days in the ad facts. Must
// not know platforms, nor how figures are computed from the days.

export { listSpend, mostSpendEntries, removeSpend, SpendImport, SpendList, saveSpend } from './entries.ts'
export { SpendEntry } from './entry.ts'
export { type Counting, type SpendField, spendFields, spendLimits } from './fields.ts'
export {
  goOnWithSpend,
  handleSpendJobs,
  importSpend,
  previewSpend,
  SpendFileReport,
  undoSpendImport,
} from './import-spend.ts'
export { spendTemplate } from './read-spend-file.ts'
export { type Repetition, repetitions } from './spread.ts'
export { writeSpendDays } from './write-days.ts'
