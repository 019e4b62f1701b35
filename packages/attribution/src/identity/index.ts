// Identity: people by their strong keys, devices by who was identified on them, and so the owner of each touch and order.
export type { HistoryEvent } from './journeys.ts'
export { resolveJourneys } from './journeys.ts'
