// Whose a touch and an order are: people by their strong keys, devices by who was identified on them.
export type { HistoryEvent } from './journeys.ts'
export { resolveJourneys } from './journeys.ts'
