import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError, invalid, OAuthError } from '../errors.ts'
import { audienceOf, requireUser, takeIpTurn } from '../guards.ts'
import { admit, assertManualLinking, linkVisitor, refuseUnproven, type Visitor } from '../linking/index.ts'
import { type ProviderName, providerNames } from '../provider-settings.ts'
import { signIn, tokenResponse } from '../sessions.ts'
import { isSameText } from '../tokens.ts'
import { type Call, type Endpoint, readBody, resolveRedirect } from '../wire.ts'
import { type EnabledProvider, type IdTokenRules, providers } from './registry.ts'
import { addressOf, defaultAddress, keysOf, serverOf } from './servers.ts'

/** Keys are public, so a shared-secret algorithm would let anybody sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const skewSeconds = 30

/** An ID token that is invalid for its provider. */
class BadIdToken extends Error {}

/** Whether the text has the form of a token; makes no requests. */
function isIdToken(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    decodeJwt(token)
    return true
  } catch {
    return false
  }
}

/**
 * The token's claims after signature, issuer, times and (with an access token) `at_hash` were checked; audience, nonce and
 * subject are the caller's. Throws {@link BadIdToken}, and anything else when the provider's keys cannot be read.
 */
export async function verifyIdToken(
  auth: Auth,
  provider: EnabledProvider,
  given: { readonly token: string; readonly server: AuthorizationServer; readonly accessToken?: string | undefined },
): Promise<JWTPayload> {
  const { token, server, accessToken } = given
  const rules = provider.definition.idTokens
  if (!rules || !isIdToken(token)) throw new BadIdToken('not an ID token')
  const issuer = [...rules.issuers(server.issuer, decodeJwt(token))]
  const now = auth.clock.now()
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(auth, provider, server), {
      algorithms,
      issuer,
      currentDate: now,
      // Providers' clocks may run slightly ahead of ours; expiry gets no tolerance.
      clockTolerance: skewSeconds,
      requiredClaims: ['exp', 'iss', 'aud'],
    })
    if ((payload.exp ?? 0) * 1000 <= now.getTime()) throw new BadIdToken('expired')
    if (accessToken !== undefined) assertAccessTokenHash(payload, protectedHeader.alg, accessToken)
    return payload
  } catch (error) {
    if (isTokensFault(error)) throw new BadIdToken(error.message, { cause: error })
    throw error
  }
}

/** Whether one of the token's audiences is one of our clients. */
export function hasAudience(claims: JWTPayload, clientIds: readonly string[]): boolean {
  return audiencesOf(claims).some((audience) => clientIds.includes(audience))
}

/** The audiences as a list. */
function audiencesOf({ aud = [] }: JWTPayload): readonly string[] {
  return typeof aud === 'string' ? [aud] : aud
}

/** What a provider writes into the token for a nonce that the client keeps. */
function nonceHash(nonce: string): string {
  return createHash('sha256').update(nonce).digest('hex')
}

function assertAccessTokenHash(claims: JWTPayload, algorithm: string, accessToken: string): void {
  const expected = claims['at_hash']
  if (expected === undefined) return
  const digest = createHash(algorithm === 'EdDSA' ? 'sha512' : `sha${algorithm.slice(-3)}`)
    .update(accessToken)
    .digest()
  const half = digest.subarray(0, digest.length / 2).toString('base64url')
  if (typeof expected !== 'string' || !isSameText(half, expected)) throw new BadIdToken('another access token')
}

/** Whether the token caused the failure, rather than fetching the provider's keys. */
function isTokensFault(error: unknown): error is Error {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC'
}

const Body = z.object({
  provider: z.string().optional(),
  id_token: z.string().optional(),
  access_token: z.string().optional(),
  nonce: z.string().optional(),
  link_identity: z.boolean().optional(),
  client_id: z.string().optional(),
  issuer: z.string().optional(),
})
type Body = z.infer<typeof Body>

/** `POST /token?grant_type=id_token`: the client has the provider's token already. */
export const idTokenGrant: Endpoint = async (auth, call) => {
  takeIpTurn(auth, call, 'token')
  const body = await readBody(call.request, Body)
  if (!body.id_token) throw badRequest('id_token required')
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw badRequest('provider or client_id and issuer required')
  }
  const linkingUser = body.link_identity ? await requireLinkingUser(auth, call) : undefined
  const provider = findIssuer(auth, body)
  const claims = await readClaims(auth, provider, { ...body, id_token: body.id_token })
  const visitor = {
    ...provider.rules.profile(claims),
    provider: provider.name,
    aud: await audienceOf(auth, call),
    emailOptional: provider.settings.emailOptional,
  }
  return await enter(auth, call, { visitor, linkingUser })
}

async function enter(
  auth: Auth,
  call: Call,
  { visitor, linkingUser }: { readonly visitor: Visitor; readonly linkingUser: string | undefined },
): Promise<Response> {
  const outcome = await auth.db.transaction(async (tx) => {
    const admission =
      linkingUser === undefined
        ? await admit(auth, tx, { visitor, call })
        : await linkVisitor(auth, tx, { visitor, call, userId: linkingUser })
    if (admission.kind === 'unproven') return admission
    return {
      kind: 'signed in' as const,
      tokens: await signIn(auth, tx, { user: admission.user, method: 'oauth', call }),
    }
  })
  if (outcome.kind === 'signed in') return tokenResponse(outcome.tokens)
  const redirectTo = resolveRedirect(auth, call)
  return await refuseUnproven(auth, { user: outcome.user, provider: visitor.provider, redirectTo })
}

interface Issuer extends EnabledProvider {
  readonly rules: IdTokenRules
}

/** The provider that issued the token; makes no requests. Throws `400 provider_disabled`, `400 validation_failed`. */
function findIssuer(auth: Auth, { provider, issuer = '' }: Body): Issuer {
  const name = provider ? providerNames.find((candidate) => candidate === provider) : nameOfIssuer(auth, issuer)
  const rules = name && providers[name].idTokens
  if (!name || !rules) throw invalid(`Custom OIDC provider "${provider || issuer}" not allowed`)
  const settings = auth.settings.providers.get(name)
  if (settings) return { name, definition: providers[name], settings, rules }
  throw new AuthError(400, 'provider_disabled', `Provider (issuer "${defaultAddress(providers[name])}") is not enabled`)
}

function nameOfIssuer(auth: Auth, issuer: string): ProviderName | undefined {
  return providerNames.find((name) => {
    const settings = auth.settings.providers.get(name)
    return settings && addressOf({ name, settings, definition: providers[name] }) === issuer.replace(/\/$/, '')
  })
}

async function readClaims(
  auth: Auth,
  provider: Issuer,
  given: Body & { readonly id_token: string },
): Promise<JWTPayload> {
  if (!isIdToken(given.id_token)) throw badRequest('Bad ID token')
  const claims = await verified(auth, provider, given)
  if (!claims.sub) throw badRequest('Missing sub claim in id_token')
  if (!hasAudience(claims, provider.settings.clientIds)) {
    throw badRequest(`Unacceptable audience in id_token: [${audiencesOf(claims).join(' ')}]`)
  }
  if (!provider.settings.skipNonceCheck) assertNonce(claims, given.nonce)
  return claims
}

async function verified(
  auth: Auth,
  provider: Issuer,
  given: { readonly id_token: string; readonly access_token?: string | undefined },
): Promise<JWTPayload> {
  try {
    const server = await serverOf(auth, provider)
    return await verifyIdToken(auth, provider, {
      token: given.id_token,
      server,
      accessToken: given.access_token || undefined,
    })
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    auth.log.warn({ provider: provider.name, reason }, 'an ID token was not accepted')
    if (error instanceof BadIdToken) throw badRequest('Bad ID token')
    throw new OAuthError('server_error', 'Internal Server Error')
  }
}

/** The client keeps the nonce and gives the provider its hash, so that a token that was overheard is of no use. */
function assertNonce(claims: JWTPayload, nonce: string | undefined): void {
  const inToken = typeof claims['nonce'] === 'string' ? claims['nonce'] : ''
  const passed = nonce ?? ''
  if ((inToken === '') !== (passed === '')) {
    throw badRequest('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (passed !== '' && !isSameText(nonceHash(passed), inToken)) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch')
  }
}

async function requireLinkingUser(auth: Auth, call: Call): Promise<string> {
  try {
    const { user } = await requireUser(auth, call)
    assertManualLinking(auth)
    return user.id
  } catch (error) {
    const isOwnResponse =
      !(error instanceof AuthError) || error.code === 'user_banned' || error.code === 'manual_linking_disabled'
    if (isOwnResponse) throw error
    throw badRequest('Linking requires a valid user access token in Authorization')
  }
}

function badRequest(description: string): OAuthError {
  return new OAuthError('invalid request', description)
}
