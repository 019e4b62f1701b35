// Touches of visitors: derived from events, joined with ads, kept up to date. Must not know how credit is given.
export { adConnectors } from './ad-platforms.ts'
export { previewTrackingSettings, SettingsPreview } from './preview-settings.ts'
export { replayTouches } from './replay-touches.ts'
