// What comes in now, for people who watch it. Must not know how events are collected.
export { type LiveView, showLive } from './show-live.ts'
