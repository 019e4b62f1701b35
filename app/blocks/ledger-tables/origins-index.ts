// What the store itself wrote on its orders about the visit they came from: evidence, not attribution.
// Knows no ad platform and no touchpoint, because none are collected.
export type { OriginsModel } from './origins-model.ts'
export { OriginsTable } from './origins-table.tsx'
export { SignalCard } from './signal-card.tsx'
