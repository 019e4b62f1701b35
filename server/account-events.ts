import type { AccountEvent, FailedSignIn } from '@tillsight/auth'
import { type Clock, toPersonId } from '@tillsight/core'
import type { Db } from '@tillsight/database'
import { type AuditAction, networkOf, noteFailedSignIn, personActor, recordOwnAudit } from '@tillsight/domain'

const actions = {
  signed_in: 'sign_in.done',
  signed_out: 'sign_in.ended',
  factor_shown: 'sign_in.factor',
  factor_added: 'factor.added',
  factor_removed: 'factor.removed',
  password_changed: 'account.password_changed',
} as const satisfies Record<AccountEvent['action'], AuditAction>

/** Writes what the identity service did to an account into the audit logs of its person's organisations, in its transaction. */
export async function recordAccountEvent(
  { queries, clock }: { readonly queries: Db; readonly clock: Clock },
  { action, user, byAdmin, ip, userAgent }: AccountEvent,
): Promise<void> {
  const person = toPersonId(user)
  const origin = { network: networkOf(ip), agent: userAgent, request: '' }
  const actor = byAdmin ? ({ kind: 'local' } as const) : personActor(person)
  await recordOwnAudit({ actor, queries, clock, origin: byAdmin ? undefined : origin }, person, {
    action: actions[action],
  })
}

/** Counts an attempt to sign in that failed, for the logs of the same organisations. */
export async function recordFailedSignIn(
  at: { readonly queries: Db; readonly clock: Clock },
  { step, user, typed, ip, userAgent }: FailedSignIn,
): Promise<void> {
  const person = user === undefined ? null : toPersonId(user)
  await noteFailedSignIn(at, { step, person, typed, network: networkOf(ip), agent: userAgent })
}
