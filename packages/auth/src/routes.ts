import { putUser, reauthenticate } from './account/index.ts'
import { adminRoutes } from './admin/index.ts'
import { mfaRoutes } from './mfa/index.ts'
import { oauthRoutes } from './oauth/index.ts'
import { listedProviders } from './provider-settings.ts'
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
import type { Endpoint, RouteTable } from './wire.ts'

/** `GET /settings`: the options that sign-in screens may offer. */
const settings: Endpoint = async (auth) => {
  const { settings: own, sms } = auth
  const external = Object.fromEntries([
    ...listedProviders.map((name) => [name, own.providers.has(name)]),
    ...[...own.providers.keys()].map((name) => [name, true]),
    ['email', own.email.enabled],
    ['phone', own.sms.enabled],
    ['anonymous_users', own.anonymousEnabled],
  ])
  return Response.json({
    external,
    disable_signup: own.signUpDisabled,
    mailer_autoconfirm: own.email.autoConfirm,
    phone_autoconfirm: own.sms.autoConfirm,
    sms_provider: sms?.name ?? '',
    saml_enabled: own.saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  })
}

/** `GET /health`; clients recognise the service by it. */
const health: Endpoint = async () =>
  Response.json({
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })

/** `GET /.well-known/jwks.json`. Never lists shared secrets. */
const jwks: Endpoint = async (auth) =>
  Response.json({ keys: await auth.keys.published() }, { headers: { 'cache-control': 'public, max-age=600' } })

/** All endpoints of the service. */
export const routes: RouteTable = {
  'GET /settings': settings,
  'GET /health': health,
  'GET /.well-known/jwks.json': jwks,
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
  ...oauthRoutes,
}
