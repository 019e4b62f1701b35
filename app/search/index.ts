// What the URL of a shop page says: period, comparison, filters, what is open. The URL is the only place for it,
// and it never holds a default. Knows no component and no service; runs in the browser and on the server.
export { presetKeys, presetLabels, presets } from './period.ts'
export { parseSearch, type SearchPatch, type SearchState, samePage, toSearch, withSearch } from './state.ts'
