import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type {
  ConnectionSettings,
  ConnectorContext,
  WebhookDelivery,
  WebhookHint,
  WebhookOutcome,
  WebhookSpec,
} from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { InstantText, PlatformRecord } from '../records.ts'
import { orderQuery } from './changed-orders.ts'
import { toHomeUrl, toSiteName } from './endpoint.ts'
import { idOf, mapOrdersOf, toList } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { fetchRefunds, hasRefunds } from './order-refunds.ts'
import { fetchOrder } from './orders-compare.ts'
import { fetchProduct } from './products.ts'
import { hasRefundsRoute } from './refunds.ts'
import { parseNoisy } from './responses.ts'
import { openStore, type Store } from './store.ts'
import { earlier, isRow, toInstant, toOptionalId, toText } from './values.ts'
import { WireWebhook } from './wire.ts'

/**
 * Verifies a delivery and says what it is about. Bodies are made when they are sent, in any order and several times,
 * and round amounts to the shop's own decimals: they are hints only, and what they name is fetched.
 */
export function receive(delivery: WebhookDelivery): WebhookOutcome {
  const headers = lowerCased(delivery.headers)
  const signature = headers['x-wc-webhook-signature']
  if (signature === undefined)
    return isPing(headers, delivery.body) ? { kind: 'ping' } : forged('It carries no signature.')
  if (!isGenuine(delivery, signature)) return forged('Its signature does not fit.', headers['x-wc-webhook-id'])
  const source = headers['x-wc-webhook-source'] ?? ''
  if (!comesFrom(delivery.settings, source)) {
    return { kind: 'foreign', why: `It comes from “${source.slice(0, 100)}”, which is not the connected shop.` }
  }
  const topic = headers['x-wc-webhook-topic'] ?? ''
  const type = topic.split('.')[0]
  if (type !== 'order' && type !== 'product')
    return { kind: 'ignored', why: `“${topic.slice(0, 60)}” is not followed.` }
  const body = parseNoisy(Buffer.from(delivery.body).toString('utf8').trim())?.data
  const id = isRow(body) ? toOptionalId(body.id) : null
  if (id === null) return { kind: 'ignored', why: whyWithout(body) }
  const hint: WebhookHint = { topic, type, id }
  return { kind: 'event', key: keyOf(headers, id, delivery.body), hint, records: [] }
}

function forged(why: string, webhook?: string): WebhookOutcome {
  return { kind: 'forged', why, ...(webhook === undefined ? {} : { webhook }) }
}

/** A store sends a ping before it saves a webhook: a form without signature or secret. */
function isPing(headers: Readonly<Record<string, string>>, body: Uint8Array): boolean {
  const form = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return form && body.length < 64 && /^webhook_id=\d+$/.test(Buffer.from(body).toString('latin1'))
}

function isGenuine({ body, secret }: WebhookDelivery, signature: string): boolean {
  // An empty secret would let anybody sign.
  if (secret === '') return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** A copy of the shop has the same webhooks and secrets; only its address tells it apart. */
function comesFrom(settings: ConnectionSettings, source: string): boolean {
  const known = settings.site ?? toSiteName(toHomeUrl(settings.url ?? '') ?? '')
  const host = (site: string) => site.split('/')[0]
  return source !== '' && known !== '' && host(toSiteName(source)) === host(known)
}

function keyOf(headers: Readonly<Record<string, string>>, id: string, body: Uint8Array): string {
  // Everything that one webhook sends within a second shares a delivery id.
  const digest = createHash('sha256').update(body).digest('hex')
  const parts = [headers['x-wc-webhook-id'] ?? '', headers['x-wc-webhook-delivery-id'] ?? '', id, digest]
  return createHash('sha256').update(parts.join('|')).digest('hex')
}

function whyWithout(body: unknown): string {
  if (isRow(body) && body.code !== undefined) {
    return `The shop could not make the message itself (${toText(body.code).slice(0, 60)}); the owner of its webhooks may have lost rights.`
  }
  return 'It is empty or names nothing.'
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Small enough for an address and for a slow store. */
const ordersPerQuery = 50

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

/** The store never returns a webhook's secret, so the webhook's name contains a fingerprint of it. */
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

/** Fetches what a delivery refers to: an order comes with all its refunds. */
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
 * The same for several: orders are listed by id. Queried individually are those with listed or stored refunds, and those that
 * are gone; a list without refunds proves nothing by itself (core issue 65488).
 */
async function resolveMany(ctx: ConnectorContext, hints: readonly WebhookHint[]): Promise<readonly PlatformRecord[]> {
  const store = await openStore(ctx)
  const records: PlatformRecord[] = []
  const orderIds = [...new Set(hints.flatMap(({ type, id }) => (type === 'order' ? [id] : [])))]
  for (let first = 0; first < orderIds.length; first += ordersPerQuery) {
    records.push(...(await resolveOrders(ctx, store, orderIds.slice(first, first + ordersPerQuery))))
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
    // Deleted between the two queries.
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
