import { createHash, randomBytes } from 'node:crypto'
import { AppError, type PersonId, type ShopId, toPersonId } from '@tillsight/core'
import {
  countInvitations,
  createInvitation,
  listMembers,
  listOpenInvitations,
  readOrganisation,
  revokeInvitations,
} from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../audit/index.ts'
import { type Actor, type Context, defineVerb, toRole } from '../context/index.ts'
import { InviteMemberInput, type Role } from '../inputs/index.ts'
import { assertMayAdd } from '../plan-access.ts'
import { recordInvitation } from './audit-members.ts'
import type { MemberContext } from './letters.ts'
import { lockMembersFor } from './locked-members.ts'
import { InvitationEntry } from './members.ts'
import { readShops, shopPrinter } from './shop-access.ts'

const hourMs = 3_600_000
const validForMs = 7 * 24 * hourMs
/** The most open invitations of an organisation. */
const mostOpen = 50

/** A random 256-bit token for a link. */
function makeInvitationToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored hash of a token, which cannot be reversed. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Invites somebody by e-mail address for seven days, and mails them a link; it replaces an open invitation of the address.
 * Throws `conflict` for somebody who already is a member and where nobody pays for the organisation, and `limit_reached`.
 */
export const inviteMember = defineVerb({
  name: 'member.invite',
  needs: 'members:write',
  access: 'write',
  input: InviteMemberInput,
  output: InvitationEntry,
  async run(ctx: MemberContext, { email, role, shops }) {
    // Locked from here on, so that two invitations of one address cannot both stay open.
    await lockMembersFor(ctx, 'member.invite')
    const shopIds = await readShops(ctx, { role, shops })
    return sendInvitation(ctx, 'member.invite', { email, role, shopIds })
  },
})

/** Sends an open invitation again, with another link and for seven days from now. Throws `not_found`, `limit_reached`. */
export const resendInvitation = defineVerb({
  name: 'member.resend_invitation',
  needs: 'members:write',
  access: 'write',
  input: z.object({ invitation: z.uuid() }),
  output: InvitationEntry,
  async run(ctx: MemberContext, { invitation }) {
    await lockMembersFor(ctx, 'member.resend_invitation')
    const open = await listOpenInvitations(ctx.queries, ctx.organisation, ctx.clock.now())
    const row = open.find(({ id }) => id === invitation)
    if (!row) throw notOpenAnyMore()
    const { email, role, shopIds } = row
    return sendInvitation(ctx, 'member.resend_invitation', { email, role: toRole(role), shopIds })
  },
})

/** Withdraws an invitation. Throws `not_found` for one that does not exist, was used or belongs to another organisation. */
export const revokeInvitation = defineVerb({
  name: 'member.revoke_invitation',
  needs: 'members:write',
  access: 'write',
  input: z.object({ invitation: z.uuid() }),
  output: z.object({}),
  async run(ctx: Context, { invitation }) {
    const { organisation, queries, clock } = ctx
    await lockMembersFor(ctx, 'member.revoke_invitation')
    if ((await revokeInvitations(queries, { organisation, id: invitation }, clock.now())) === 0) throw notOpenAnyMore()
    const target = { kind: 'invitation', id: invitation, name: '' }
    await recordAudit(ctx, { action: 'member.revoke_invitation', target })
    return {}
  },
})

function notOpenAnyMore(): AppError {
  return new AppError('not_found', 'This invitation is not open any more: it was accepted, withdrawn, or has expired.')
}

interface Invitation {
  readonly email: string
  readonly role: Role
  readonly shopIds: ShopId[] | null
}

/** Needs the memberships to be locked. */
async function sendInvitation(
  ctx: MemberContext,
  action: 'member.invite' | 'member.resend_invitation',
  { email, role, shopIds }: Invitation,
) {
  const { actor, organisation, queries, clock, letters } = ctx
  await assertMayAdd(ctx, 'invitation')
  const members = await listMembers(queries, organisation)
  if (members.some((member) => member.email === email)) {
    throw new AppError('conflict', `${email} is a member already. Change the role in the list of members instead.`, {
      details: { field: 'email' },
    })
  }
  const now = clock.now()
  await revokeInvitations(queries, { organisation, email }, now)
  await assertRoom(ctx, now)
  const token = makeInvitationToken()
  const row = await createInvitation(queries, {
    organisationId: organisation,
    email,
    role,
    shopIds,
    invitedBy: inviter(actor),
    tokenHash: hashInvitationToken(token),
    expiresAt: new Date(now.getTime() + validForMs),
    createdAt: now,
  })
  await recordInvitation(ctx, action, row)
  const by = members.find(({ personId }) => personId === row.invitedBy)
  const { name } = await readOrganisation(queries, organisation)
  const { expiresAt } = row
  await letters.sendInvitation({
    to: email,
    organisation: name,
    inviter: by?.name || by?.email || '',
    role,
    token,
    expiresAt,
  })
  const print = await shopPrinter(ctx)
  return { id: row.id, email, role, shops: print(shopIds), state: 'open' as const, expiresAt: expiresAt.toISOString() }
}

/** Throws `limit_reached` where many invitations are open, or were sent a moment ago. */
async function assertRoom({ organisation, queries, letters }: MemberContext, now: Date): Promise<void> {
  if ((await listOpenInvitations(queries, organisation, now)).length >= mostOpen) {
    throw new AppError(
      'limit_reached',
      `${mostOpen} invitations are open, which is the most. Withdraw some that nobody will accept.`,
    )
  }
  const recent = await countInvitations(queries, organisation, new Date(now.getTime() - hourMs))
  if (recent < letters.invitationsPerHour) return
  throw new AppError(
    'limit_reached',
    `${recent} invitations were sent within an hour, which is the most. Nothing was sent; go on in an hour.`,
  )
}

function inviter(actor: Actor): PersonId | null {
  return actor.kind === 'person' ? toPersonId(actor.id) : null
}

/** All verbs of invitations but accepting one. */
export const invitationVerbs = [inviteMember, resendInvitation, revokeInvitation] as const
