// What a touch, a journey and a credit are, and the exact arithmetic of every model. Knows no store and no platform.
export { classify, type Landing } from './classify/index.ts'
export {
  additiveModels,
  attribute,
  type Claim,
  type Credit,
  type CreditConfig,
  claim,
  claimsModel,
  doesCount,
  isEarlier,
  type Order,
  type Touch,
  usualConfig,
} from './credit/index.ts'
export { markov, type PathRow, shapley, shapleyOrdered } from './fitted/index.ts'
export { type HistoryEvent, resolveJourneys } from './identity/index.ts'
