import type { Db } from '@tillsight/database'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { type Caller, requireUser } from '../guards.ts'
import type { FactorRow } from '../users.ts'
import { type Call, isUuid } from '../wire.ts'

/** The encryption context of a factor's secret. */
export function factorContext(id: string): string {
  return `factor ${id}`
}

/** The user's own factors, the oldest first. */
export async function listFactors(db: Db, user: string): Promise<FactorRow[]> {
  return db.selectFrom('authFactors').selectAll().where('userId', '=', user).orderBy('createdAt').execute()
}

/** The user's factor with the id from the path. Throws the same error for one that does not exist and for somebody else's. */
export async function readFactor(db: Db, user: string, id: string): Promise<FactorRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = await db
    .selectFrom('authFactors')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', user)
    .executeTakeFirst()
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

/** Removes a factor; sessions that it raised fall back to the first level. */
export async function deleteFactor(db: Db, factor: FactorRow): Promise<void> {
  const raised = await db
    .updateTable('authSessions')
    .set({ aal: 'aal1', factorId: null })
    .where('factorId', '=', factor.id)
    .returning('id')
    .execute()
  if (raised.length > 0) {
    await db
      .deleteFrom('authSessionMethods')
      .where(
        'sessionId',
        'in',
        raised.map(({ id }) => id),
      )
      .where('method', 'in', ['totp', 'mfa/phone'])
      .execute()
  }
  await db.deleteFrom('authFactors').where('id', '=', factor.id).execute()
}

/** Enrolments that were never finished. */
export async function purgeUnverified(auth: Auth, db: Db, user: string): Promise<void> {
  const before = new Date(auth.clock.now().getTime() - auth.settings.mfa.factorExpiresIn * 1000)
  await db
    .deleteFrom('authFactors')
    .where('userId', '=', user)
    .where('status', '=', 'unverified')
    .where('createdAt', '<', before)
    .execute()
}

/** The signed-in caller; anonymous users have nothing that a second factor could protect. */
export async function requireMfaUser(auth: Auth, call: Call): Promise<Caller> {
  const caller = await requireUser(auth, call)
  if (!caller.user.isAnonymous) return caller
  throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}
