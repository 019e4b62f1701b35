// Every counted order with its money and all touches of its buyer, kept up to date with the facts it is derived from; and the
// restatements of past credit that this causes. Must not know who asks for credit, nor who shows it.
export { deriveJourneys } from './derive.ts'
export {
  contributionMetric,
  contributionSource,
  inCurrency,
  journeySource,
  leftOutSql,
  localDaySql,
  moneySource,
  rateSql,
  type SourceAsk,
  touchLists,
} from './journey-source.ts'
export { isInTimeSql } from './journey-sql.ts'
export {
  drainJourneys,
  followWithJourneys,
  handleJourneyJobs,
  type JourneyJobServices,
  requestJourneys,
} from './keep-journeys.ts'
export { MovedCredit } from './moves/credit-moves.ts'
export { type JourneyRow, kindOf, listTouches, readAdNames, readJourney, readTouchesOf } from './read-journey.ts'
export { writeOrderEvidence } from './write-order-evidence.ts'
