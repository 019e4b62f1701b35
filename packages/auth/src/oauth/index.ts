// The authorization server (OAuth 2.1) through which people connect assistants. Must not know what they ask, nor shops: the
// product names its resource and scopes, and adds what it likes to a person's decision.
import type { Auth } from '../context.ts'
import type { Endpoint, RouteTable } from '../wire.ts'
import { createClient, deleteClient, listClients, readClient, renewSecret, updateClient } from './admin-clients.ts'
import { authorize } from './authorize.ts'
import { registerClient } from './clients.ts'
import { decide, listGrants, revokeGrant, showAuthorization } from './consent.ts'
import { requireResource } from './server.ts'
import { idleLifeMs, revokeToken, tradeForTokens } from './token.ts'

/** `GET /.well-known/oauth-authorization-server` (RFC 8414), and the same where OpenID Connect has it. */
const metadata: Endpoint = async (auth) => {
  const resource = requireResource(auth)
  const issuer = auth.externalUrl()
  const signing = await auth.keys.signer()
  return Response.json(
    {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/clients/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      scopes_supported: resource.scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      // Clients that read the document of OpenID Connect insist on these; there are no ID tokens.
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signing.algorithm],
    },
    { headers: { 'cache-control': 'public, max-age=600' } },
  )
}

/** Endpoints of the authorization server. */
export const oauthRoutes = {
  'GET /.well-known/oauth-authorization-server': metadata,
  'GET /.well-known/openid-configuration': metadata,
  'GET /oauth/authorize': authorize,
  'POST /oauth/token': tradeForTokens,
  'POST /oauth/revoke': revokeToken,
  'POST /oauth/clients/register': registerClient,
  'GET /oauth/authorizations/{id}': showAuthorization,
  'POST /oauth/authorizations/{id}/consent': decide,
  'GET /user/oauth/grants': listGrants,
  'DELETE /user/oauth/grants': revokeGrant,
  'GET /admin/oauth/clients': listClients,
  'POST /admin/oauth/clients': createClient,
  'GET /admin/oauth/clients/{id}': readClient,
  'PUT /admin/oauth/clients/{id}': updateClient,
  'DELETE /admin/oauth/clients/{id}': deleteClient,
  'POST /admin/oauth/clients/{id}/regenerate_secret': renewSecret,
} satisfies RouteTable

const dayMs = 86_400_000
const unusedLifeMs = 30 * dayMs

/** Deletes what has ended: old requests, tokens, connections without any, and clients that nobody used for 30 days. */
export async function sweepOAuth(auth: Auth): Promise<void> {
  const db = auth.db.kysely
  const before = (ms: number) => new Date(auth.clock.now().getTime() - ms)
  await db.deleteFrom('authOauthAuthorizations').where('createdAt', '<', before(dayMs)).execute()
  await db.deleteFrom('authOauthTokens').where('refreshedAt', '<', before(idleLifeMs)).execute()
  await db
    .deleteFrom('authOauthGrants')
    .where('grantedAt', '<', before(dayMs))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('authOauthTokens').select('id').whereRef('grantId', '=', 'authOauthGrants.id'))),
    )
    .execute()
  await db
    .deleteFrom('authOauthClients')
    .where('kind', '!=', 'manual')
    .where((eb) => eb.fn.coalesce('usedAt', 'createdAt'), '<', before(unusedLifeMs))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('authOauthGrants').select('id').whereRef('clientId', '=', 'authOauthClients.id'))),
    )
    .execute()
}

export { type Assistant, type AssistantView, listAssistants, readAssistant } from './access-token.ts'
export { servedResource } from './server.ts'
