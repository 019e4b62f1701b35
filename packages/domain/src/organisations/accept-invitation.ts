import { AppError } from '@tillsight/core'
import {
  addMembership,
  findInvitation,
  findMembership,
  type NamedInvitationRow,
  readPerson,
  takeInvitation,
} from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext, toRole } from '../context/index.ts'
import { hashInvitationToken } from './invitation-token.ts'
import { MembershipView } from './membership-view.ts'
import { type InvitationState, stateOf } from './show-invitation.ts'

/**
 * Makes the person a member; whoever is one already stays what they are. Accepting twice answers the same. Throws
 * `forbidden` when the invitation was sent to another address than the person's confirmed one, `conflict` when it is not
 * open any more, `not_found` for a token that was never given out.
 */
export const acceptInvitation = defineVerb({
  name: 'invitation.accept',
  needs: 'self',
  access: 'write',
  input: z.object({ token: z.string().min(1).max(200) }),
  output: MembershipView,
  async run(ctx: PersonContext, { token }) {
    const { queries, person, clock } = ctx
    const tokenHash = hashInvitationToken(token)
    const invitation = await readInvitation(ctx, tokenHash)
    if ((await readPerson(queries, person)).email !== invitation.email) throw sentToAnother(invitation.email)
    const taken = await takeInvitation(queries, tokenHash, clock.now())
    const key = { organisationId: invitation.organisationId, personId: person }
    if (taken) await addMembership(queries, { ...key, role: taken.role, shopIds: taken.shopIds })
    const membership = await findMembership(queries, key)
    const state = stateOf(await readInvitation(ctx, tokenHash), clock.now())
    if (!membership || state !== 'accepted') throw notOpen(state)
    return {
      organisation: membership.organisationId,
      name: membership.organisationName,
      role: toRole(membership.role),
    }
  },
})

async function readInvitation({ queries }: PersonContext, tokenHash: string): Promise<NamedInvitationRow> {
  const row = await findInvitation(queries, tokenHash)
  if (row) return row
  throw new AppError('not_found', 'This invitation is not known here. Open the link of the mail again, whole.')
}

/** Says no more than the link itself shows. */
function sentToAnother(email: string): AppError {
  return new AppError(
    'forbidden',
    `This invitation was sent to ${email}. Sign in with the account that has this address to accept it.`,
  )
}

function notOpen(state: InvitationState): AppError {
  const what = {
    open: 'could not be accepted',
    accepted: 'was used already',
    revoked: 'was taken back',
    expired: 'has expired',
  }[state]
  return new AppError('conflict', `This invitation ${what}. Ask an owner of the organisation to send you another one.`)
}
