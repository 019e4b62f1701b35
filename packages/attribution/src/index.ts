// What a touch, a journey and a credit are, and the exact arithmetic of every model. Knows no store and no platform.
export {
  bareHost,
  classify,
  clickIds,
  type Evidence,
  type Landing,
  readParameters,
  usualBouncers,
} from './classify/index.ts'
export {
  type AdditiveModel,
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
  weightsOf,
} from './credit/index.ts'
export { markov, type PathRow, shapley, shapleyOrdered } from './fitted/index.ts'
export { type HistoryEvent, resolveJourneys } from './identity/index.ts'
export {
  clickIdOf,
  cutSessions,
  deriveTouches,
  landingsOf,
  nameOf,
  readVisit,
  ruleComparisons,
  ruleFields,
  sessionPause,
  type TouchDraft,
  type Visit,
  type VisitEvent,
  type VisitRules,
} from './sessions/index.ts'
export {
  type BaseAsk,
  baseSql,
  type ClaimsAsk,
  type CreditAsk,
  claimsSql,
  creditSql,
  eligibleSql,
  type SqlText,
  type TouchColumn,
  touchColumns,
  type WindowRules,
} from './sql/index.ts'
