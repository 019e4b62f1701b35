// Named addresses of a shop's pages, each person's own. Must not know what the addresses ask for.
export { SaveViewInput } from './inputs.ts'
export { listViews } from './list-views.ts'
export { removeView } from './remove-view.ts'
export { saveView } from './save-view.ts'
export type { SavedView } from './view.ts'
