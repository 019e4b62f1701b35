// Signing in with other providers' accounts: the redirects there and back, and ID tokens that a client already has. Must not
// know which account a user gets: that is up to linking.
import { unlinkIdentity } from '../linking/index.ts'
import type { RouteTable } from '../wire.ts'
import { callback } from './callback.ts'
import { idTokenGrant } from './id-token.ts'
import { authorize, authorizeLink } from './visit.ts'

/** The endpoints of sign-in providers. */
export const providerRoutes: RouteTable = {
  'GET /authorize': authorize,
  'GET /callback': callback,
  'POST /callback': callback,
  'GET /user/identities/authorize': authorizeLink,
  'DELETE /user/identities/{id}': unlinkIdentity,
  'POST /token id_token': idTokenGrant,
}

export { failureParameters, readProviderTokens } from './outgoing.ts'
