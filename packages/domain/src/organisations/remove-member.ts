import { type OrganisationId, toOrganisationId, toPersonId } from '@tillsight/core'
import { announceInbox, deleteMembership, endTies, type MembershipRow } from '@tillsight/database'
import { z } from 'zod'
import { changesBetween } from '../audit/index.ts'
import { type Context, defineVerb, type PersonContext } from '../context/index.ts'
import { recordMember } from './audit-members.ts'
import { assertOwnerRemains, lockMembersFor, lockOwnMembership, memberOf } from './locked-members.ts'
import { EndedIds, endKeys, endShares, endWebhooks } from './made-by-member.ts'

/**
 * Removes a member, and ends those of their keys, webhooks and share links that are named; what stays passes to the organisation,
 * and share links to whoever removes them. Their pages are closed at once. Throws `conflict` if no owner would be left, and
 * `not_found` for what is not theirs.
 */
export const removeMember = defineVerb({
  name: 'member.remove',
  needs: 'members:write',
  access: 'write',
  input: z.object({
    person: z.string().transform(toPersonId),
    keys: EndedIds,
    webhooks: EndedIds,
    shares: EndedIds,
  }),
  output: z.object({}),
  async run(ctx: Context, { person, ...ids }) {
    const members = await lockMembersFor(ctx, 'member.remove')
    const member = memberOf(members, person)
    assertOwnerRemains(members, member)
    await endKeys(ctx, person, ids.keys)
    await endWebhooks(ctx, person, ids.webhooks)
    await endShares(ctx, person, ids.shares)
    await endMembership(ctx, member)
    await recordMember(ctx, person, { action: 'member.remove', changes: changesBetween({}, ended(ids)) })
    return {}
  },
})

/** What ended with the membership, as the audit log tells it. */
function ended(ids: Readonly<Record<'keys' | 'webhooks' | 'shares', readonly string[]>>): object {
  return Object.fromEntries(Object.entries(ids).filter(([, listed]) => listed.length > 0))
}

/** Ends a membership; what the member made belongs to the organisation from now on. */
async function endMembership(
  { queries }: Pick<Context, 'queries'>,
  member: Pick<MembershipRow, 'organisationId' | 'personId'>,
): Promise<void> {
  await endTies(queries, member)
  await deleteMembership(queries, member)
  await announceInbox(queries, member.personId)
}

/**
 * Ends the person's own membership, whatever their role, with the share links that they made. Throws `conflict` for the only
 * owner.
 */
export const leaveOrganisation = defineVerb({
  name: 'organisation.leave',
  needs: 'self',
  access: 'write',
  input: z.object({ organisation: z.string().transform((id): OrganisationId => toOrganisationId(id)) }),
  output: z.object({}),
  async run(ctx: PersonContext, { organisation }) {
    const { queries, person } = ctx
    const members = await lockOwnMembership(queries, { person, organisation })
    const own = memberOf(members, person)
    assertOwnerRemains(members, own)
    await endShares({ ...ctx, organisation }, person, 'all')
    await endMembership({ queries }, own)
    await recordMember({ ...ctx, organisation }, person, { action: 'organisation.leave' })
    return {}
  },
})
