import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { encodeRefreshToken, signAccessToken } from '../tokens/index.ts'
import type { SessionRow, UserRow } from '../users/index.ts'
import { showUser, updateUser, type View } from '../users/index.ts'
import type { Call } from '../wire/index.ts'
import { insertSession, listMethods, type NewSession, refreshKeyContext } from './store.ts'

/** A token response as it goes over the wire. */
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

/** The tokens of a session as it stands. */
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

/** Whether a ban lasts. */
export function isBanned(user: UserRow, now: Date): boolean {
  return user.bannedUntil !== null && user.bannedUntil > now
}

/** Throws `403 user_banned` while a ban lasts. */
export function assertNotBanned(user: UserRow, now: Date): void {
  if (isBanned(user, now)) throw new AuthError(403, 'user_banned', 'User is banned')
}

/** Answers with tokens; nobody may keep a copy. */
export function tokenResponse(body: Tokens | (Tokens & Readonly<Record<string, unknown>>)): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}
