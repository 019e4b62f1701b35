// One order opened up: its touches, and what each model gives them and why.
// Must not know how journeys come about, nor who shows them.
export { getOrderJourney, type OrderJourneyInput } from './get-order-journey.ts'
export { OrderJourney } from './outputs.ts'
