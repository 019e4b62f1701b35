import type { ConnectorContext, WebhookHint } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { InstantText, PlatformRecord } from '../records.ts'
import { orderQuery } from './changed-orders.ts'
import { idOf, mapOrdersOf, toList } from './mapping.ts'
import { fetchRefunds, hasRefunds } from './order-refunds.ts'
import { fetchOrder } from './orders-compare.ts'
import { fetchProduct } from './products.ts'
import { hasRefundsRoute } from './refunds.ts'
import { openStore, type Store } from './store.ts'

/** Small enough for an address and for a slow store. */
const ordersPerQuestion = 50

/** Fetches what a delivery only hinted at: an order comes with all its refunds. */
export async function resolve(ctx: ConnectorContext, hint: WebhookHint): Promise<readonly PlatformRecord[]> {
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
export async function resolveMany(
  ctx: ConnectorContext,
  hints: readonly WebhookHint[],
): Promise<readonly PlatformRecord[]> {
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
