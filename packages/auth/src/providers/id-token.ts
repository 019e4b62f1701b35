import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import type { Auth } from '../context.ts'
import { isSameText } from '../tokens/index.ts'
import type { EnabledProvider } from './registry.ts'
import { keysOf } from './servers.ts'

/** Keys are public, so a shared-secret algorithm would let anybody sign. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const skewSeconds = 30

/** A token that its provider did not issue like this. */
export class BadIdToken extends Error {}

/** Whether the text is built like a token at all; asks nobody. */
export function isIdToken(token: string): boolean {
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
      // Clocks of providers run a little ahead of ours; an expired token is none the less expired.
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

/** As a list. */
export function audiencesOf({ aud = [] }: JWTPayload): readonly string[] {
  return typeof aud === 'string' ? [aud] : aud
}

/** What a provider writes into the token for a nonce that the client keeps. */
export function nonceHash(nonce: string): string {
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

/** A failure that the token causes, not the way to the provider's keys. */
function isTokensFault(error: unknown): error is Error {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC'
}
