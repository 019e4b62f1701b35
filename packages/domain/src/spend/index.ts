// Entries of custom spend of channels without a connector: entries, their distribution over days or their percentage of another figure,
// and their days in the ad facts. Must not know platforms' protocols, nor how figures are computed from the days.

export { listSpend, mostSpendEntries, removeSpend, SpendImport, SpendList, saveSpend } from './entries.ts'
export { type Counting, SpendEntry } from './entry.ts'
export { type SpendField, spendFields, spendLimits } from './fields.ts'
export {
  goOnWithSpend,
  handleSpendJobs,
  importSpend,
  previewSpend,
  SpendFileReport,
  undoSpendImport,
} from './import-spend.ts'
export { spendTemplate } from './read-spend-file.ts'
export { readShareMoves } from './shares.ts'
export { type Repetition, repetitions } from './spread.ts'
export { writeShares, writeSpendDays } from './write-days.ts'
