// What orders cost, worked out from dated entries and rules, and why profit changed. Pure: knows no store, no table and no screen.

export { costOrder } from './costs.ts'
export { shippingOf } from './delivery.ts'
export { explainProfit, type ProfitChange, type ProfitFacts } from './explain.ts'
export { costOfMadeOf } from './goods.ts'
export type * from './rules.ts'
export { percentageOf, splitAmount } from './split.ts'
export type * from './types.ts'
