// Which marketing earned which orders: journeys, credit and reports. Must not know interfaces, nor how visits are collected.

export {
  type AttributionLevel,
  type AttributionOrdersInput,
  AttributionOrdersQuery,
  AttributionQuery,
  type AttributionQueryInput,
  attributionLevels,
} from './query/attribution-query.ts'
export { exportAttribution } from './query/export-attribution.ts'
export { listAttributionOrders } from './query/list-attribution-orders.ts'
export {
  type CreditedPlaceFigures,
  type CreditedPlacesInput,
  listCreditedPlaces,
} from './query/list-credited-places.ts'
export { AttributionOrders, AttributionResult, type AttributionRow, type CreditFigures } from './query/outputs.ts'
export { type ProductAds, type ProductAdsAsk, readProductAds } from './query/product-ads.ts'
export { queryAttribution } from './query/query-attribution.ts'
export { unknownSpend } from './query/spending.ts'
export { ReportResult } from './reports/outputs.ts'
export { reportAttribution } from './reports/report-attribution.ts'
export { type ReportKind, ReportQuery, type ReportQueryInput, reportKinds } from './reports/report-query.ts'
