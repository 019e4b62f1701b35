// What orders cost, worked out from dated entries and rules, and why profit changed. Pure: knows no store, no table and no screen.

export { costOrder } from './costs.ts'
export { explainProfit, type ProfitChange, type ProfitFacts } from './explain.ts'
export { splitAmount } from './split.ts'
export type {
  ActualCost,
  CapturedPayment,
  CostedOrder,
  CostedRow,
  CostPart,
  CostRules,
  CostSettings,
  CostState,
  ExtraRow,
  FeeRule,
  GivenBack,
  GoodsEntry,
  HandlingRule,
  OrderCosts,
  OrderExpense,
  ReturnRule,
  RowCosts,
  ShippingRule,
  SoldGoods,
} from './types.ts'
