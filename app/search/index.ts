// What the URL of a shop page says: period, comparison, filters, what is open. The URL is the only place for it,
// and it never holds a default. Knows no component and no service; runs in the browser and on the server.
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
