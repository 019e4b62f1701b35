import { AppError, toPersonId } from '@tillsight/core'
import {
  announceWebhooks,
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  lockWebhookEndpoint,
  lockWebhookEndpoints,
  type SealedColumn,
  type WebhookEndpointRow,
} from '@tillsight/database'
import { z } from 'zod'
import { type AuditChange, changesBetween, recordAudit, sealed } from '../audit/index.ts'
import type { ConnectionContext } from '../connections/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { eventTypes, webhookEvents } from '../outbox/index.ts'
import { NewWebhook, toWebhookView, WebhookView } from './endpoint-view.ts'
import { makeSecret } from './signing.ts'

/** The most addresses of a shop. */
const mostEndpoints = 10
const rotatesForMs = 24 * 3_600_000

const Url = z.string().trim().min(1, { error: 'Enter the address of the receiver' }).max(2000)
const Events = z
  .array(z.enum(eventTypes))
  .min(1, { error: 'Choose at least one event' })
  .transform((given) => eventTypes.filter((type) => given.includes(type)))
const OneEndpoint = z.object({ webhook: z.uuid() })

const types = eventTypes.map((type) => ({ type, about: webhookEvents[type].about }))

/** The shop's addresses, and the events that they can be told of. */
export const listWebhooks = defineVerb({
  name: 'webhook.list',
  needs: 'webhooks:write',
  access: 'read',
  input: z.object({}),
  output: z.object({
    items: z.array(WebhookView),
    next: z.string().nullable(),
    types: z.array(z.object({ type: z.enum(eventTypes), about: z.string() })),
  }),
  async run({ queries, shop, clock }: ShopContext) {
    const rows = await listWebhookEndpoints(queries, shop.id)
    return { items: rows.map((row) => toWebhookView(row, clock.now())), next: null, types }
  },
})

/** Adds an address; its secret is shown only here. Throws `invalid_input` for one that may not be called, `limit_reached`. */
export const addWebhook = defineVerb({
  name: 'webhook.add',
  needs: 'webhooks:write',
  // The name is looked up before anything is held.
  access: 'work',
  input: z.object({ url: Url, events: Events }),
  output: NewWebhook,
  async run(ctx: ConnectionContext, { url, events }) {
    const { db, shop, clock, services } = ctx
    const address = await services.checkReceiver(url)
    const secret = makeSecret()
    const at = clock.now()
    const row = await db.transaction(async (tx) => {
      await lockWebhookEndpoints(tx, shop.id)
      if ((await listWebhookEndpoints(tx, shop.id)).length >= mostEndpoints) throw tooMany()
      const row = await createWebhookEndpoint(tx, {
        shopId: shop.id,
        url: address,
        events,
        state: 'on',
        secret: seal(ctx, secret),
        createdBy: ctx.actor.kind === 'person' ? toPersonId(ctx.actor.id) : null,
        createdAt: at,
        changedAt: at,
      })
      await recordWebhook({ ...ctx, queries: tx }, 'webhook.add', {
        ...row,
        changes: [{ field: 'events', before: null, after: events }],
      })
      return row
    })
    return { ...toWebhookView(row, at), secret }
  },
})

/** Changes an address, its events, or whether it is told of them. What happens while it is paused is not told later. */
export const changeWebhook = defineVerb({
  name: 'webhook.change',
  needs: 'webhooks:write',
  access: 'work',
  input: OneEndpoint.extend({
    url: Url.optional(),
    events: Events.optional(),
    state: z.enum(['on', 'paused']).optional(),
  }),
  output: WebhookView,
  async run(ctx: ConnectionContext, { webhook, url, events, state }) {
    const address = url === undefined ? undefined : await ctx.services.checkReceiver(url)
    return ctx.db.transaction(async (queries) => {
      const own = { ...ctx, queries }
      const row = await ownEndpoint(own, webhook)
      // Another address, or one that somebody believes to be mended, begins without failures.
      const isAnew = (address !== undefined && address !== row.url) || (state === 'on' && row.state !== 'on')
      await changeWebhookEndpoint(queries, webhook, {
        ...(address === undefined ? {} : { url: address }),
        ...(events === undefined ? {} : { events }),
        ...(state === undefined ? {} : { state }),
        ...(isAnew ? { failingSince: null, heldUntil: null } : {}),
        changedAt: ctx.clock.now(),
      })
      const after = { url: address ?? row.url, events: events ?? row.events, state: state ?? row.state }
      const { url: earlier, events: earlierEvents, state: earlierState } = row
      const before = { url: earlier, events: earlierEvents, state: earlierState }
      // An address may hold a secret.
      await recordWebhook(own, 'webhook.change', {
        id: webhook,
        url: after.url,
        changes: changesBetween(before, after, ['url']),
      })
      // Messages may have waited for it.
      await announceWebhooks(queries)
      return readView(own, webhook)
    })
  },
})

/** Removes an address with everything that waits to be sent there. */
export const removeWebhook = defineVerb({
  name: 'webhook.remove',
  needs: 'webhooks:write',
  access: 'write',
  input: OneEndpoint,
  output: z.object({}),
  async run(ctx: ShopContext, { webhook }) {
    const row = await ownEndpoint(ctx, webhook)
    await deleteWebhookEndpoint(ctx.queries, { shop: ctx.shop.id, id: webhook })
    await recordWebhook(ctx, 'webhook.remove', row)
    return {}
  },
})

/** Replaces the secret of an address. For a day messages are signed with both, so that the receiver can be changed over. */
export const rotateWebhook = defineVerb({
  name: 'webhook.rotate',
  needs: 'webhooks:write',
  access: 'write',
  input: OneEndpoint,
  output: NewWebhook,
  async run(ctx: ConnectionContext, { webhook }) {
    const { queries, clock } = ctx
    const row = await ownEndpoint(ctx, webhook)
    const at = clock.now()
    const secret = makeSecret()
    await changeWebhookEndpoint(queries, webhook, {
      secret: seal(ctx, secret),
      earlierSecret: row.secret,
      earlierUntil: new Date(at.getTime() + rotatesForMs),
      changedAt: at,
    })
    await recordWebhook(ctx, 'webhook.rotate', {
      ...row,
      changes: [{ field: 'secret', before: null, after: sealed }],
    })
    return { ...(await readView(ctx, webhook)), secret }
  },
})

/** Called by its host: what follows in an address may be a secret. */
async function recordWebhook(
  ctx: ShopContext,
  action: 'webhook.add' | 'webhook.change' | 'webhook.remove' | 'webhook.rotate',
  { id, url, changes }: Pick<WebhookEndpointRow, 'id' | 'url'> & { readonly changes?: readonly AuditChange[] },
): Promise<void> {
  await recordAudit(ctx, { action, target: { kind: 'webhook', id, name: new URL(url).host }, changes })
}

/** What a secret is sealed for: it opens for its shop only. */
export function secretContext(shop: string): string {
  return `webhook ${shop}`
}

function seal({ services, shop }: ConnectionContext, secret: string): Buffer {
  return Buffer.from(services.secrets.seal(secret, secretContext(shop.id)))
}

/** The address, locked. Throws the same `not_found` for one that does not exist and for one of another shop. */
export async function ownEndpoint({ queries, shop }: ShopContext, id: string): Promise<WebhookEndpointRow> {
  const row = await lockWebhookEndpoint(queries, { shop: shop.id, id })
  if (row) return row
  throw webhookNotFound()
}

/** See {@link ownEndpoint}. */
export function webhookNotFound(): AppError {
  return new AppError('not_found', 'There is no such webhook here. Somebody may have deleted it: reload the list.')
}

function tooMany(): AppError {
  return new AppError('limit_reached', `A shop has ${mostEndpoints} webhooks at most. Delete one that nobody needs.`)
}

async function readView({ queries, shop, clock }: ShopContext, id: string): Promise<WebhookView> {
  const row = (await listWebhookEndpoints(queries, shop.id)).find((each) => each.id === id)
  if (row) return toWebhookView(row, clock.now())
  throw webhookNotFound()
}

/** Sealed secrets that messages are signed with. */
export const sealedByWebhooks: readonly SealedColumn[] = [
  {
    table: 'webhook_endpoints',
    column: 'secret',
    key: ['id', 'shop_id'],
    context: (of) => secretContext(of('shop_id')),
  },
  {
    table: 'webhook_endpoints',
    column: 'earlier_secret',
    key: ['id', 'shop_id'],
    context: (of) => secretContext(of('shop_id')),
  },
]
