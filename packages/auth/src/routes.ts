import { putUser, reauthenticate } from './account/index.ts'
import { adminRoutes } from './admin/index.ts'
import * as info from './info.ts'
import { mfaRoutes } from './mfa/index.ts'
import { providerRoutes } from './providers/index.ts'
import {
  getUser,
  logout,
  magicLink,
  otp,
  passwordGrant,
  pkceGrant,
  recover,
  refreshGrant,
  resend,
} from './sign-in/index.ts'
import { signUp } from './sign-up/index.ts'
import { ssoRoutes } from './sso/index.ts'
import { followLink, verify } from './verify.ts'
import type { RouteTable } from './wire.ts'

/** Everything the service answers. */
export const routes: RouteTable = {
  'GET /settings': info.settings,
  'GET /health': info.health,
  'GET /.well-known/jwks.json': info.jwks,
  'POST /token refresh_token': refreshGrant,
  'POST /logout': logout,
  'GET /user': getUser,
  'PUT /user': putUser,
  'GET /reauthenticate': reauthenticate,
  'POST /signup': signUp,
  'POST /token password': passwordGrant,
  'POST /token pkce': pkceGrant,
  'POST /otp': otp,
  'POST /magiclink': magicLink,
  'POST /recover': recover,
  'POST /resend': resend,
  'POST /verify': verify,
  'GET /verify': followLink,
  ...providerRoutes,
  ...mfaRoutes,
  ...adminRoutes,
  ...ssoRoutes,
}
