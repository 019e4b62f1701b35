// One order opened up: what the store says of it, what the ledger made of it, its touches, and what each model gives them.
// Must not know how journeys come about, nor who shows them.
export { getOrder } from './get-order.ts'
export { getOrderJourney, type OrderJourneyInput } from './get-order-journey.ts'
export { OrderAnswer, OrderJourney } from './outputs.ts'
