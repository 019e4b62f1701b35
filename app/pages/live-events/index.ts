// The monitor of events. Knows how they read, and nothing of how they come in.
export { LivePage } from './live-page.tsx'
export type { LiveModel } from './model.ts'
