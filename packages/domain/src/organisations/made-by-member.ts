import { AppError, type PersonId, type ShopId, toPersonId } from '@tillsight/core'
import {
  deleteWebhookEndpoint,
  findMembership,
  listApiKeys,
  listEndpointsMadeBy,
  listSharesMadeBy,
  type NamedEndpointRow,
  passOnShares,
  revokeApiKey,
  revokeShareLinks,
} from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, mayEnter } from '../context/index.ts'
import { noMember } from './locked-members.ts'
import { shopPrinter } from './shop-access.ts'

const mostMade = 1000

/** Ids of what is to end with a membership, or with a part of it. */
export const EndedIds = z.array(z.uuid()).max(mostMade).default([])

const Webhook = z.object({ id: z.string(), url: z.string(), shop: z.string() })

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
  webhooks: z.array(Webhook),
  shares: z.array(z.object({ id: z.string(), title: z.string(), view: z.string(), shop: z.string() })),
  /** Webhooks of which it is not noted who made them: they are old, or were passed on when somebody left. */
  webhooksOfNobody: z.array(Webhook),
})
export type MadeByMember = z.infer<typeof MadeByMember>

/** What a member made that can still be used by whoever knows it: keys of the API, webhooks and share links. */
export const listMade = defineVerb({
  name: 'member.made',
  needs: 'members:write',
  access: 'read',
  input: z.object({ person: z.string().transform(toPersonId) }),
  output: MadeByMember,
  async run(ctx: Context, { person }) {
    const { actor, queries, organisation } = ctx
    if (!(await findMembership(queries, { organisationId: organisation, personId: person }))) throw noMember()
    const [keys, webhooks, shares, webhooksOfNobody, print] = await Promise.all([
      usableKeys(ctx, person),
      listEndpointsMadeBy(queries, organisation, person),
      openShares(ctx, person),
      listEndpointsMadeBy(queries, organisation, null),
      shopPrinter(ctx),
    ])
    const isShown = ({ shopId }: { readonly shopId: ShopId }) => mayEnter(actor, shopId)
    return {
      keys: keys.map(({ id, name, prefix, shopIds }) => ({ id, name, prefix, shops: print(shopIds) })),
      webhooks: webhooks.filter(isShown).map(toWebhook),
      shares: shares.filter(isShown).map(({ id, title, view, domain }) => ({ id, title, view, shop: domain })),
      webhooksOfNobody: webhooksOfNobody.filter(isShown).map(toWebhook),
    }
  },
})

function toWebhook({ id, url, domain }: NamedEndpointRow) {
  return { id, url, shop: domain }
}

async function usableKeys({ queries, organisation, clock }: Context, person: PersonId) {
  const now = clock.now()
  const keys = await listApiKeys(queries, organisation)
  return keys.filter(
    ({ createdBy, revokedAt, expiresAt }) =>
      createdBy === person && revokedAt === null && (expiresAt === null || expiresAt > now),
  )
}

async function openShares({ queries, organisation, clock }: Context, person: PersonId) {
  return listSharesMadeBy(queries, { organisation, person, at: clock.now() })
}

/** Ends keys of a member. Throws `not_found` for what is not theirs. */
export async function endKeys(ctx: Context, person: PersonId, ids: readonly string[]): Promise<void> {
  const usable = new Set((await usableKeys(ctx, person)).map(({ id }) => id))
  for (const id of new Set(ids)) {
    if (!usable.has(id) || !(await revokeApiKey(ctx.queries, id, ctx.clock.now()))) throw madeByNobody()
  }
}

/** Ends webhooks of a member. Throws `not_found` for what is not theirs. */
export async function endWebhooks(ctx: Context, person: PersonId, ids: readonly string[]): Promise<void> {
  const { queries, organisation } = ctx
  const made = await listEndpointsMadeBy(queries, organisation, person)
  for (const id of new Set(ids)) {
    const shop = made.find((endpoint) => endpoint.id === id)?.shopId
    if (shop === undefined || !(await deleteWebhookEndpoint(queries, { shop, id }))) throw madeByNobody()
  }
}

/**
 * Ends share links of a member; the others show from now on what whoever acts may see, since a link has the rights of a person.
 * Where nobody acts, all end. Throws `not_found` for what is not theirs.
 */
export async function endShares(ctx: Context, person: PersonId, ids: readonly string[] | 'all'): Promise<void> {
  const { actor, queries, clock } = ctx
  const open = await openShares(ctx, person)
  if (ids !== 'all' && ids.some((named) => !open.some(({ id }) => id === named))) throw madeByNobody()
  const heir = actor.kind === 'person' && actor.id !== person && ids !== 'all' ? toPersonId(actor.id) : undefined
  const isEnded = ({ id }: { readonly id: string }) => heir === undefined || ids.includes(id)
  for (const { id, shopId } of open.filter(isEnded)) await revokeShareLinks(queries, shopId, { id, at: clock.now() })
  const passed = open.filter((share) => !isEnded(share)).map(({ id }) => id)
  if (heir !== undefined) await passOnShares(queries, passed, heir)
}

function madeByNobody(): AppError {
  return new AppError(
    'not_found',
    'One of the keys, webhooks and share links to be revoked is not this member’s, or it has ended meanwhile. Reload the page and choose again.',
  )
}
