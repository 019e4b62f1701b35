// Keys that pages of a shop name it with. Knows nothing of what comes in with them.
export { createTrackingKey } from './create-tracking-key.ts'
export { listTrackingKeys } from './list-tracking-keys.ts'
export { revokeTrackingKey } from './revoke-tracking-key.ts'
export type { TrackingKey } from './tracking-key.ts'
