import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import type { IpBucket } from './limits/index.ts'
import { assertNotBanned, findSession, hasVerifiedFactor } from './sessions.ts'
import { type Claims, verifyBearer } from './tokens.ts'
import { findShownUser, findUser, type SessionRow, type ShownUser, type UserRow } from './users.ts'
import { type Call, isUuid } from './wire.ts'

/** Whoever holds a user's access token. */
export interface Caller {
  readonly user: UserRow
  /** Undefined if the token names no session. */
  readonly session: SessionRow | undefined
  readonly claims: Claims
}

const noSession = '00000000-0000-0000-0000-000000000000'

/** The signed-in caller. The session is looked up, so that signing out takes effect at once. Throws the protocol's errors. */
export async function requireUser(auth: Auth, call: Call): Promise<Caller> {
  const claims = await verifyBearer(auth, bearerOf(call))
  return await toCaller(auth, claims)
}

/** Throws `403 not_admin` unless the caller is an admin. */
export async function requireAdmin(auth: Auth, call: Call): Promise<Claims> {
  const claims = await verifyBearer(auth, bearerOf(call))
  if (!isAdminRole(auth, claims)) throw new AuthError(403, 'not_admin', 'User not allowed')
  if (claims.sessionId !== undefined) {
    const { session } = await toCaller(auth, claims)
    if (session?.notAfter && session.notAfter <= auth.clock.now()) {
      throw new AuthError(403, 'session_expired', 'Session is no longer valid')
    }
  }
  return claims
}

/** Whether the request carries an admin's bearer token; never throws. */
export async function isAdmin(auth: Auth, call: Call): Promise<boolean> {
  const claims = await readClaims(auth, call)
  return claims !== undefined && isAdminRole(auth, claims)
}

/**
 * The audience whose users the request is about: the token's, or the configured one without a token. Only an admin may name
 * another: addresses are unique across audiences, so a free choice would let anybody take addresses where their owners cannot
 * find them.
 */
export async function audienceOf(auth: Auth, call: Call): Promise<string> {
  const claims = await readClaims(auth, call)
  if (claims && isAdminRole(auth, claims)) return namedAudience(call) ?? auth.settings.jwt.audience
  return claims?.aud || auth.settings.jwt.audience
}

/** The audience that the caller names, right or not. */
export function namedAudience(call: Call): string | undefined {
  return call.request.headers.get('x-jwt-aud') || undefined
}

/** Whether the caller has a second factor that this session has not shown. */
export async function lacksFactor(auth: Auth, { user, session }: Caller): Promise<boolean> {
  return session?.aal !== 'aal2' && (await hasVerifiedFactor(auth.db.kysely, user.id))
}

async function readClaims(auth: Auth, call: Call): Promise<Claims | undefined> {
  if (call.bearer === undefined) return undefined
  try {
    return await verifyBearer(auth, call.bearer)
  } catch (error) {
    if (error instanceof AuthError) return undefined
    throw error
  }
}

function isAdminRole(auth: Auth, claims: Claims): boolean {
  return claims.role !== undefined && auth.settings.jwt.adminRoles.includes(claims.role)
}

function bearerOf(call: Call): string {
  if (call.bearer !== undefined) return call.bearer
  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

async function toCaller(auth: Auth, claims: Claims): Promise<Caller> {
  const { id, session: named } = namedIn(claims)
  const db = auth.db.kysely
  // Fetched in parallel: every call of a signed-in user goes through here.
  const [user, session] = await Promise.all([findUser(db, id), named?.id ? findSession(db, named.id) : undefined])
  return { user: assertValid(auth, { user, named, owner: session?.userId }), session, claims }
}

/** The signed-in caller with everything that is shown of them; one statement, because every page asks. */
export async function requireShownUser(auth: Auth, call: Call): Promise<ShownUser & { readonly claims: Claims }> {
  const claims = await verifyBearer(auth, bearerOf(call))
  const { id, session: named } = namedIn(claims)
  const found = await findShownUser(auth.db.kysely, id, named?.id)
  const user = assertValid(auth, { user: found?.user, named, owner: found?.sessionOwner })
  return { user, identities: found?.identities ?? [], factors: found?.factors ?? [], claims }
}

/** A session as a token names it: without id if it is none. */
interface NamedSession {
  readonly id: string | undefined
}

function namedIn({ sub, sessionId }: Claims): { readonly id: string; readonly session: NamedSession | undefined } {
  if (sub === undefined) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  const isNamed = sessionId !== undefined && sessionId !== noSession
  return { id: sub, session: isNamed ? { id: isUuid(sessionId) ? sessionId : undefined } : undefined }
}

interface Found {
  readonly user: UserRow | undefined
  readonly named: NamedSession | undefined
  /** Whose the session is; undefined if it has been ended. */
  readonly owner: string | undefined
}

function assertValid(auth: Auth, { user, named, owner }: Found): UserRow {
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (named && named.id === undefined) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  if (named && owner !== user.id) throw sessionNotFound()
  assertNotBanned(user, auth.clock.now())
  return user
}

function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/** Throws `429` when the caller's address has made too many calls of this kind. */
export function takeIpTurn(auth: Auth, call: Call, bucket: IpBucket): void {
  if (!auth.limits.ip.take(bucket, call.ip)) throw tooManyRequests()
}

/** `429 over_request_rate_limit`. */
export function tooManyRequests(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

/** The part of a request body that carries the captcha token. */
interface Secured {
  readonly gotrue_meta_security?: { readonly captcha_token?: string | undefined } | undefined
}

/** Requires a solved captcha, where one is configured, except from admins. Throws `400 captcha_failed`. */
export async function requirePerson(auth: Auth, call: Call, body: Secured): Promise<void> {
  if (!auth.captcha || (await isAdmin(auth, call))) return
  await auth.captcha.verify(body.gotrue_meta_security?.captcha_token, call.ip)
}
