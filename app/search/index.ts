// The state in the URL of a shop page: period, comparison, filters, open panel. The URL is its only source, and defaults are
// never written to it. Knows no component and no service; runs in the browser and on the server.
export { type CreditPatch, type CreditState, clickWindows, viewWindows } from './credit.ts'
export { presetKeys, presets } from './period.ts'
export type { PeriodProblem, ResolvedPeriod } from './resolve-period.server.ts'
export {
  openingSearch,
  parseSearch,
  type SearchPatch,
  type SearchState,
  samePage,
  toKept,
  toSearch,
  withSearch,
} from './state.ts'
