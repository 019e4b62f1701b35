// The one client through which connectors reach platforms: time-outs, retries, pacing, redirect and address guards,
// decompression, redaction and recording. Knows nothing of any platform, of stores or of the product's own server.
export { findPublicAddresses, isPublicAddress } from './addresses.ts'
export { createHttpClient, type HttpClientOptions, type OwnedHttpClient } from './client.ts'
export { isSameRegistrableDomain } from './redirects.ts'
export { judgeStatus, retryAfterMs } from './retry.ts'
export { wasNeverSent } from './transport-failures.ts'
