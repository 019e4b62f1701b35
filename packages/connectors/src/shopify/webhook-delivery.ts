import { createHash } from 'node:crypto'
import type { ConnectionSettings, WebhookDelivery, WebhookHint, WebhookOutcome } from '../contract.ts'
import { toShopDomain } from './shop-domain.ts'
import { isSignedBody } from './signatures.ts'
import { isRow, toId } from './values.ts'

/** The facts of a delivery that stand in its headers, of the older or the newer family. */
export interface DeliveryHeaders {
  readonly signature: string | undefined
  readonly topic: string
  readonly shop: string
  readonly id: string | undefined
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
  }
}

const aboutAccount: Readonly<Record<string, string>> = {
  'app/uninstalled': 'The app was removed from the shop.',
  'app/scopes_update': 'The shop changed what the app may read.',
  'shop/update': 'The settings of the shop changed.',
}

/** Which part of the body names the order. */
const orderTopics: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>> = {
  'orders/create': idOf,
  'orders/updated': idOf,
  'orders/cancelled': idOf,
  'orders/delete': idOf,
  'orders/edited': ({ order_edit: edit }) => (isRow(edit) ? edit.order_id : undefined),
  'refunds/create': (body) => body.order_id,
  'order_transactions/create': (body) => body.order_id,
}

const productTopics = new Set(['products/create', 'products/update', 'products/delete'])

/**
 * Verifies a delivery and says what it is about. Bodies come late, doubled and out of order: they are hints only, and
 * what they name is fetched.
 */
export function receive(delivery: WebhookDelivery): WebhookOutcome {
  const { signature, topic, shop, id: deliveryId } = readHeaders(delivery.headers)
  if (signature === undefined) return { kind: 'forged', why: 'It carries no signature.' }
  if (!isSignedBody(delivery.body, signature, delivery.secret))
    return { kind: 'forged', why: 'Its signature does not fit.' }
  if (shop !== knownShop(delivery.settings)) {
    return { kind: 'foreign', why: `It comes from “${shop.slice(0, 100)}”, which is not the connected shop.` }
  }
  const account = aboutAccount[topic]
  if (account !== undefined) return { kind: 'account', why: account }
  const hint = toHint(topic, delivery.body)
  if (typeof hint === 'string') return { kind: 'ignored', why: hint }
  const key = deliveryId ?? createHash('sha256').update(`${topic} `).update(delivery.body).digest('hex')
  return { kind: 'event', key, hint, records: [] }
}

function knownShop(settings: ConnectionSettings): string | undefined {
  return settings.shopDomain ?? toShopDomain(settings.url ?? '')
}

function toHint(topic: string, body: Uint8Array): WebhookHint | string {
  const readOrder = orderTopics[topic]
  if (readOrder === undefined && !productTopics.has(topic)) return `“${topic.slice(0, 60)}” is not followed.`
  const row = parseBody(body)
  const id = row === undefined ? null : toIdText((readOrder ?? idOf)(row))
  if (id === null) return 'It is empty or names nothing.'
  return { topic, type: readOrder === undefined ? 'product' : 'order', id }
}

/** The global id where there is one, because numbers may grow beyond what JSON keeps exactly. */
function idOf(body: Readonly<Record<string, unknown>>): unknown {
  return body.admin_graphql_api_id ?? body.id
}

function toIdText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null
  if (typeof value !== 'string') return null
  const id = toId(value)
  return /^\d+$/.test(id) ? id : null
}

/** The object that a body is; undefined for anything else. */
export function parseBody(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const row: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return isRow(row) ? row : undefined
  } catch {
    // Genuine but unreadable: there is nothing to fetch.
    return undefined
  }
}
