// The summary of a shop: its figures, their course, what they consist of, down to the single order.
// Knows no platform and reads nothing but its own models; links are changes of the URL.
export { ConnectFirst, NothingHere } from '../../blocks/figures-page/empty-states.tsx'
export { FilterChips } from '../../blocks/figures-page/filter-chips.tsx'
export { SummaryBoard } from './layout/summary-board.tsx'
export type { PagePart } from './model.ts'
export { SummaryHeader } from './summary-header.tsx'
