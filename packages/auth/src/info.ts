import { listedProviders } from './provider-settings.ts'
import type { Endpoint } from './wire.ts'

/** `GET /settings`: what the sign-in screens may offer. */
export const settings: Endpoint = async (auth) => {
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
export const health: Endpoint = async () =>
  Response.json({
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  })

/** `GET /.well-known/jwks.json`. Shared secrets are never listed. */
export const jwks: Endpoint = async (auth) =>
  Response.json({ keys: await auth.keys.published() }, { headers: { 'cache-control': 'public, max-age=600' } })
