// What is left of it, explained. Must not know how costs are booked, nor who shows the answers.

export { explainProfitChange } from './explain-profit-change.ts'
export { type Explained, explainedLines, ladder } from './outputs.ts'
