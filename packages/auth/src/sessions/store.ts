import { randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import type { MethodRow, SessionRow, UserRow } from '../users/index.ts'
import type { Call } from '../wire/index.ts'

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

/** What a session starts with. */
export interface NewSession {
  readonly user: UserRow
  readonly method: Method
  /** Of an SSO sign-in. */
  readonly provider?: string | undefined
  readonly notAfter?: Date | undefined
}

/** The purpose that a session's refresh key is sealed for. */
export function refreshKeyContext(session: string): string {
  return `refresh key ${session}`
}

/** Adds a session at aal1. */
export async function insertSession(
  auth: Auth,
  db: Db,
  start: NewSession & { readonly call: Call },
): Promise<SessionRow> {
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

/** Notes the method; using one again only moves its time. */
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

/** Which sessions of a user end. */
export type SessionScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'only'; readonly session: string }
  | { readonly kind: 'except'; readonly session: string | undefined }

/** Ends sessions; their refresh tokens and methods go with them. */
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
  /** The last refresh; for a session that never refreshed, its start. */
  readonly lastUsedAt: Date
  readonly aal: 'aal1' | 'aal2'
}

/** The latest used first. */
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
