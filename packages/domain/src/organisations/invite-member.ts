import { AppError, type PersonId, type ShopId, toPersonId } from '@tillsight/core'
import { createInvitation, listMembers, listShops, revokeInvitations } from '@tillsight/database'
import { z } from 'zod'
import { type Actor, type Context, defineVerb, shopNotFound } from '../context/index.ts'
import { InviteMemberInput, type Role } from '../inputs/index.ts'
import { hashInvitationToken, makeInvitationToken } from './invitation-token.ts'
import { lockMembersFor } from './members.ts'

const validForMs = 7 * 24 * 60 * 60 * 1000

/**
 * Invites somebody by address for seven days; an open invitation of the address ends. The token is told this once, for
 * the mail. Throws `conflict` for somebody who is a member already.
 */
export const inviteMember = defineVerb({
  name: 'member.invite',
  needs: 'members:write',
  access: 'write',
  input: InviteMemberInput,
  output: z.object({ id: z.string(), email: z.string(), token: z.string(), expiresAt: z.iso.datetime() }),
  async run(ctx: Context, { email, role, shops }) {
    const { actor, organisation, queries, clock } = ctx
    // Held from here on, so that two invitations of one address cannot both stay open.
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
