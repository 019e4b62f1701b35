// Tracking of visits to a shop: settings, keys and install files; incoming events and the touches derived from them;
// retention of both; the live view. Must not know HTTP, browsers, or how credit is assigned.
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
export { createTrackingKey, listTrackingKeys, revokeTrackingKey } from './keys.ts'
export { type LiveView, showLive } from './live/show-live.ts'
export { loadFirstKeptDay, purgeOldVisits } from './retention.ts'
export { TrackingSettings, TrackingSettingsChange } from './settings/settings.ts'
export {
  getTrackingSettings,
  knownDomains,
  loadTrackingSettings,
  saveTrackingSettings,
  toVisitRules,
} from './settings/stored-settings.ts'
export { type AdIndex, adConnectors, channelOfKind, loadAdIndex } from './touches/ad-index.ts'
export { joinAd } from './touches/join-ads.ts'
export { previewTrackingSettings, SettingsPreview } from './touches/preview-settings.ts'
export {
  createBuyerHash,
  isSameTouch,
  keyOfTouch,
  StoredTouch,
  toStoredTouch,
  toTouchRow,
  toTouchTombstone,
  touchColumns,
} from './touches/touch-rows.ts'
