import type { RequestIdentity } from '../../identity.ts'

/** The official client of one request. */
export type AuthClient = RequestIdentity['auth']
