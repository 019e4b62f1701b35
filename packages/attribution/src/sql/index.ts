// Credit of all orders at once, as SQL over lists of touches. Gives exactly the results of `credit/`; knows no store and no
// driver.
export { type ClaimsAsk, claimsSql } from './claims.ts'
export { type CreditAsk, creditSql, type TouchColumn, touchColumns } from './credit.ts'
export { creditSumsSql, rareSql } from './credit-sums.ts'
export { type BaseAsk, baseSql, eligibleSql, type WindowRules } from './eligible.ts'
export type { SqlText } from './sql-text.ts'
