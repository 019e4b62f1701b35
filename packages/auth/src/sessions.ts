import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { audit } from './audit.ts'
import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import { decodeRefreshToken, encodeRefreshToken, signAccessToken } from './tokens.ts'
import { findUser, type MethodRow, type SessionRow, showUser, type UserRow, updateUser, type View } from './users.ts'
import type { Call } from './wire.ts'

/** How somebody proved who they are. */
export type Method =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'email_change'
  | 'oauth'
  | 'sso/saml'
  | 'anonymous'
  | 'totp'
  | 'mfa/phone'

/** The initial data of a session. */
export interface NewSession {
  readonly user: UserRow
  readonly method: Method
  /** The SSO provider, for an SSO sign-in. */
  readonly provider?: string | undefined
  readonly notAfter?: Date | undefined
}

/** The encryption context of a session's refresh key. */
export function refreshKeyContext(session: string): string {
  return `refresh key ${session}`
}

/** Adds a session at aal1. */
async function insertSession(auth: Auth, db: Db, start: NewSession & { readonly call: Call }): Promise<SessionRow> {
  const now = auth.clock.now()
  const id = randomUUID()
  const key = randomBytes(32).toString('base64')
  const session = await db
    .insertInto('authSessions')
    .values({
      id,
      userId: start.user.id,
      aal: 'aal1',
      notAfter: start.notAfter ?? null,
      createdAt: now,
      userAgent: start.call.userAgent,
      ip: start.call.ip,
      refreshKey: Buffer.from(auth.box.seal(key, refreshKeyContext(id))),
      refreshCounter: 0n,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addMethod(db, { session: id, method: start.method, provider: start.provider }, now)
  return session
}

/** Records the method; repeating one only updates its time. */
export async function addMethod(
  db: Db,
  used: { readonly session: string; readonly method: Method; readonly provider?: string | undefined },
  now: Date,
): Promise<void> {
  await db
    .insertInto('authSessionMethods')
    .values({ sessionId: used.session, method: used.method, provider: used.provider ?? null, usedAt: now })
    .onConflict((conflict) => conflict.columns(['sessionId', 'method']).doUpdateSet({ usedAt: now }))
    .execute()
}

/** Newest first. */
export async function listMethods(db: Db, session: string): Promise<MethodRow[]> {
  return db
    .selectFrom('authSessionMethods')
    .selectAll()
    .where('sessionId', '=', session)
    .orderBy('usedAt', 'desc')
    .orderBy('method')
    .execute()
}

/** The session, if it has not been ended. */
export async function findSession(db: Db, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom('authSessions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Which of a user's sessions to end. */
export type SessionScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'only'; readonly session: string }
  | { readonly kind: 'except'; readonly session: string | undefined }

/** Ends sessions and deletes their refresh tokens and methods. */
export async function deleteSessions(db: Db, user: string, scope: SessionScope): Promise<void> {
  const all = db.deleteFrom('authSessions').where('userId', '=', user)
  if (scope.kind === 'all' || (scope.kind === 'except' && scope.session === undefined)) await all.execute()
  else await all.where('id', scope.kind === 'only' ? '=' : '!=', scope.session ?? '').execute()
}

/** Whether the account has a second factor. */
export async function hasVerifiedFactor(db: Db, user: string): Promise<boolean> {
  const factor = await db
    .selectFrom('authFactors')
    .select('id')
    .where('userId', '=', user)
    .where('status', '=', 'verified')
    .limit(1)
    .executeTakeFirst()
  return factor !== undefined
}

/** One signed-in device of a user. */
export interface AuthSessionView {
  readonly id: string
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: Date
  /** The time of the last refresh; if the session was never refreshed, of its start. */
  readonly lastUsedAt: Date
  readonly aal: 'aal1' | 'aal2'
}

/** Most recently used first. */
export async function listSessions(db: Db, user: string): Promise<AuthSessionView[]> {
  const rows = await db.selectFrom('authSessions').selectAll().where('userId', '=', user).execute()
  return rows
    .map((row) => ({
      id: row.id,
      userAgent: row.userAgent,
      ip: row.ip,
      createdAt: row.createdAt,
      lastUsedAt: row.refreshedAt ?? row.createdAt,
      aal: row.aal === 'aal2' ? ('aal2' as const) : ('aal1' as const),
    }))
    .toSorted((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime())
}

/** The body of a token response. */
export interface Tokens {
  readonly access_token: string
  readonly token_type: 'bearer'
  readonly expires_in: number
  readonly expires_at: number
  readonly refresh_token: string
  readonly user: View
}

/** Signs a user in: a new session with its tokens. Throws `user_banned`. Runs in the caller's transaction. */
export async function signIn(auth: Auth, db: Db, start: NewSession & { readonly call: Call }): Promise<Tokens> {
  const now = auth.clock.now()
  assertNotBanned(start.user, now)
  const user = await updateUser(db, start.user.id, { lastSignInAt: now, now })
  const session = await insertSession(auth, db, { ...start, user })
  if (!user.isAnonymous) await auth.limits.knownPlaces.note(db, user.id, start.call.ip)
  return showTokens(auth, db, { user, session })
}

/** New tokens for an existing session. */
export async function showTokens(
  auth: Auth,
  db: Db,
  { user, session }: { readonly user: UserRow; readonly session: SessionRow },
): Promise<Tokens> {
  const methods = await listMethods(db, session.id)
  const { token, expiresAt } = await signAccessToken(auth, { user, session, methods })
  const key = Buffer.from(auth.box.open(session.refreshKey, refreshKeyContext(session.id)), 'base64')
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: auth.settings.jwt.expiresIn,
    expires_at: expiresAt,
    refresh_token: encodeRefreshToken({ session: session.id, counter: session.refreshCounter }, key),
    user: await showUser(db, user),
  }
}

/** Whether the user is currently banned. */
export function isBanned(user: UserRow, now: Date): boolean {
  return user.bannedUntil !== null && user.bannedUntil > now
}

/** Throws `403 user_banned` during a ban. */
export function assertNotBanned(user: UserRow, now: Date): void {
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
}

/** A response with tokens, which must not be cached. */
export function tokenResponse(body: Tokens | (Tokens & Readonly<Record<string, unknown>>)): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

/** Shorter than a call's deadline, which leaves time for the work itself. */
const lockWithinMs = 5_000
const jump = 2n
/** Refreshes running in this process, by service and token. */
const underWay = new WeakMap<Auth, Map<string, Promise<Tokens>>>()

/** The result of a refresh: an error may have to be committed together with the session that it ends. */
type Outcome = { readonly tokens: Tokens } | { readonly error: AuthError }

/**
 * Exchanges a refresh token for new tokens. Concurrent calls with the same token, as all tabs of a browser make them, run
 * once and share the result. Throws the grant's errors, and a `503`, which clients retry, if the session stays locked.
 */
export function refresh(auth: Auth, call: Call, text: string): Promise<Tokens> {
  const known = underWay.get(auth) ?? new Map<string, Promise<Tokens>>()
  underWay.set(auth, known)
  const started = known.get(text) ?? rotate(auth, call, text).finally(() => known.delete(text))
  known.set(text, started)
  return started
}

/** Whether the same token is being traded right now, so that another call costs nothing. */
export function isRefreshing(auth: Auth, text: string): boolean {
  return underWay.get(auth)?.has(text) ?? false
}

async function rotate(auth: Auth, call: Call, text: string): Promise<Tokens> {
  const token = decodeRefreshToken(text)
  if (!token) {
    // Twelve characters are the reference server's older format, which we have never issued.
    throw /^[a-z0-9]{12}$/.test(text)
      ? refused('refresh_token_not_found', 'Refresh Token Not Found')
      : new AuthError(400, 'validation_failed', 'Refresh token is not valid')
  }
  const outcome = await auth.db.transaction(async (tx): Promise<Outcome> => {
    const session = await lockSession(tx, token.session)
    if (!session) return { error: refused('refresh_token_not_found', 'Refresh Token Not Found') }
    return await refreshLocked(auth, tx, { call, token, session })
  })
  if ('error' in outcome) throw outcome.error
  return outcome.tokens
}

/**
 * Run after a second factor is verified: no earlier token may yield the session's new level, not even the parent within the
 * reuse interval, so the signing key is replaced.
 */
export async function renewRefreshKey(auth: Auth, db: Db, session: string): Promise<void> {
  const key = auth.box.seal(randomBytes(32).toString('base64'), refreshKeyContext(session))
  await db
    .updateTable('authSessions')
    .set({ refreshKey: Buffer.from(key), refreshCounter: sql<bigint>`refresh_counter + ${jump}::bigint` })
    .where('id', '=', session)
    .execute()
}

/** Other processes, and other tokens of the session, wait in the order in which they came, but not for ever. */
async function lockSession(tx: Db, id: string): Promise<SessionRow | undefined> {
  await sql`SELECT set_config('lock_timeout', ${`${lockWithinMs}ms`}, true)`.execute(tx)
  return await tx.selectFrom('authSessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

interface Presented {
  readonly call: Call
  readonly token: NonNullable<ReturnType<typeof decodeRefreshToken>>
  readonly session: SessionRow
}

async function refreshLocked(auth: Auth, tx: Db, { call, token, session }: Presented): Promise<Outcome> {
  const key = Buffer.from(auth.box.open(session.refreshKey, refreshKeyContext(session.id)), 'base64')
  if (!token.isSignedBy(key)) return { error: refused('refresh_token_not_found', 'Refresh Token Not Found') }
  const user = await findUser(tx, session.userId)
  const obstacle = user
    ? await obstacleOf(auth, tx, { user, session })
    : refused('session_not_found', 'No Valid Session Found')
  if (obstacle || !user) return { error: obstacle ?? refused('session_not_found', 'No Valid Session Found') }
  const behind = session.refreshCounter - token.counter
  const step = judge(auth, behind, session)
  if (step === 'foreign') {
    return { error: new AuthError(400, 'validation_failed', 'Invalid Refresh Token: Not Issued By This Server') }
  }
  if (step === 'reused') {
    await audit(auth, tx, { action: 'token_revoked', user: user.id, call, traits: { session: session.id } })
    if (auth.settings.refresh.rotation) await tx.deleteFrom('authSessions').where('id', '=', session.id).execute()
    return { error: refused('refresh_token_already_used', 'Already Used') }
  }
  const current = await tx
    .updateTable('authSessions')
    .set({
      userAgent: call.userAgent,
      ip: call.ip,
      // Only advancing the chain updates its time: the reuse interval must not be extended by reusing earlier tokens.
      ...(behind === 0n ? { refreshedAt: auth.clock.now() } : {}),
      ...(step === 'rotate' ? { refreshCounter: session.refreshCounter + 1n } : {}),
    })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(auth, tx, { action: 'token_refreshed', user: user.id, call })
  return { tokens: await showTokens(auth, tx, { user, session: current }) }
}

type Step = 'rotate' | 'keep' | 'reused' | 'foreign'

/** The token's position in the session's chain. The parent of the current one is valid at any age: its response was lost. */
function judge(auth: Auth, behind: bigint, session: SessionRow): Step {
  const { rotation, allowReuse, reuseInterval } = auth.settings.refresh
  if (behind < 0n) return 'foreign'
  if (behind === 0n) return rotation ? 'rotate' : 'keep'
  if (behind === 1n || allowReuse) return 'keep'
  const lastMs = (session.refreshedAt ?? session.createdAt).getTime()
  return auth.clock.now().getTime() - lastMs < reuseInterval * 1000 ? 'keep' : 'reused'
}

interface Status {
  readonly user: UserRow
  readonly session: SessionRow
}

async function obstacleOf(auth: Auth, tx: Db, { user, session }: Status): Promise<AuthError | undefined> {
  const now = auth.clock.now()
  if (isBanned(user, now)) return refused('user_banned', 'User Banned')
  const { timeBox, inactivity, lowAal, singlePerUser } = auth.settings.sessions
  const ageMs = now.getTime() - session.createdAt.getTime()
  const idleMs = now.getTime() - (session.refreshedAt ?? session.createdAt).getTime()
  if (hasEnded(session, now) || isOver(ageMs, timeBox)) return expired('')
  if (isOver(idleMs, inactivity)) return expired(' (Inactivity)')
  if (session.aal === 'aal1' && isOver(ageMs, lowAal) && (await hasVerifiedFactor(tx, user.id))) {
    return expired(' (Low AAL: User Needs MFA Verification)')
  }
  if (singlePerUser && (await hasNewerSession(tx, session))) return expired(' (Revoked by Newer Login)')
  return undefined
}

function hasEnded({ notAfter }: SessionRow, now: Date): boolean {
  return notAfter !== null && notAfter <= now
}

/** Limits are seconds; 0 is none. */
function isOver(ms: number, limit: number): boolean {
  return limit > 0 && ms >= limit * 1000
}

async function hasNewerSession(db: Db, session: SessionRow): Promise<boolean> {
  const newer = await db
    .selectFrom('authSessions')
    .select('id')
    .where('userId', '=', session.userId)
    .where('createdAt', '>', session.createdAt)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

function refused(code: string, what: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${what}`)
}

function expired(why: string): AuthError {
  return refused('session_expired', `Session Expired${why}`)
}
