import type { Db } from '@tillsight/database'
import type { AccountEvent, Auth, FailedSignIn } from './context.ts'
import type { Call } from './wire.ts'

/** The actions in the audit log, with the reference server's names. */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'user_signedup'
  | 'user_invited'
  | 'user_deleted'
  | 'user_modified'
  | 'user_recovery_requested'
  | 'user_confirmation_requested'
  | 'user_repeated_signup'
  | 'user_reauthenticate_requested'
  | 'user_updated_password'
  | 'token_refreshed'
  | 'token_revoked'
  | 'oauth_consented'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'factor_updated'
  | 'challenge_created'
  | 'verification_attempted'

/** One entry; `traits` never holds a token, a code or a password. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly user: string | null
  readonly call: Call
  readonly traits?: Readonly<Record<string, unknown>>
}

/** Adds an entry in the transaction of the change that it records. */
export async function audit(auth: Auth, db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('authAudit')
    .values({
      at: auth.clock.now(),
      action: entry.action,
      userId: entry.user,
      ip: entry.call.ip,
      traits: JSON.stringify(entry.traits ?? {}),
    })
    .execute()
  const action = eventOf(entry)
  if (action === undefined || entry.user === null || !auth.onAccountEvent) return
  const { ip, userAgent } = entry.call
  await auth.onAccountEvent(db, { action, user: entry.user, byAdmin: entry.traits?.['by'] === 'admin', ip, userAgent })
}

/** What of the log concerns the organisations that a person belongs to, too. */
function eventOf({ action, traits = {} }: AuditEntry): AccountEvent['action'] | undefined {
  switch (action) {
    case 'login':
      return 'signed_in'
    case 'logout':
      return 'signed_out'
    case 'verification_attempted':
      return traits['isFirst'] === true ? 'factor_added' : 'factor_shown'
    case 'factor_unenrolled':
      return 'factor_removed'
    case 'user_updated_password':
      return 'password_changed'
    default:
      return undefined
  }
}

/** Has an attempt to sign in that failed counted. Whatever goes wrong with that changes nothing in the answer. */
export async function noteFailure(
  auth: Auth,
  { ip, userAgent }: Call,
  attempt: Pick<FailedSignIn, 'step' | 'user' | 'typed'>,
): Promise<void> {
  try {
    await auth.onFailedSignIn?.({ ...attempt, ip, userAgent })
  } catch (error) {
    auth.log.error({ err: error }, 'an attempt to sign in that failed could not be counted')
  }
}
