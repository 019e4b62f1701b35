import { adminRoutes } from '../admin/index.ts'
import * as info from '../info/endpoints.ts'
import { mfaRoutes } from '../mfa/index.ts'
import * as sessions from '../sessions/endpoints.ts'
import type { RouteTable } from './call.ts'

/** Everything the service answers. */
export const routes: RouteTable = {
  'GET /settings': info.settings,
  'GET /health': info.health,
  'GET /.well-known/jwks.json': info.jwks,
  'POST /token refresh_token': sessions.refreshGrant,
  'POST /logout': sessions.logout,
  'GET /user': sessions.getUser,
  ...mfaRoutes,
  ...adminRoutes,
}
