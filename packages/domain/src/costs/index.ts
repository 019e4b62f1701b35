// What goods, payments, carriers and handling cost a shop: entries and rules, changes that reach back, and the orders that are
// booked again with them. How costs of an order are worked out stands in packages/costs.

export { previewChange, SavedCosts, saveCosts } from './change-costs.ts'
export * from './files/index.ts'
export { FoundParts, findParts } from './find-parts.ts'
export { GoodsCosts, GoodsCostView, hasCosts, listGoods, viewGoodsCost } from './goods-costs.ts'
export { CostChanges, CostRulesView, listChanges, listRules } from './list-changes.ts'
export { type CostJobServices, handleCostJobs, requestRestating, restateCosts } from './restate.ts'
export { listShippingMethods, ShippingMethods } from './shipping-methods.ts'
export { noteStoreCosts } from './store-costs.ts'
export { CostPreview } from './tell-preview.ts'
export { GoodsTimeLine, getGoodsTimeLine } from './time-line.ts'
export { TriedShipping, tryShipping } from './try-shipping.ts'
