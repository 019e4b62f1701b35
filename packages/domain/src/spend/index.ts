// What shops spend on channels without a connector: entries, how they lie on days, and their days among the facts of ads.
// Must not know platforms, nor how figures are made of the days.

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
