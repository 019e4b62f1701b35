import type { ConnectorContext } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { OrderRecord, RefundRecord, RefundSetRecord } from '../records.ts'
import { idOf, type MappedPage, mapEach, mapOrdersOf, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { needsParent, refundFields, toRefundRecord } from './refund-record.ts'
import type { Store } from './store.ts'
import { absoluteDecimal, isDated, isRow, Notes, shiftInstant, toDecimal } from './values.ts'
import { WireRefund } from './wire.ts'

/** Orders, and of those whose refunds differ from what is held, all refunds. */
export type OrderOrRefund = OrderRecord | RefundRecord | RefundSetRecord

/** Turns listed orders into records. */
export type MapListed = (items: readonly unknown[]) => Promise<MappedPage<OrderOrRefund>>

/**
 * Orders as listed, checked against the refunds that are held: where an order does not name one of them, it was deleted, or
 * this store leaves refunds out of lists (core issue 65488), which only the order's own list of refunds tells apart. With
 * `fetchesNew` what an order names and we do not hold is fetched too; a history has a stream of its own for that.
 */
export function withCheckedRefunds(
  store: Store,
  heldRefunds: ConnectorContext['heldRefunds'],
  { fetchesNew }: { readonly fetchesNew: boolean },
): MapListed {
  return async (items) => {
    const orders = await mapOrdersOf(store, items)
    if (heldRefunds === undefined || items.length === 0) return orders
    const held = await heldRefunds(items.map(idOf))
    const differing = items.filter((item) => {
      const known = held.get(idOf(item)) ?? []
      const named = namedRefunds(item)
      return known.some((id) => !named.includes(id)) || (fetchesNew && named.some((id) => !known.includes(id)))
    })
    const refunds = await fetchAll(store, differing.map(idOf))
    return {
      records: [...orders.records, ...refunds.records],
      warnings: [...orders.warnings, ...refunds.warnings],
    }
  }
}

/** The refunds that an order names. None is no proof that it has none. */
export function namedRefunds(order: unknown): string[] {
  return isRow(order) && Array.isArray(order.refunds) ? order.refunds.map(idOf) : []
}

/** Whether an order as listed has refunds for certain: some stores leave the list empty, but a refunded order has one. */
export function hasRefunds(order: unknown): boolean {
  return namedRefunds(order).length > 0 || (isRow(order) && order.status === 'refunded')
}

/** All refunds of some orders, each with the set that says which ones exist; an order that is gone has none to tell. */
export async function fetchAll(
  store: Store,
  orderIds: readonly string[],
): Promise<MappedPage<RefundRecord | RefundSetRecord>> {
  const records: (RefundRecord | RefundSetRecord)[] = []
  const warnings: string[] = []
  for (const orderId of orderIds) {
    try {
      const page = await fetchRefunds(store, orderId)
      records.push(...page.records)
      warnings.push(...page.warnings)
    } catch (error) {
      if (!isConnectorError(error) || error.failure.kind !== 'not_found') throw error
    }
  }
  return { records, warnings }
}

/** All refunds of one order right now, and their set. Throws `not_found` when the order is gone. */
export async function fetchRefunds(store: Store, orderId: string): Promise<MappedPage<RefundRecord | RefundSetRecord>> {
  // Two seconds of grace: a refund made while the list is read must not look deleted.
  const seenAt = shiftInstant(store.now(), -2)
  const items: unknown[] = []
  const path = `orders/${encodeURIComponent(orderId)}/refunds`
  for await (const stretch of numberedWalk(store, { path, parameters: { dp: 6, _fields: refundFields } })) {
    items.push(...stretch.items)
  }
  const page = mapEach(items, (item) => {
    const refund = WireRefund.safeParse(item)
    return refund.success ? toRefundRecord(refund.data, orderId) : unreadable('Refund', item)
  })
  const records = await withAmounts(store, page.records)
  const set: RefundSetRecord = {
    type: 'refund_set',
    orderId,
    // One without a date is left out; a version before this one kept it on the oldest day there is.
    refundIds: [...new Set(items.filter(isDated).map(idOf))],
    seenAt,
  }
  return { records: [...records, set], warnings: page.warnings }
}

/** A known fault lists refunds as 0.00: where no lines say the amount either, the order's own list does. */
export async function withAmounts(store: Store, refunds: readonly RefundRecord[]): Promise<RefundRecord[]> {
  const complete: RefundRecord[] = []
  for (const refund of refunds) {
    if (!needsParent(refund)) complete.push(refund)
    else complete.push({ ...refund, amount: await amountByParent(store, refund) })
  }
  return complete
}

async function amountByParent(store: Store, refund: RefundRecord): Promise<string> {
  try {
    const { data } = await store.get(`orders/${encodeURIComponent(refund.orderId)}`, { dp: 6, _fields: 'id,refunds' })
    const listed = isRow(data) && Array.isArray(data.refunds) ? data.refunds : []
    const own = listed.find((entry) => idOf(entry) === refund.id)
    return isRow(own) ? absoluteDecimal(toDecimal(own.total, new Notes())) : refund.amount
  } catch (error) {
    if (isConnectorError(error) && error.failure.kind === 'not_found') return refund.amount
    throw error
  }
}
