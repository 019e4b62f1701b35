// Named addresses of a shop's pages, each person's own. Must not know what the addresses ask for.

export type { SavedView } from './views.ts'
export { listViews, removeView, SaveViewInput, saveView } from './views.ts'
