// Credit of single orders: windows, journeys, models and exact amounts. Pure functions of touches and orders.
export { attribute, claim } from './attribute.ts'
export { doesCount, isEarlier, journeyOf } from './journey.ts'
export {
  additiveModels,
  type Claim,
  type Credit,
  type CreditConfig,
  claimsModel,
  type Order,
  type Touch,
  usualConfig,
} from './types.ts'
