// How visits to a shop are tracked: settings, keys and what to install; events as they come in, and the touches that are derived
// from them; how long both are kept; what comes in now. Must not know HTTP, browsers, or how credit is given.
export { listTaggedAds, TaggedAds } from './audit/list-tagged-ads.ts'
export { utcDay } from './events/event-rows.ts'
export { writeEvents } from './events/write-events.ts'
export { importTouches, previewTouches, TouchFileReport } from './imports/import-touches.ts'
export {
  installFiles,
  makeInstallFile,
  type PixelCode,
  plainSnippet,
  storeTexts,
  surveyLink,
  surveySnippet,
  thanksSnippet,
} from './install/install-files.ts'
export { type Arrivals, showArrivals } from './install/show-arrivals.ts'
export { handleTrackingJobs, requestTouchReplay } from './jobs.ts'
export { createTrackingKey } from './keys/create-tracking-key.ts'
export { listTrackingKeys } from './keys/list-tracking-keys.ts'
export { revokeTrackingKey } from './keys/revoke-tracking-key.ts'
export { type LiveView, showLive } from './live/show-live.ts'
export { loadFirstKeptDay } from './retention/first-kept-day.ts'
export { purgeOldVisits } from './retention/purge-old-visits.ts'
export { getTrackingSettings } from './settings/get-settings.ts'
export { knownDomains, loadTrackingSettings, toVisitRules } from './settings/load-settings.ts'
export { saveTrackingSettings } from './settings/save-settings.ts'
export { TrackingSettings, TrackingSettingsChange } from './settings/settings.ts'
export { type AdIndex, loadAdIndex } from './touches/ad-index.ts'
export { adConnectors, channelOfKind } from './touches/ad-platforms.ts'
export { joinAd } from './touches/join-ads.ts'
export { previewTrackingSettings, SettingsPreview } from './touches/preview-settings.ts'
export {
  isSameTouch,
  keyOfTouch,
  StoredTouch,
  toStoredTouch,
  toTouchRow,
  toTouchTombstone,
  touchColumns,
} from './touches/touch-rows.ts'
export { createBuyerHash } from './touches/tracking-setup.ts'
