// What deriving journeys again does to credit of days that are over: which channel lost what to which other, and why.
// Must not know how journeys are derived, nor who shows what moved.
export type { MoveCause } from './credit-moves.ts'
export { followAll, noteMoves, readSettled } from './note-moves.ts'
export { MovedCredit } from './save-moves.ts'
