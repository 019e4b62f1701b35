// Whose a touch and an order are: people by their strong keys, devices by who was identified on them.
export type { HistoryEvent } from './events.ts'
export { resolveJourneys } from './journeys.ts'
