// The orders of a period, and details of each: the store's data, its booking in the ledger, its touches, and each model's credit for them. Must not
// know how journeys are derived, nor who shows them.
export { getOrder } from './get-order.ts'
export { listOrders } from './list-orders.ts'
export { getOrderJourney, type OrderJourneyInput } from './order-journey.ts'
export { type OrderCost, OrderJourney, OrderList, type OrderProfit, OrderResult } from './outputs.ts'
