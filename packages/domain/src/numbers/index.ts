// What changed figures of past days afterwards. Must not know how facts come in, nor who shows it.
export { listNumberChanges, NumberChangeView } from './list-number-changes.ts'
