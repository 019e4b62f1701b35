import { z } from 'zod'
import type { ConnectorContext, WebhookHint, WebhookSpec, WebhookState } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import type { PlatformRecord } from '../records.ts'
import { wayOf } from './access.ts'
import { PageInfo, watchCursors } from './catalogue-pages.ts'
import { fetchCustomers } from './customers.ts'
import { fetchDispute } from './disputes.ts'
import { createSubscription, deleteSubscription, listSubscriptions } from './documents/webhooks.ts'
import { fetchOrders, fetchOrdersOf } from './orders-compare.ts'
import { fetchProduct, fetchProductOfItem } from './products.ts'
import { openShop, type Shop } from './shop.ts'
import { appSecrets } from './signatures.ts'
import { toInstant } from './values.ts'
import { receive } from './webhook-delivery.ts'

/** By Shopify's two spellings: as subscribed and as delivered. */
const topics = [
  'orders/create',
  'orders/updated',
  'orders/edited',
  'orders/cancelled',
  'orders/delete',
  'refunds/create',
  'order_transactions/create',
  'products/create',
  'products/update',
  'products/delete',
  'inventory_items/update',
  'customers/create',
  'customers/update',
  'customers/delete',
  'customers/merge',
  'disputes/create',
  'disputes/update',
  'shop/update',
  'app/uninstalled',
  'app/scopes_update',
] as const

const subscription = z.object({ id: z.string(), topic: z.string(), uri: z.string(), createdAt: z.string() })
type Subscription = z.infer<typeof subscription>

const Listed = z.object({ webhookSubscriptions: z.object({ pageInfo: PageInfo, nodes: z.array(subscription) }) })
const Created = z.object({
  webhookSubscriptionCreate: z.object({ userErrors: z.array(z.object({ message: z.string() })) }),
})

export const webhooks: WebhookSpec = {
  needsWriting: false,
  topics,
  /** Shopify signs with the app's secret, so a connection with a pasted token needs it for webhooks. */
  signedWith(settings, app) {
    if (wayOf(settings) === 'granted') return appSecrets(app)
    return settings.clientSecret ? [settings.clientSecret] : []
  },
  async ensure(ctx, target) {
    return await ensure(openShop(ctx), target.url)
  },
  async remove(ctx, target) {
    const shop = openShop(ctx)
    for (const one of await listAll(shop)) if (one.uri === target.url) await unsubscribe(shop, one)
  },
  receive,
  resolve,
  async resolveMany(ctx, hints) {
    const customers = idsOf(hints, 'customer')
    const records = [...(await fetchHinted(openShop(ctx), hints))]
    if (customers.length > 0) records.push(...(await fetchCustomers(openShop(ctx), customers)))
    for (const hint of hints) {
      if (hint.type !== 'order' && hint.type !== 'customer') records.push(...(await resolve(ctx, hint)))
    }
    return records
  },
}

function idsOf(hints: readonly WebhookHint[], wanted: WebhookHint['type']): string[] {
  return hints.filter(({ type }) => type === wanted).map(({ id }) => id)
}

async function ensure(shop: Shop, url: string): Promise<WebhookState> {
  const existing = await listAll(shop)
  for (const one of existing) if (one.uri !== url && isFormerAddress(one.uri, url)) await unsubscribe(shop, one)
  const ours = existing.filter(({ uri }) => uri === url)
  const known = new Set(ours.map(({ topic }) => topic))
  const missing = topics.filter((topic) => !known.has(toEnum(topic)))
  const refused: string[] = []
  for (const topic of missing) {
    const why = await subscribe(shop, topic, url)
    if (why !== undefined) refused.push(`${topic} (${why})`)
  }
  if (refused.length === topics.length) throw allRefused(shop, refused)
  const created = ours.map(({ createdAt }) => toInstant(createdAt)).sort()
  return {
    active: topics.length - refused.length,
    // Shopify deletes a subscription after eight failures in a row; none at all are simply new.
    reactivated: ours.length === 0 ? 0 : missing.length - refused.length,
    createdAt: created[0] ?? shop.now(),
  }
}

async function listAll(shop: Shop): Promise<Subscription[]> {
  const all: Subscription[] = []
  const cursors = watchCursors('webhooks')
  let after: string | null = null
  for (;;) {
    const variables: Record<string, unknown> = { after }
    const data: z.infer<typeof Listed> = await shop.ask({
      what: 'webhooks',
      document: listSubscriptions,
      variables,
      shape: Listed,
    })
    const { nodes, pageInfo } = data.webhookSubscriptions
    all.push(...nodes)
    after = cursors.next(pageInfo)
    if (after === null) return all
  }
}

/** Why Shopify refuses the subscription, or undefined: some topics need a separate approval. */
async function subscribe(shop: Shop, topic: string, uri: string): Promise<string | undefined> {
  const variables = { topic: toEnum(topic), subscription: { uri, format: 'JSON' } }
  const data = await shop.ask({ what: 'webhooks', document: createSubscription, variables, shape: Created })
  const [error] = data.webhookSubscriptionCreate.userErrors
  return error === undefined || /already been taken/i.test(error.message) ? undefined : error.message
}

async function unsubscribe(shop: Shop, { id }: Subscription): Promise<void> {
  await shop.ask({ what: 'webhooks', document: deleteSubscription, variables: { id }, shape: z.unknown() })
}

/** An earlier address of this installation, or of a former connection of it; addresses of others are kept. */
function isFormerAddress(uri: string, url: string): boolean {
  if (!URL.canParse(uri)) return false
  const [one, other] = [new URL(uri), new URL(url)]
  const folder = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/'))
  return one.pathname === other.pathname || (one.host === other.host && folder(one) === folder(other))
}

function toEnum(topic: string): string {
  return topic.toUpperCase().replace('/', '_')
}

function allRefused(shop: Shop, refused: readonly string[]): ConnectorError {
  return new ConnectorError({
    kind: 'permission',
    message: `${shop.domain} does not announce changes to this installation: ${refused[0]?.slice(0, 160)}. Orders are fetched every few minutes instead.`,
    platformCode: 'webhooks_refused',
  })
}

/**
 * Fetches the orders of deliveries. An order that the shop reported as deleted, and does not return, is gone; any other may
 * be hidden.
 */
async function fetchHinted(shop: Shop, hints: readonly WebhookHint[]): Promise<readonly PlatformRecord[]> {
  const orders = hints.filter(({ type }) => type === 'order')
  const gone = orders.flatMap((hint) => (hint.gone ? [hint.id] : []))
  const others = orders.flatMap((hint) => (hint.gone ? [] : [hint.id]))
  return [
    ...(others.length === 0 ? [] : await fetchOrders(shop, others)),
    ...(gone.length === 0 ? [] : await fetchOrders(shop, gone, 'always')),
  ]
}

/** Fetches what a delivery refers to: an order comes with all its records. */
async function resolve(ctx: ConnectorContext, hint: WebhookHint): Promise<readonly PlatformRecord[]> {
  const shop = openShop(ctx)
  if (hint.type === 'order') return await fetchHinted(shop, [hint])
  if (hint.type === 'product') return await fetchProduct(shop, hint.id)
  if (hint.type === 'inventory_item') return await fetchProductOfItem(shop, hint.id)
  if (hint.type === 'customer') return await fetchCustomers(shop, [hint.id])
  if (hint.type === 'dispute') return await fetchDispute(shop, hint.id)
  if (hint.type === 'merged_customer') return await fetchMerged(shop, hint.id)
  throw new ConnectorError({
    kind: 'bad_request',
    message: `The shop announced a change of a ${hint.type}, which is not fetched by announcement; it comes with the next reading.`,
    platformCode: 'unexpected_topic',
  })
}

/** The remaining one of two merged customers, with the orders that may have belonged to the other. */
async function fetchMerged(shop: Shop, id: string): Promise<readonly PlatformRecord[]> {
  return [...(await fetchCustomers(shop, [id])), ...(await fetchOrdersOf(shop, id))]
}
