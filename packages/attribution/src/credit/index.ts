// Credit of single orders: windows, journeys, models and exact amounts. Pure functions of touches and orders.
export { attribute, claim, weightsOf } from './attribute.ts'
export { doesCount, isEarlier, journeyOf } from './journey.ts'
export {
  type AdditiveModel,
  additiveModels,
  type Claim,
  type Credit,
  type CreditConfig,
  claimsModel,
  direct,
  type Order,
  type Touch,
  usualConfig,
} from './types.ts'
