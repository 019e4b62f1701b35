// Details of one order: the store's data, its booking in the ledger, its touches, and each model's credit for them. Must not
// know how journeys are derived, nor who shows them.
export { getOrder, getOrderJourney, type OrderJourneyInput } from './get-order.ts'
export { OrderJourney, OrderResult } from './outputs.ts'
