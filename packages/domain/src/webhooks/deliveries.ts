import { randomUUID } from 'node:crypto'
import { AppError } from '@tillsight/core'
import {
  addWebhookMessages,
  announceWebhooks,
  findWebhookMessage,
  listWebhookEndpoints,
  listWebhookMessages,
  requeueWebhookMessage,
  type WebhookEndpointRow,
} from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { bodyOf } from '../outbox/index.ts'
import { ownEndpoint, webhookNotFound } from './change-endpoints.ts'
import { toWebhookDelivery, WebhookDelivery } from './endpoint-view.ts'

/** The type of a message that only tells that it arrives. */
export const testType = 'webhook.test'

const usualPage = 100
const mostOfPage = 1000

/** Sends a message to an address that is about nothing. Throws `conflict` for an address that is not on. */
export const testWebhook = defineVerb({
  name: 'webhook.test',
  needs: 'webhooks:write',
  access: 'write',
  input: z.object({ webhook: z.uuid() }),
  output: WebhookDelivery,
  async run(ctx: ShopContext, { webhook }) {
    const { queries, shop, clock } = ctx
    assertOn(await ownEndpoint(ctx, webhook))
    const at = clock.now()
    const id = `msg_${randomUUID().replaceAll('-', '')}`
    const body = bodyOf({ type: testType, at, data: { shop: shop.domain, webhook } })
    await addWebhookMessages(queries, [{ id, endpointId: webhook, type: testType, body, at }])
    return readDelivery(ctx, id)
  },
})

const Place = z.object({ createdAt: z.coerce.date(), id: z.string() })

/** The messages of the last two weeks to an address, the newest first. */
export const listDeliveries = defineVerb({
  name: 'webhook.deliveries',
  needs: 'webhooks:write',
  access: 'read',
  input: z.object({
    webhook: z.uuid(),
    cursor: z.string().max(200).optional(),
    limit: z.number().int().min(1).max(mostOfPage).default(usualPage),
  }),
  output: z.object({ items: z.array(WebhookDelivery), next: z.string().nullable() }),
  async run({ queries, shop }: ShopContext, { webhook, cursor, limit }) {
    const own = await listWebhookEndpoints(queries, shop.id)
    if (!own.some(({ id }) => id === webhook)) throw webhookNotFound()
    const before = cursor === undefined ? undefined : readCursor(cursor)
    const rows = await listWebhookMessages(queries, webhook, { before, limit: limit + 1 })
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const next = rows.length > limit && last ? cursorOf(last) : null
    return { items: items.map(toWebhookDelivery), next }
  },
})

function cursorOf({ createdAt, id }: z.output<typeof Place>): string {
  return Buffer.from(JSON.stringify({ createdAt, id })).toString('base64url')
}

function readCursor(cursor: string): z.output<typeof Place> {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  try {
    return Place.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError('invalid_input', '“cursor” is not one that this list gave. Ask for the first page again.', {
      details: { field: 'cursor' },
      cause,
    })
  }
}

/** Sends a message again under the same id, whatever became of it. Throws `conflict` while it is being sent. */
export const resendDelivery = defineVerb({
  name: 'webhook.resend',
  needs: 'webhooks:write',
  access: 'write',
  input: z.object({ delivery: z.string().max(100) }),
  output: WebhookDelivery,
  async run(ctx: ShopContext, { delivery }) {
    const { queries, shop, clock } = ctx
    const row = await findWebhookMessage(queries, shop.id, delivery)
    if (!row) throw deliveryNotFound()
    assertOn(await ownEndpoint(ctx, row.endpointId))
    if (!(await requeueWebhookMessage(queries, delivery, clock.now()))) {
      throw new AppError('conflict', 'This message is being sent right now. Look at its outcome first.')
    }
    await announceWebhooks(queries)
    return readDelivery(ctx, delivery)
  },
})

function assertOn({ state }: WebhookEndpointRow): void {
  if (state === 'on') return
  throw new AppError('conflict', 'This webhook is not on, so nothing is sent there. Switch it on first.')
}

async function readDelivery({ queries, shop }: ShopContext, id: string): Promise<WebhookDelivery> {
  const row = await findWebhookMessage(queries, shop.id, id)
  if (row) return toWebhookDelivery(row)
  throw deliveryNotFound()
}

function deliveryNotFound(): AppError {
  return new AppError('not_found', 'There is no such message here. Messages are kept for two weeks.')
}
