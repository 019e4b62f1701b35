// The summary of a shop: its figures, their course, what they consist of, down to the single order.
// Knows no platform and reads nothing but its own models; links are changes of the URL.
export { BreakdownCard, BreakdownFailed, BreakdownSkeleton } from './breakdown-card.tsx'
export { ChartCard } from './chart-card.tsx'
export { DrillDown, DrillDownSkeleton } from './drill-down.tsx'
export { ConnectFirst, NothingHere } from './empty-states.tsx'
export { FilterChips } from './filter-chips.tsx'
export { OrderDetail } from './order-detail.tsx'
export { SummaryHeader } from './summary-header.tsx'
export { TileGrid } from './tile-grid.tsx'
