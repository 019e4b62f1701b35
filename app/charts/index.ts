// Draws series with units: lines, bars, sparklines, changes. Server-rendered SVG on d3 modules.
// Knows no metric, no shop and no URL: it is given numbers to place and texts to print.

export { type Axis, createAxis } from './axis.ts'
export { type BarRow, Bars } from './bars.tsx'
export { type Caveat, type Change, describeChange } from './change.ts'
export { ChartTable } from './chart-table.tsx'
export { Delta } from './delta.tsx'
export { Sparkline } from './sparkline.tsx'
export type { TimePoint } from './time-point.ts'
export { TimeSeries } from './time-series.tsx'
