import { createHash } from 'node:crypto'
import type { ConnectorContext, WebhookHint, WebhookSpec } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { InstantText, PlatformRecord } from '../records.ts'
import { orderQuery } from './changed-orders.ts'
import { idOf, mapOrdersOf, toList } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { fetchRefunds, hasRefunds } from './order-refunds.ts'
import { fetchOrder } from './orders-compare.ts'
import { fetchProduct } from './products.ts'
import { hasRefundsRoute } from './refunds.ts'
import { openStore, type Store } from './store.ts'
import { earlier, toInstant, toText } from './values.ts'
import { receive } from './webhook-delivery.ts'
import { WireWebhook } from './wire.ts'

/** Small enough for an address and for a slow store. */
const ordersPerQuestion = 50

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

/** Fetches what a delivery only hinted at: an order comes with all its refunds. */
async function resolve(ctx: ConnectorContext, hint: WebhookHint): Promise<readonly PlatformRecord[]> {
  const store = await openStore(ctx)
  if (hint.type === 'order') return await resolveOrder(store, hint.id)
  if (hint.type === 'product') return await resolveProduct(ctx, store, hint.id)
  throw new ConnectorError({
    kind: 'bad_request',
    message: `The shop announced a change of a ${hint.type}, which is not fetched by announcement; it comes with the next reading.`,
    platformCode: 'unexpected_topic',
  })
}

/**
 * The same for many: orders are listed by their ids. Asked for alone are those with refunds, named or held, and those that
 * are gone; that a list names no refunds proves nothing by itself (core issue 65488).
 */
async function resolveMany(ctx: ConnectorContext, hints: readonly WebhookHint[]): Promise<readonly PlatformRecord[]> {
  const store = await openStore(ctx)
  const records: PlatformRecord[] = []
  const orderIds = [...new Set(hints.flatMap(({ type, id }) => (type === 'order' ? [id] : [])))]
  for (let first = 0; first < orderIds.length; first += ordersPerQuestion) {
    records.push(...(await resolveOrders(ctx, store, orderIds.slice(first, first + ordersPerQuestion))))
  }
  for (const hint of hints) if (hint.type !== 'order') records.push(...(await resolve(ctx, hint)))
  return records
}

async function resolveOrders(ctx: ConnectorContext, store: Store, ids: readonly string[]): Promise<PlatformRecord[]> {
  // Without a list of all refunds nothing else would bring those that an order does not name.
  const held = (await hasRefundsRoute(store)) ? await ctx.heldRefunds?.(ids) : undefined
  const parameters = { ...orderQuery.parameters, include: ids.join(','), per_page: ids.length }
  const { data } = await store.get(orderQuery.path, parameters)
  const items = toList(data, orderQuery.path)
  const isPlain = (item: unknown) => held !== undefined && !hasRefunds(item) && !held.has(idOf(item))
  const { records } = await mapOrdersOf(store, items.filter(isPlain))
  const complete: PlatformRecord[] = [...records]
  const settled = new Set(records.map(({ id }) => id))
  for (const id of ids) if (!settled.has(id)) complete.push(...(await resolveOrder(store, id)))
  return complete
}

async function resolveOrder(store: Store, id: string): Promise<PlatformRecord[]> {
  const order = await fetchOrder(store, id)
  if (order.type === 'deletion') return [order]
  try {
    return [order, ...(await fetchRefunds(store, id)).records]
  } catch (error) {
    // Gone between the two questions.
    if (isConnectorError(error) && error.failure.kind === 'not_found') return [deletion('order', id, store.now())]
    throw error
  }
}

async function resolveProduct(ctx: ConnectorContext, store: Store, id: string): Promise<readonly PlatformRecord[]> {
  try {
    return await fetchProduct(ctx, store, id)
  } catch (error) {
    if (isConnectorError(error) && error.failure.kind === 'not_found') return [deletion('product', id, store.now())]
    throw error
  }
}

function deletion(of: 'order' | 'product', id: string, seenAt: InstantText): PlatformRecord {
  return { type: 'deletion', of, id, seenAt }
}
