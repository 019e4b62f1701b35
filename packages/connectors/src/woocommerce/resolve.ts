import type { ConnectorContext, WebhookHint } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { InstantText, PlatformRecord, RefundSetRecord } from '../records.ts'
import { orderQuery } from './changed-orders.ts'
import { mapOrders, toList } from './mapping.ts'
import { fetchOrder } from './orders-compare.ts'
import { fetchProduct } from './products.ts'
import { fetchRefunds, hasRefunds, hasRefundsRoute } from './refunds.ts'
import { openStore, type Store } from './store.ts'
import { shiftInstant } from './values.ts'

/** Small enough for an address and for a slow store. */
const ordersPerQuestion = 50
/** A refund made while a list is read must not look deleted. */
const graceSeconds = 2

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

/** The same for many: orders are listed by their ids, and only those with refunds, or that are gone, are asked for alone. */
export async function resolveMany(
  ctx: ConnectorContext,
  hints: readonly WebhookHint[],
): Promise<readonly PlatformRecord[]> {
  const store = await openStore(ctx)
  const records: PlatformRecord[] = []
  const orderIds = [...new Set(hints.flatMap(({ type, id }) => (type === 'order' ? [id] : [])))]
  for (let first = 0; first < orderIds.length; first += ordersPerQuestion) {
    records.push(...(await resolveOrders(store, orderIds.slice(first, first + ordersPerQuestion))))
  }
  for (const hint of hints) if (hint.type !== 'order') records.push(...(await resolve(ctx, hint)))
  return records
}

async function resolveOrders(store: Store, ids: readonly string[]): Promise<PlatformRecord[]> {
  // Versions that cannot list refunds do not always name them with the order either.
  const isNamed = await hasRefundsRoute(store)
  const seenAt = shiftInstant(store.now(), -graceSeconds)
  const parameters = { ...orderQuery.parameters, include: ids.join(','), per_page: ids.length }
  const { data } = await store.get(orderQuery.path, parameters)
  const items = toList(data, orderQuery.path)
  const plain = isNamed ? items.filter((item) => !hasRefunds(item)) : []
  const { records } = mapOrders(plain)
  const complete = records.flatMap((order): PlatformRecord[] => [order, noRefunds(order.id, seenAt)])
  const settled = new Set(records.map(({ id }) => id))
  for (const id of ids) if (!settled.has(id)) complete.push(...(await resolveOrder(store, id)))
  return complete
}

function noRefunds(orderId: string, seenAt: InstantText): RefundSetRecord {
  return { type: 'refund_set', orderId, refundIds: [], seenAt }
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
