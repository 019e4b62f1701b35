// Draws series with units: lines, bars, sparklines, changes. Server-rendered SVG; its scales are d3's.
// Knows no metric, no shop and no URL: it is given numbers to place and texts to print.

export { type Axis, createAxis } from './axis.ts'
export { type BarColumn, type BarRow, Bars } from './bars.tsx'
export { type Caveat, type Change, describeChange, fewOrdersCaveat } from './change.ts'
export { ChartTable } from './chart-table.tsx'
export { Delta } from './delta.tsx'
export { FigureChange, FigureText } from './figure-text.tsx'
export { type Flow, FlowMap } from './flow-map.tsx'
export { type PackedPoints, type PackedSeries, packPoints, packSeries, unpackPoints } from './packed.ts'
export type { TimePoint } from './series.ts'
export { type Series, seriesColors, seriesOf } from './series.ts'
export { Sparkline } from './sparkline.tsx'
export { StackedBars, type StackSeries } from './stacked-bars.tsx'
export { TimeSeries } from './time-series.tsx'
export { Waterfall } from './waterfall.tsx'
