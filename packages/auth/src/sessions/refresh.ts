import { randomBytes } from 'node:crypto'
import type { Db } from '@tillsight/database'
import { sql } from 'kysely'
import { audit } from '../audit.ts'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { decodeRefreshToken } from '../tokens/index.ts'
import type { SessionRow, UserRow } from '../users/index.ts'
import { findUser } from '../users/index.ts'
import type { Call } from '../wire/index.ts'
import { isBanned, showTokens, type Tokens } from './issue.ts'
import { hasVerifiedFactor, refreshKeyContext } from './store.ts'

/** Within the deadline of a call, with time for the work itself. */
const lockWithinMs = 5_000
const jump = 2n
/** What this process does right now, by service and token. */
const underWay = new WeakMap<Auth, Map<string, Promise<Tokens>>>()

/** What a refresh came to: an error may have to be committed together with what it ends. */
type Outcome = { readonly tokens: Tokens } | { readonly error: AuthError }

/**
 * Trades a refresh token for new tokens. Calls with the same token at the same moment, as all tabs of a browser make them, are
 * carried out once and all get the answer. Throws as the grant answers, and a `503`, which clients repeat, when the session
 * stays busy.
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
    // Twelve characters are the reference server's older kind, of which we have issued none.
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
 * After a second factor: no token from before may yield the session's new level, not even its parent within the interval,
 * so the key that signs them is another one.
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
      // Only a turn of the chain moves its time: the interval for earlier tokens must not slide with their use.
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

/** Where the token stands in the session's chain. The parent of the current one is good at any age: its answer got lost. */
function judge(auth: Auth, behind: bigint, session: SessionRow): Step {
  const { rotation, allowReuse, reuseInterval } = auth.settings.refresh
  if (behind < 0n) return 'foreign'
  if (behind === 0n) return rotation ? 'rotate' : 'keep'
  if (behind === 1n || allowReuse) return 'keep'
  const lastMs = (session.refreshedAt ?? session.createdAt).getTime()
  return auth.clock.now().getTime() - lastMs < reuseInterval * 1000 ? 'keep' : 'reused'
}

interface Standing {
  readonly user: UserRow
  readonly session: SessionRow
}

async function obstacleOf(auth: Auth, tx: Db, { user, session }: Standing): Promise<AuthError | undefined> {
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
