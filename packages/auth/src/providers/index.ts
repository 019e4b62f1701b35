// Signing in with accounts of other providers: the way there and back, and ID tokens that a client has already.
// Must not know which account somebody gets: that is linking's.
import { unlinkIdentity } from '../linking/index.ts'
import type { RouteTable } from '../wire.ts'
import { callback } from './callback.ts'
import { idTokenGrant } from './id-token.ts'
import { authorize, authorizeLink } from './visit.ts'

/** What is answered here. */
export const providerRoutes: RouteTable = {
  'GET /authorize': authorize,
  'GET /callback': callback,
  'POST /callback': callback,
  'GET /user/identities/authorize': authorizeLink,
  'DELETE /user/identities/{id}': unlinkIdentity,
  'POST /token id_token': idTokenGrant,
}

export { failureParameters, readProviderTokens } from './outgoing.ts'
