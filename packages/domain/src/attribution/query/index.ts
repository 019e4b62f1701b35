// Questions about credit and their answers: which channel, campaign or ad earned which part of which order.
// Must not know how journeys are worked out, nor who shows the answers.

export { exportAttribution } from './export-attribution.ts'
export { listAttributionOrders } from './list-attribution-orders.ts'
export {
  type CreditedPlaceFigures,
  type CreditedPlacesInput,
  listCreditedPlaces,
} from './list-credited-places.ts'
export { AttributionAnswer, AttributionOrders, type AttributionRow, type CreditFigures } from './outputs.ts'
export { queryAttribution } from './query-attribution.ts'
export {
  type AskedModel,
  type AttributionLevel,
  type AttributionOrdersInput,
  AttributionOrdersQuestion,
  AttributionQuestion,
  type AttributionQuestionInput,
  askedModels,
  attributionLevels,
  clickWindows,
  viewWindows,
} from './question.ts'
