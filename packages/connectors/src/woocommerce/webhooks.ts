import { createHash } from 'node:crypto'
import type { WebhookSpec } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import { numberedWalk } from './numbered.ts'
import { resolve, resolveMany } from './resolve.ts'
import { openStore, type Store } from './store.ts'
import { earlier, toInstant, toText } from './values.ts'
import { receive } from './webhook-delivery.ts'
import { WireWebhook } from './wire.ts'

const topics = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
  'product.deleted',
] as const

export const webhooks: WebhookSpec = {
  needsWriting: true,
  topics,
  async ensure(ctx, target) {
    const store = await openStore(ctx)
    const ours = await listOurs(store, target.url)
    const ids: string[] = []
    let reactivated = 0
    let createdAt = store.now()
    for (const topic of topics) {
      const [first, ...doubles] = ours.filter((webhook) => toText(webhook.topic) === topic)
      for (const double of doubles) await remove(store, double.id)
      if (first === undefined) {
        const body = { ...toBody(topic, target.secret), topic, delivery_url: target.url }
        const created = WireWebhook.safeParse((await store.send('POST', 'webhooks', { body })).data)
        if (created.success) ids.push(created.data.id)
        continue
      }
      ids.push(first.id)
      createdAt = earlier(createdAt, toInstant(first.date_created_gmt) ?? createdAt)
      const silent = toText(first.status) !== 'active'
      const isKnown = toText(first.name) === toName(topic, target.secret) && !target.mistrusted?.includes(first.id)
      if (!silent && isKnown) continue
      // Seven failures in a row switch a webhook off for ever; another secret would make every delivery look forged.
      await store.send('PUT', `webhooks/${first.id}`, { body: { ...toBody(topic, target.secret), status: 'active' } })
      if (silent) reactivated += 1
    }
    return { active: topics.length, reactivated, ids, createdAt }
  },
  async silent(ctx, { url }) {
    const ours = await listOurs(await openStore(ctx), url)
    const isHeard = (topic: string) =>
      ours.some((webhook) => toText(webhook.topic) === topic && toText(webhook.status) === 'active')
    return topics.filter((topic) => !isHeard(topic))
  },
  async remove(ctx, target) {
    const store = await openStore(ctx)
    for (const webhook of await listOurs(store, target.url)) await remove(store, webhook.id)
  },
  receive,
  resolve,
  resolveMany,
}

/** The store never shows a webhook's secret, so its name carries a mark of the one that was set. */
function toName(topic: string, secret: string): string {
  return `Tillsight ${topic} (${createHash('sha256').update(secret).digest('hex').slice(0, 6)})`
}

function toBody(topic: string, secret: string): { name: string; secret: string } {
  return { name: toName(topic, secret), secret }
}

async function listOurs(store: Store, url: string): Promise<WireWebhook[]> {
  const ours: WireWebhook[] = []
  for await (const stretch of numberedWalk(store, { path: 'webhooks', parameters: { orderby: 'id', order: 'asc' } })) {
    for (const item of stretch.items) {
      const webhook = WireWebhook.safeParse(item)
      if (webhook.success && toText(webhook.data.delivery_url) === url) ours.push(webhook.data)
    }
  }
  return ours
}

async function remove(store: Store, id: string): Promise<void> {
  try {
    await store.send('DELETE', `webhooks/${id}`, { parameters: { force: 'true' } })
  } catch (error) {
    if (!isConnectorError(error) || error.failure.kind !== 'not_found') throw error
  }
}
