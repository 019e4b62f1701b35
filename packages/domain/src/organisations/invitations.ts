import { createHash, randomBytes } from 'node:crypto'
import { AppError, type PersonId, type ShopId, toPersonId } from '@tillsight/core'
import {
  addMembership,
  createInvitation,
  findInvitation,
  findMembership,
  type InvitationRow,
  listMembers,
  listShops,
  type NamedInvitationRow,
  readPerson,
  revokeInvitations,
  takeInvitation,
} from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import {
  type Actor,
  type ActorContext,
  type Context,
  defineVerb,
  type PersonContext,
  shopNotFound,
  toRole,
} from '../context/index.ts'
import { InviteMemberInput, type Role } from '../inputs/index.ts'
import { recordInvitation } from './audit-members.ts'
import { lockMembersFor } from './members.ts'
import { MembershipView } from './organisations.ts'

/** A random 256-bit token for a link. */
function makeInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token, which cannot be reversed. */
function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const validForMs = 7 * 24 * 60 * 60 * 1000

/**
 * Invites somebody by e-mail address for seven days; a previous open invitation of the address is revoked. The token is
 * returned only here, for the mail. Throws `conflict` for somebody who already is a member.
 */
export const inviteMember = defineVerb({
  name: 'member.invite',
  needs: 'members:write',
  access: 'write',
  input: InviteMemberInput,
  output: z.object({ id: z.string(), email: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
  async run(ctx: Context, { email, role, shops }) {
    const { actor, organisation, queries, clock } = ctx
    // Locked from here on, so that two invitations of one address cannot both stay open.
    await lockMembersFor(ctx, 'member.invite')
    const shopIds = await readShops(ctx, { role, shops })
    const members = await listMembers(queries, organisation)
    if (members.some((member) => member.email === email)) {
      throw new AppError('conflict', `${email} is a member already. Change the role in the list of members instead.`, {
        details: { field: 'email' },
      })
    }
    const now = clock.now()
    await revokeInvitations(queries, { organisation, email }, now)
    const token = makeInvitationToken()
    const invitation = await createInvitation(queries, {
      organisationId: organisation,
      email,
      role,
      shopIds,
      invitedBy: inviter(actor),
      tokenHash: hashInvitationToken(token),
      expiresAt: new Date(now.getTime() + validForMs),
    })
    await recordInvitation(ctx, 'member.invite', invitation)
    return { id: invitation.id, email, token, expiresAt: invitation.expiresAt.toISOString() }
  },
})

function inviter(actor: Actor): PersonId | null {
  return actor.kind === 'person' ? toPersonId(actor.id) : null
}

/** Throws `not_found` for a shop of another organisation, as for one that does not exist. */
async function readShops(
  { queries, organisation }: Context,
  { role, shops }: { role: Role; shops: readonly ShopId[] | null },
): Promise<ShopId[] | null> {
  if (shops === null) return null
  if (role === 'owner') {
    throw new AppError('invalid_input', 'An owner sees all shops. Choose another role, or leave the shops open.', {
      details: { field: 'shops' },
    })
  }
  const own = new Set((await listShops(queries, organisation)).map(({ id }) => id))
  const asked = [...new Set(shops)]
  const unknown = asked.find((id) => !own.has(id))
  if (unknown !== undefined) throw shopNotFound(unknown)
  return asked
}

/** The state of an invitation. */
export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired'

/** An invitation as its link shows it. */
export interface InvitationView {
  readonly organisation: string
  readonly email: string
  readonly role: Role
  /** Name of the inviter; empty if unknown or deleted. */
  readonly invitedBy: string
  readonly state: InvitationState
}

/**
 * The invitation for its link's token; undefined for an unknown token. Not a verb: possession of the link is the permission.
 */
export async function showInvitation(
  { queries, clock }: Pick<ActorContext, 'queries' | 'clock'>,
  token: string,
): Promise<InvitationView | undefined> {
  const row = await findInvitation(queries, hashInvitationToken(token))
  if (!row) return undefined
  return {
    organisation: row.organisationName,
    email: row.email,
    role: toRole(row.role),
    invitedBy: row.inviterName ?? '',
    state: stateOf(row, clock.now()),
  }
}

/** The state of an invitation at an instant. */
function stateOf({ acceptedAt, revokedAt, expiresAt }: InvitationRow, now: Date): InvitationState {
  if (acceptedAt) return 'accepted'
  if (revokedAt) return 'revoked'
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
    if ((await readPerson(queries, person)).email !== invitation.email) throw sentToAnother(invitation.email)
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
  throw new AppError('not_found', 'This invitation is not known here. Open the link of the mail again, whole.')
}

/** Reveals no more than the link itself shows. */
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

/** Revokes an invitation. Throws `not_found` for one that does not exist, was used or belongs to another organisation. */
export const revokeInvitation = defineVerb({
  name: 'member.revoke_invitation',
  needs: 'members:write',
  access: 'write',
  input: z.object({ invitation: z.uuid() }),
  output: z.object({}),
  async run(ctx: Context, { invitation }) {
    const { organisation, queries, clock } = ctx
    await lockMembersFor(ctx, 'member.revoke_invitation')
    if ((await revokeInvitations(queries, { organisation, id: invitation }, clock.now())) > 0) {
      await recordAudit(ctx, {
        action: 'member.revoke_invitation',
        target: { kind: 'invitation', id: invitation, name: '' },
      })
      return {}
    }
    throw new AppError('not_found', 'This invitation is not open any more: it was accepted or taken back.')
  },
})
