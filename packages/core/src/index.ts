// The vocabulary every part shares: errors, ids, money, the clock. Knows nothing of storage, HTTP or the product.
// Days and zones live in `@tillsight/core/days`, so that a browser bundle does not carry the calendar library; merging
// JSON in `@tillsight/core/merge-patch`.
export { type Clock, fixedClock, systemClock } from './clock.ts'
export { addDecimals, divideDecimals, divideRounded, printFixed, readFixed, roundFixed } from './decimal.ts'
export { AppError, type ErrorCode, type ErrorDetails, errorCodes, isAppError, toOutage } from './errors.ts'
export {
  type ConnectionId,
  type CustomerId,
  type OrganisationId,
  type PersonId,
  type ShopId,
  toConnectionId,
  toCustomerId,
  toOrganisationId,
  toPersonId,
  toShopId,
  unidentifiedCustomer,
} from './ids.ts'
export { type LocalTimes, localTimesOf } from './local-time.ts'
export {
  type Amount,
  addAmounts,
  amountDecimals,
  amountText,
  convertAmount,
  currencyDecimals,
  formatAmount,
  isCurrency,
  negateAmount,
  parseAmount,
  parseRate,
  type Rate,
  rateDecimals,
  rateText,
  roundAmount,
  subtractAmounts,
  unitRate,
  zeroAmount,
} from './money.ts'
export { decimalCell, formulaCell, plainCell } from './plain-cell.ts'
export { clipValue, describeProblem, type RowProblem } from './row-problems.ts'
