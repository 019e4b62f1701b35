// Details of one order: the store's data, its booking in the ledger, its touches, and each model's credit for them. Must not
// know how journeys are derived, nor who shows them.
export { getOrder } from './get-order.ts'
export { getOrderJourney, type OrderJourneyInput } from './order-journey.ts'
export { type OrderCost, OrderJourney, type OrderProfit, OrderResult } from './outputs.ts'
