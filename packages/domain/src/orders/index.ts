// One order opened up: what the store says of it, what the ledger made of it, its touches, and what each model gives them.
// Must not know how journeys come about, nor who shows them.
export { getOrder, getOrderJourney, type OrderJourneyInput } from './get-order.ts'
export { OrderAnswer, OrderJourney } from './outputs.ts'
