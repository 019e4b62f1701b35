// How a shop has its visits read and its credit given. Must not know how either is done.
export { getTrackingSettings } from './get-settings.ts'
export { knownDomains, loadTrackingSettings, toVisitRules } from './load-settings.ts'
export { saveTrackingSettings, TouchReplay } from './save-settings.ts'
export { settingsAfter, TrackingSettings, TrackingSettingsChange } from './settings.ts'
