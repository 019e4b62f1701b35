import { decodeJwt, type JWTPayload } from 'jose'
import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  expectNoNonce,
  generateRandomCodeVerifier,
  generateRandomNonce,
  nopkce,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  type TokenEndpointResponse,
  userInfoRequest,
  validateAuthResponse,
} from 'oauth4webapi'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { insertFlow } from '../flows.ts'
import { lacksFactor, requireUser } from '../guards.ts'
import { assertManualLinking, type ExternalProfile, findInvited } from '../linking/index.ts'
import { type Call, type Endpoint, parseChallenge, redirect, resolveRedirect } from '../wire.ts'
import { hasAudience, verifyIdToken } from './id-token.ts'
import { assertProtected, type ProviderTokens, readWithToken, requestOptions } from './outgoing.ts'
import { type EnabledProvider, findProvider } from './registry.ts'
import { addressOf, serverOf } from './servers.ts'

// The redirects to a provider and back: the authorisation address, and validating the return.

/** A flow's data about its visit to a provider, encrypted. */
export const Upstream = z.object({
  verifier: z.string().optional(),
  nonce: z.string().optional(),
  /** The token of the invitation being accepted. */
  invite: z.string().optional(),
})
/** See {@link Upstream}. */
export type Upstream = z.infer<typeof Upstream>

/** Fresh secrets for one sign-in. */
function createUpstream({ definition, settings }: EnabledProvider): Upstream {
  const usesNonce = definition.scopes.includes('openid') && !settings.skipNonceCheck
  return {
    ...(definition.pkce ? { verifier: generateRandomCodeVerifier() } : {}),
    ...(usesNonce ? { nonce: generateRandomNonce() } : {}),
  }
}

/** Our callback address, as registered with the provider. */
function redirectUriOf(auth: Auth, { settings }: EnabledProvider): string {
  return settings.redirectUri ?? `${auth.externalUrl()}/callback`
}

/** One redirect to a provider. `forwarded` never overrides our own parameters. */
interface Departure {
  readonly state: string
  readonly upstream: Upstream
  readonly scopes: readonly string[]
  readonly forwarded: ReadonlyMap<string, string>
}

/** The provider's page for this departure. Throws when the provider's endpoints cannot be read. */
async function departureUrl(auth: Auth, provider: EnabledProvider, departure: Departure): Promise<URL> {
  const { state, upstream, scopes, forwarded } = departure
  const { definition, settings } = provider
  const { authorization_endpoint: endpoint = '' } = await serverOf(auth, provider)
  assertProtected(endpoint, addressOf(provider))
  const own = {
    client_id: settings.clientIds[0] ?? '',
    redirect_uri: redirectUriOf(auth, provider),
    response_type: 'code',
    scope: [...new Set([...definition.scopes, ...scopes])].join(' '),
    state,
    ...definition.parameters,
    ...(upstream.nonce === undefined ? {} : { nonce: upstream.nonce }),
    ...(upstream.verifier === undefined
      ? {}
      : { code_challenge: await calculatePKCECodeChallenge(upstream.verifier), code_challenge_method: 'S256' }),
  }
  const url = new URL(endpoint)
  for (const [name, value] of forwarded) {
    if (!Object.hasOwn(own, name.toLowerCase())) url.searchParams.set(name, value)
  }
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value)
  return url
}

/** The result of a return from a provider. */
export interface Arrival {
  readonly tokens: ProviderTokens
  /** The user's profile; requests it from the provider. */
  profile(): Promise<ExternalProfile>
}

/** Exchanges the provider's code for its tokens. Throws if anything does not match. */
export async function arrive(
  auth: Auth,
  provider: EnabledProvider,
  back: { readonly parameters: URLSearchParams; readonly upstream: Upstream },
): Promise<Arrival> {
  const server = await serverOf(auth, provider)
  const response = await redeem(auth, provider, { ...back, server })
  const { access_token: accessToken, refresh_token: refreshToken, id_token: token } = response
  const claims =
    token === undefined || !provider.definition.scopes.includes('openid')
      ? undefined
      : await verifyIdToken(auth, provider, { token, server, accessToken })
  if (claims && !hasAudience(claims, provider.settings.clientIds)) throw new Error('the ID token is for somebody else')
  return {
    tokens: {
      provider_token: accessToken,
      ...(refreshToken === undefined ? {} : { provider_refresh_token: refreshToken }),
    },
    profile: async () =>
      provider.definition.profile({
        settings: provider.settings,
        accessToken,
        claims: claims && (await withUserInfo(auth, provider, { server, accessToken, claims })),
        parameters: back.parameters,
        readJson: (url) => readWithToken(auth, url, accessToken),
      }),
  }
}

async function redeem(
  auth: Auth,
  provider: EnabledProvider,
  back: { readonly parameters: URLSearchParams; readonly upstream: Upstream; readonly server: AuthorizationServer },
): Promise<TokenEndpointResponse> {
  const { upstream, server } = back
  const { settings, definition } = provider
  const client = { client_id: settings.clientIds[0] ?? '' }
  const usesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    usesPost ? ClientSecretPost(settings.secret) : ClientSecretBasic(settings.secret),
    validateAuthResponse(server, client, answerOf(provider, back.parameters), back.parameters.get('state') ?? ''),
    redirectUriOf(auth, provider),
    upstream.verifier ?? nopkce,
    requestOptions(auth, addressOf(provider)),
  )
  return await processAuthorizationCodeResponse(await ofTenant(provider, server, response), client, response, {
    expectedNonce: upstream.nonce ?? expectNoNonce,
    requireIdToken: definition.scopes.includes('openid'),
  })
}

/**
 * The parameters of the response that the protocol knows; `iss` is required only from providers that publish their issuer.
 */
function answerOf({ definition, settings }: EnabledProvider, parameters: URLSearchParams): URLSearchParams {
  const names = definition.place(settings).kind === 'discovered' ? ['code', 'state', 'iss'] : ['code', 'state']
  return new URLSearchParams(
    names.flatMap((name) => {
      const value = parameters.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** The server with the issuer of the token's tenant, for issuers that contain it. */
async function ofTenant(
  { definition }: EnabledProvider,
  server: AuthorizationServer,
  response: Response,
): Promise<AuthorizationServer> {
  if (!definition.idTokens || response.status !== 200) return server
  const body = z.object({ id_token: z.string() }).safeParse(await response.clone().json())
  if (!body.success) return server
  const claims = decodeJwt(body.data.id_token)
  const issuers = definition.idTokens.issuers(server.issuer, claims)
  const issuer = issuers.find((candidate) => candidate === claims.iss)
  return issuer === undefined ? server : { ...server, issuer }
}

/** Some providers return the address beside the token. The token's claims take precedence. */
async function withUserInfo(
  auth: Auth,
  provider: EnabledProvider,
  visit: { readonly server: AuthorizationServer; readonly accessToken: string; readonly claims: JWTPayload },
): Promise<JWTPayload> {
  const { server, accessToken, claims } = visit
  if (typeof claims['email'] === 'string' || server.userinfo_endpoint === undefined) return claims
  const client = { client_id: provider.settings.clientIds[0] ?? '' }
  const response = await userInfoRequest(server, client, accessToken, requestOptions(auth, addressOf(provider)))
  const info = await processUserInfoResponse(server, client, claims.sub ?? '', response)
  return { ...info, ...claims }
}

/** `GET /authorize`. */
export const authorize: Endpoint = async (auth, call) => redirect(302, await depart(auth, call))

/** `GET /user/identities/authorize`. */
export const authorizeLink: Endpoint = async (auth, call) => {
  const caller = await requireUser(auth, call)
  assertManualLinking(auth)
  // Linking a second identity is as sensitive as changing the password.
  if (await lacksFactor(auth, caller)) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to link an identity when MFA is enabled.')
  }
  const url = await depart(auth, call, caller.user.id)
  if (call.query.get('skip_http_redirect') !== 'true') return redirect(302, url)
  return Response.json({ url }, { headers: { 'cache-control': 'no-store' } })
}

/** Parameters meant for us, and those that would let the caller speak to the provider in our name. */
const notForwarded = new Set(
  [
    'provider scopes redirect_to invite_token skip_http_redirect apikey',
    'client_id client_secret redirect_uri response_type state code_challenge code_challenge_method code_verifier',
  ].flatMap((names) => names.split(' ')),
)

async function depart(auth: Auth, call: Call, linkingUser?: string): Promise<string> {
  const { query } = call
  const provider = findProvider(auth, query.get('provider') ?? '')
  if ('problem' in provider) throw invalid(`Unsupported provider: ${provider.problem}`)
  const challenge = parseChallenge(
    query.get('code_challenge') ?? undefined,
    query.get('code_challenge_method') ?? undefined,
  )
  const invite = query.get('invite_token') ?? ''
  if (invite !== '' && (await findInvited(auth, auth.db.kysely, invite)) === undefined) {
    throw new AuthError(404, 'user_not_found', 'User identified by token not found')
  }
  const upstream = { ...createUpstream(provider), ...(invite === '' ? {} : { invite }) }
  const flow = await insertFlow(auth, auth.db.kysely, {
    method: 'oauth',
    provider: provider.name,
    challenge,
    redirectTo: resolveRedirect(auth, call),
    linkingUser,
    upstream: JSON.stringify(upstream),
  })
  const url = await reach(auth, provider, () =>
    departureUrl(auth, provider, {
      state: flow.id,
      upstream,
      scopes: (query.get('scopes') ?? '').split(/[\s,]+/).filter(Boolean),
      forwarded: new Map([...query].filter(([name]) => !notForwarded.has(name.toLowerCase())).toReversed()),
    }),
  )
  return url.href
}

async function reach<T>(auth: Auth, { name }: EnabledProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    auth.log.warn({ provider: name, reason: error instanceof Error ? error.message : 'unknown' }, 'provider not read')
    throw invalid('Unsupported provider: its configuration cannot be read at present, please retry after a moment')
  }
}
