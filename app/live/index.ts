// Pages that follow the facts by themselves: they hear of new ones and load their figures again when that disturbs nobody.
// Knows the stream of changes and the router; no metric, no widget. Whatever must not move under the pointer wears
// `data-live-hold`.
export { LiveUpdates } from './live-updates.tsx'
