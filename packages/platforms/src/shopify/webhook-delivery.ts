import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ConnectionSettings, WebhookDelivery, WebhookHint, WebhookOutcome } from '../contract.ts'
import type { OrderOrigin, OrderVisitRecord, PlatformRecord } from '../records.ts'
import { toShopDomain } from './shop-domain.ts'
import { isSignedBody } from './signatures.ts'
import { isRow, toId, toInstant, toInstantText, toOptionalText } from './values.ts'
import { parseBody } from './wire.ts'

const longest = 2_000

/** The contents of an order webhook that the Admin API lacks. */
const Body = z.object({
  created_at: z.iso.datetime({ offset: true }),
  landing_site: z.string().nullish(),
  referring_site: z.string().nullish(),
})

/** The facts in a delivery's headers, of the older or the newer family. */
export interface DeliveryHeaders {
  readonly signature: string | undefined
  readonly topic: string
  readonly shop: string
  readonly id: string | undefined
  readonly triggeredAt: string
}

/** Reads headers whatever their case and family. */
export function readHeaders(headers: Readonly<Record<string, string>>): DeliveryHeaders {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const find = (name: string) => lower[`x-shopify-${name}`] ?? lower[`shopify-${name}`]
  return {
    signature: find('hmac-sha256'),
    topic: (find('topic') ?? '').toLowerCase(),
    shop: (find('shop-domain') ?? '').toLowerCase(),
    id: find('webhook-id'),
    triggeredAt: find('triggered-at') ?? '',
  }
}

const aboutAccount: Readonly<Record<string, string>> = {
  'app/uninstalled': 'The app was removed from the shop.',
  'app/scopes_update': 'The shop changed what the app may read.',
  'shop/update': 'The settings of the shop changed.',
}

/** Which field of the body names the order, by topic. */
const orderTopics: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>> = {
  'orders/create': idOf,
  'orders/updated': idOf,
  'orders/cancelled': idOf,
  'orders/delete': idOf,
  'orders/edited': ({ order_edit: edit }) => (isRow(edit) ? edit.order_id : undefined),
  'refunds/create': (body) => body.order_id,
  'order_transactions/create': (body) => body.order_id,
}

interface Named {
  readonly type: WebhookHint['type']
  readonly read: (body: Readonly<Record<string, unknown>>) => unknown
}

/** What the other topics refer to, and by which field. */
const otherTopics: Readonly<Record<string, Named>> = {
  'products/create': { type: 'product', read: idOf },
  'products/update': { type: 'product', read: idOf },
  'products/delete': { type: 'product', read: idOf },
  'inventory_items/update': { type: 'inventory_item', read: idOf },
  'customers/create': { type: 'customer', read: idOf },
  'customers/update': { type: 'customer', read: idOf },
  'customers/delete': { type: 'customer', read: idOf },
  'disputes/create': { type: 'dispute', read: idOf },
  'disputes/update': { type: 'dispute', read: idOf },
  'customers/merge': { type: 'merged_customer', read: (body) => body.admin_graphql_api_customer_kept_id },
}

function namedBy(topic: string): Named | undefined {
  const order = Object.hasOwn(orderTopics, topic) ? orderTopics[topic] : undefined
  if (order !== undefined) return { type: 'order', read: order }
  return Object.hasOwn(otherTopics, topic) ? otherTopics[topic] : undefined
}

/**
 * Verifies a delivery and returns what it is about. Bodies come late, duplicated and out of order: they are only hints, and
 * what they refer to is fetched. The buyer's source is read from the body, because nothing else contains it.
 */
export function receive(delivery: WebhookDelivery): WebhookOutcome {
  const { signature, topic, shop, id: deliveryId } = readHeaders(delivery.headers)
  if (signature === undefined) return { kind: 'forged', why: 'It carries no signature.' }
  if (!isSignedBody(delivery.body, signature, delivery.secret))
    return { kind: 'forged', why: 'Its signature does not fit.' }
  if (shop !== knownShop(delivery.settings)) {
    return { kind: 'foreign', why: `It comes from “${shop.slice(0, 100)}”, which is not the connected shop.` }
  }
  const account = Object.hasOwn(aboutAccount, topic) ? aboutAccount[topic] : undefined
  if (account !== undefined) return { kind: 'account', why: account }
  const hint = toHint(topic, delivery.body)
  if (typeof hint === 'string') return { kind: 'ignored', why: hint }
  const key = deliveryId ?? createHash('sha256').update(`${topic} `).update(delivery.body).digest('hex')
  return { kind: 'event', key, hint, records: [], beside: readBeside(hint, delivery) }
}

/** The records that cannot be fetched: the source of an order's buyer, and which of two merged customers is gone. */
function readBeside(hint: WebhookHint, delivery: WebhookDelivery): readonly PlatformRecord[] {
  const visit = hint.type === 'order' ? readVisit(hint, delivery) : undefined
  if (visit !== undefined) return [visit]
  if (hint.type !== 'merged_customer') return []
  const id = toIdText(parseBody(delivery.body)?.admin_graphql_api_customer_deleted_id)
  const at = Date.parse(readHeaders(delivery.headers).triggeredAt)
  if (id === null || Number.isNaN(at)) return []
  return [{ type: 'deletion', of: 'customer', id, seenAt: toInstantText(new Date(at)) }]
}

function knownShop(settings: ConnectionSettings): string | undefined {
  return settings.shopDomain ?? toShopDomain(settings.url ?? '')
}

function toHint(topic: string, body: Uint8Array): WebhookHint | string {
  const named = namedBy(topic)
  if (named === undefined) return `“${topic.slice(0, 60)}” is not followed.`
  const row = parseBody(body)
  const id = row === undefined ? null : toIdText(named.read(row))
  if (id === null) return 'It is empty or names nothing.'
  return { topic, type: named.type, id, ...(topic === 'orders/delete' ? { gone: true } : {}) }
}

/** Prefers the global id, because numbers may grow beyond what JSON represents exactly. */
function idOf(body: Readonly<Record<string, unknown>>): unknown {
  return body.admin_graphql_api_id ?? body.id
}

function toIdText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  if (typeof value !== 'string') return null
  const id = toId(value)
  return /^\d+$/.test(id) ? id : null
}

/** The buyer's landing page and referrer; undefined for webhooks without them, such as those for refunds. */
function readVisit(
  { id }: WebhookHint,
  { body, settings }: Pick<WebhookDelivery, 'body' | 'settings'>,
): OrderVisitRecord | undefined {
  const read = Body.safeParse(parseBody(body))
  if (!read.success) return undefined
  const landing = toOptionalText(read.data.landing_site?.slice(0, longest))
  const referrer = toOptionalText(read.data.referring_site?.slice(0, longest))
  if (landing === null && referrer === null) return undefined
  const origin = toOrigin({ landing, referrer }, settings.primaryDomain ?? toShopDomain(settings.url ?? '') ?? '')
  return { type: 'order_visit', orderId: id, at: toInstant(read.data.created_at), origin }
}

function toOrigin(
  { landing, referrer }: { readonly landing: string | null; readonly referrer: string | null },
  host: string,
): OrderOrigin {
  const url = landing === null ? null : toUrl(landing, host)
  const utm = url === null ? {} : utmOf(url)
  const unnamed = referrer === null ? null : 'referral'
  return {
    sourceType: utm.source === undefined ? unnamed : 'utm',
    referrer,
    landingUrl: url?.href ?? landing,
    utm,
  }
}

/** Shopify gives the path only. */
function toUrl(landing: string, host: string): URL | null {
  const base = `https://${host}`
  return URL.canParse(landing, base) ? new URL(landing, base) : null
}

function utmOf({ searchParams }: URL): Readonly<Record<string, string>> {
  const named = [...searchParams].flatMap(([name, value]) => {
    const found = /^utm_([a-z_]{1,40})$/.exec(name)?.[1]
    return found === undefined || value === '' ? [] : [[found, value.slice(0, 500)] as const]
  })
  return Object.fromEntries(named)
}
