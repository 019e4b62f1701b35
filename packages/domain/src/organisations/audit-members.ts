import type { PersonId } from '@tillsight/core'
import { findPerson, type InvitationRow } from '@tillsight/database'
import { type AuditEvent, changesBetween, recordAudit } from '../audit/index.ts'
import type { Context } from '../context/index.ts'

type Who = Pick<Context, 'actor' | 'organisation' | 'queries' | 'clock' | 'origin'>

type OwnershipAction = 'ownership.offer' | 'ownership.withdraw' | 'ownership.decline' | 'ownership.accept'

/** Writes down what was done to a member. */
export async function recordMember(
  ctx: Who,
  person: PersonId,
  what: Pick<AuditEvent, 'changes'> & {
    readonly action:
      | 'member.change_role'
      | 'member.change_shops'
      | 'member.remove'
      | 'organisation.leave'
      | OwnershipAction
  },
): Promise<void> {
  const row = await findPerson(ctx.queries, person)
  await recordAudit(ctx, { ...what, target: { kind: 'person', id: person, name: row?.name || row?.email || '' } })
}

/** Writes down what became of an invitation. Never its token. */
export async function recordInvitation(
  ctx: Who,
  action: 'member.invite' | 'member.resend_invitation' | 'invitation.accept',
  { id, email, role, shopIds }: InvitationRow,
): Promise<void> {
  await recordAudit(ctx, {
    action,
    target: { kind: 'invitation', id, name: email },
    shops: shopIds ?? [],
    changes: changesBetween({}, { role }),
  })
}
