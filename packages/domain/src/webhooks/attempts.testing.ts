// What the permission tests try of webhooks.
import { randomUUID } from 'node:crypto'
import type { ConnectionContext } from '../connections/index.ts'
import { run } from '../context/verb.ts'
import { addWebhook } from './change-endpoints.ts'
import { testWebhook } from './deliveries.ts'

/** Ids of a webhook and of a message to it. */
export interface WebhookIds {
  readonly webhook: string
  readonly message: string
}

const receiver = { url: 'https://hooks.example/in', events: ['order.booked' as const] }
const named = ({ webhook }: WebhookIds) => ({ webhook })

/** By verb name. */
export const webhookAttempts = {
  'webhook.list': { in: 'shop', input: () => ({}) },
  'webhook.add': { in: 'shop', input: () => receiver },
  'webhook.change': { in: 'shop', input: (ids: WebhookIds) => ({ ...named(ids), state: 'on' }) },
  'webhook.remove': { in: 'shop', input: named },
  'webhook.test': { in: 'shop', input: named },
  'webhook.rotate': { in: 'shop', input: named },
  'webhook.deliveries': { in: 'shop', input: named },
  'webhook.resend': { in: 'shop', input: ({ message }: WebhookIds) => ({ delivery: message }) },
} as const

/** Ids that refer to nothing. */
export function freshWebhookIds(): WebhookIds {
  return { webhook: randomUUID(), message: `msg_${randomUUID()}` }
}

/** Adds a webhook of the shop with a message. */
export async function addTestWebhook(ctx: ConnectionContext): Promise<WebhookIds> {
  const { id: webhook } = await run(addWebhook, { ...ctx, actor: { kind: 'local' } }, receiver)
  const { id: message } = await run(testWebhook, { ...ctx, actor: { kind: 'local' } }, { webhook })
  return { webhook, message }
}
