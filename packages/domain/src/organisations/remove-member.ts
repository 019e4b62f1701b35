import { AppError, type PersonId, toOrganisationId, toPersonId } from '@tillsight/core'
import {
  announceInbox,
  deleteMembership,
  deleteWebhookEndpoint,
  endTies,
  findMembership,
  listApiKeys,
  listEndpointsMadeBy,
  type MembershipRow,
  revokeApiKey,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween } from '../audit/index.ts'
import { type Context, defineVerb, mayEnter, type PersonContext } from '../context/index.ts'
import { recordMember } from './audit-members.ts'
import { assertOwnerRemains, lockMembersFor, lockOwnMembership, memberOf, noMember } from './locked-members.ts'
import { shopPrinter } from './shop-access.ts'

const OfPerson = z.object({ person: z.string().transform(toPersonId) })
const mostMade = 1000

/** What works on after a member is gone, unless it is ended with them. */
export const MadeByMember = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      /** Domains; null for all shops. */
      shops: z.array(z.string()).nullable(),
    }),
  ),
  webhooks: z.array(z.object({ id: z.string(), url: z.string(), shop: z.string() })),
})
export type MadeByMember = z.infer<typeof MadeByMember>

/** What a member made that can still be used by whoever knows it: keys of the API, and webhooks. */
export const listMade = defineVerb({
  name: 'member.made',
  needs: 'members:write',
  access: 'read',
  input: OfPerson,
  output: MadeByMember,
  async run(ctx: Context, { person }) {
    const key = { organisationId: ctx.organisation, personId: person }
    if (!(await findMembership(ctx.queries, key))) throw noMember()
    const [keys, endpoints, print] = await Promise.all([
      usableKeys(ctx, person),
      listEndpointsMadeBy(ctx.queries, ctx.organisation, person),
      shopPrinter(ctx),
    ])
    return {
      keys: keys.map(({ id, name, prefix, shopIds }) => ({ id, name, prefix, shops: print(shopIds) })),
      webhooks: endpoints
        .filter(({ shopId }) => mayEnter(ctx.actor, shopId))
        .map(({ id, url, domain }) => ({ id, url, shop: domain })),
    }
  },
})

async function usableKeys({ queries, organisation, clock }: Context, person: PersonId) {
  const now = clock.now()
  const keys = await listApiKeys(queries, organisation)
  return keys.filter(
    ({ createdBy, revokedAt, expiresAt }) =>
      createdBy === person && revokedAt === null && (expiresAt === null || expiresAt > now),
  )
}

/**
 * Removes a member, and ends those of their keys and webhooks that are named; what stays passes to the organisation. Their
 * pages are closed at once. Throws `conflict` if no owner would be left, and `not_found` for what is not theirs.
 */
export const removeMember = defineVerb({
  name: 'member.remove',
  needs: 'members:write',
  access: 'write',
  input: OfPerson.extend({
    keys: z.array(z.uuid()).max(mostMade).default([]),
    webhooks: z.array(z.uuid()).max(mostMade).default([]),
  }),
  output: z.object({}),
  async run(ctx: Context, { person, keys, webhooks }) {
    const members = await lockMembersFor(ctx, 'member.remove')
    const member = memberOf(members, person)
    assertOwnerRemains(members, member)
    await endKeys(ctx, person, keys)
    await endWebhooks(ctx, person, webhooks)
    await endMembership(ctx, member)
    await recordMember(ctx, person, { action: 'member.remove', changes: changesBetween({}, ended({ keys, webhooks })) })
    return {}
  },
})

/** What ended with the membership, as the audit log tells it. */
function ended(ids: Readonly<Record<'keys' | 'webhooks', readonly string[]>>): object {
  return Object.fromEntries(Object.entries(ids).filter(([, listed]) => listed.length > 0))
}

async function endKeys(ctx: Context, person: PersonId, ids: readonly string[]): Promise<void> {
  const usable = new Set((await usableKeys(ctx, person)).map(({ id }) => id))
  for (const id of new Set(ids)) {
    if (!usable.has(id) || !(await revokeApiKey(ctx.queries, id, ctx.clock.now()))) throw madeByNobody()
  }
}

async function endWebhooks({ queries, organisation }: Context, person: PersonId, ids: readonly string[]) {
  const made = await listEndpointsMadeBy(queries, organisation, person)
  for (const id of new Set(ids)) {
    const shop = made.find((endpoint) => endpoint.id === id)?.shopId
    if (shop === undefined || !(await deleteWebhookEndpoint(queries, { shop, id }))) throw madeByNobody()
  }
}

function madeByNobody(): AppError {
  return new AppError(
    'not_found',
    'One of the keys and webhooks to be revoked is not this member’s, or it has ended meanwhile. Reload the page and choose again.',
  )
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

/** Ends the person's own membership, whatever their role. Throws `conflict` for the only owner. */
export const leaveOrganisation = defineVerb({
  name: 'organisation.leave',
  needs: 'self',
  access: 'write',
  input: z.object({ organisation: z.string().transform(toOrganisationId) }),
  output: z.object({}),
  async run(ctx: PersonContext, { organisation }) {
    const { queries, person } = ctx
    const members = await lockOwnMembership(queries, { person, organisation })
    const own = memberOf(members, person)
    assertOwnerRemains(members, own)
    await endMembership({ queries }, own)
    await recordMember({ ...ctx, organisation }, person, { action: 'organisation.leave' })
    return {}
  },
})
