import { AppError } from '@tillsight/core'
import {
  addMembership,
  findInvitation,
  findMembership,
  type InvitationRow,
  type NamedInvitationRow,
  readPerson,
  takeInvitation,
} from '@tillsight/database'
import { z } from 'zod'
import { type ActorContext, defineVerb, type PersonContext, toRole } from '../context/index.ts'
import { plainAddress, type Role } from '../inputs/index.ts'
import { recordInvitation } from './audit-members.ts'
import { hashInvitationToken } from './invitations.ts'
import { MembershipView } from './organisations.ts'

/** The state of an invitation; one that is `replaced` was followed by another one to the same address. */
export type InvitationState = 'open' | 'accepted' | 'withdrawn' | 'expired' | 'replaced'

/** An invitation as its link shows it. */
export interface InvitationView {
  readonly organisation: string
  readonly state: InvitationState
  /** What is offered, and to whom; null for somebody who has not signed in. */
  readonly offer: InvitationOffer | null
}

/** What an invitation offers, and to whom. */
export interface InvitationOffer {
  readonly email: string
  readonly role: Role
  /** Name of the inviter; empty if unknown or deleted. */
  readonly invitedBy: string
}

/**
 * The invitation for its link's token; undefined for an unknown token. Not a verb: possession of the link is the permission.
 * Links are passed on and opened by programs, so that only somebody who has signed in learns more than the organisation's name.
 */
export async function showInvitation(
  { queries, clock }: Pick<ActorContext, 'queries' | 'clock'>,
  token: string,
  isSignedIn: boolean,
): Promise<InvitationView | undefined> {
  const row = await findInvitation(queries, hashInvitationToken(token))
  if (!row) return undefined
  const { email, role, inviterName } = row
  return {
    organisation: row.organisationName,
    state: stateOf(row, clock.now()),
    offer: isSignedIn ? { email, role: toRole(role), invitedBy: inviterName ?? '' } : null,
  }
}

/** The state of an invitation at an instant. */
function stateOf({ acceptedAt, revokedAt, replaced, expiresAt }: InvitationRow, now: Date): InvitationState {
  if (acceptedAt) return 'accepted'
  if (revokedAt) return replaced ? 'replaced' : 'withdrawn'
  return expiresAt <= now ? 'expired' : 'open'
}

/**
 * Makes the person a member; an existing member keeps their role. Accepting twice gives the same result. Throws `forbidden`
 * when the invitation was sent to an address other than the person's confirmed one, `conflict` when it is no longer open,
 * `not_found` for an unknown token.
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
    const { email } = await readPerson(queries, person)
    if (plainAddress(email) !== invitation.email) throw sentToAnother(invitation.email)
    const taken = await takeInvitation(queries, tokenHash, clock.now())
    const key = { organisationId: invitation.organisationId, personId: person }
    if (taken) {
      await addMembership(queries, { ...key, role: taken.role, shopIds: taken.shopIds })
      await recordInvitation({ ...ctx, organisation: taken.organisationId }, 'invitation.accept', taken)
    }
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
  throw new AppError('not_found', 'This invitation is not known here. Open the link in the email again.')
}

/** Reveals no more than the link itself shows. */
function sentToAnother(email: string): AppError {
  return new AppError(
    'forbidden',
    `This invitation was sent to ${email}. Sign in with the account that has this address, confirmed, to accept it.`,
  )
}

function notOpen(state: InvitationState): AppError {
  if (state === 'replaced') {
    return new AppError(
      'conflict',
      'This invitation was replaced by a newer one to the same address. Open the link of the latest email.',
    )
  }
  const what = {
    open: 'could not be accepted',
    accepted: 'was used already',
    withdrawn: 'was withdrawn',
    expired: 'has expired',
  }[state]
  return new AppError('conflict', `This invitation ${what}. Ask an owner of the organisation to send you another one.`)
}
