// The metric catalogue, and the single path from a query to SQL and from rows to a result. Pure: knows nothing of input and
// output, HTTP, React or either store's driver.

export { fromDayNumber, spanOf, toDayNumber } from './calendar.ts'
export { adFigures } from './catalogue/ads.ts'
export {
  datasets,
  isOfProfit,
  type OrderValue,
  orderValueIds,
  orderValues,
  type PlaceLevel,
  placeColumns,
  placeLevels,
  usualOrderValue,
  valueReturnIds,
} from './catalogue/index.ts'
export { returned, sold } from './catalogue/rows.ts'
export { RequestedClaims } from './claims.ts'
export { compile } from './compile.ts'
export { type Conversion, conversionOf, unratedDays } from './conversion.ts'
export type { CountingRule } from './counting.ts'
export { pageOf, pageStart, placeCursor } from './cursor.ts'
export {
  type CatalogueDescription,
  type DimensionDescription,
  describeCatalogue,
  type MetricDescription,
} from './describe.ts'
export { compileRows, type RowsQuery } from './drilldown.ts'
export { addKnown, type Exact, moneyText, ratioText } from './exact.ts'
export { asksAds, asksClaims, isAboutCustomers, isOfDelivery } from './formula.ts'
export {
  ComparisonInput,
  CurrencyInput,
  checkRange,
  DayInput,
  FilterInput,
  MetricQueryInput,
  parseQuery,
  queryLimits,
} from './input.ts'
export { type DayRate, dayRate } from './ledger-sql.ts'
export {
  compileOrderList,
  ledgerSum,
  type OrderChoice,
  type OrderListQuery,
  OrderListRow,
  orderListCursor,
} from './order-list.ts'
export { type OwnUnit, ownUnits } from './own-metrics/formula-unit.ts'
export {
  type OwnMetric,
  type OwnMetricDefinition,
  openOwnMetric,
  ownChange,
  ownNamesIn,
  ownPrefix,
} from './own-metrics/own-metrics.ts'
export { longestFormula } from './own-metrics/read-formula.ts'
export { compareRange, defaultInterval, type Preset, type PresetContext, presetRange, presets } from './periods.ts'
export {
  findPlatform,
  type PlatformDefinition,
  platforms,
  type StatDefinition,
} from './platforms.ts'
export { hasCosts, knownShares } from './quality.ts'
export type {
  AdCurrency,
  AdsScope,
  Bound,
  Comparison,
  Filter,
  Interval,
  MetricChange,
  MetricComparison,
  MetricQuery,
  MetricResult,
  MetricRow,
  MetricValue,
  MetricValues,
  RatioBasis,
  RowOrder,
  Scope,
  SeriesPoint,
} from './query.ts'
export { type ResultRow, resultColumns } from './result-row.ts'
export { compileDaily, compileDailyParts, type DailyTask, dailyFingerprint } from './rollup.ts'
export { compileNames, type NameOfKey, withNames } from './row-names.ts'
export { shape } from './shape.ts'
export { type AdFigureRow, type FigureRow, type FigureRows, RowsResultRow, shapeRows } from './shape-rows.ts'
export { compileSeries, withSeries } from './time-series.ts'
export { mostDecimals } from './values.ts'
