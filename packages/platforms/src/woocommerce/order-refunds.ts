import type { ConnectorContext } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { OrderRecord, RefundLine, RefundRecord, RefundSetRecord } from '../records.ts'
import { idOf, type MappedPage, mapEach, mapOrdersOf, unreadable } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import type { Mapped } from './order-record.ts'
import type { Store } from './store.ts'
import {
  absoluteDecimal,
  addDecimals,
  isDated,
  isRow,
  isZero,
  Notes,
  negateDecimal,
  shiftInstant,
  toDecimal,
  toInstant,
  toOptionalId,
  toOptionalText,
  toText,
} from './values.ts'
import { WireRefund } from './wire.ts'

/** Fields that the mapping reads. */
export const refundFields =
  'id,parent_id,date_created_gmt,amount,reason,refunded_payment,line_items,shipping_lines,fee_lines'

/**
 * Maps a refund; signs are inverted so that refunded amounts are positive. An amount of 0 with lines is a known bug of some
 * versions: the lines then contain it. Without lines, the record keeps 0 and {@link needsParent} is true. A text says why
 * there is no record.
 */
export function toRefundRecord(refund: WireRefund, orderId: string): Mapped<RefundRecord> | string {
  const at = toInstant(refund.date_created_gmt) ?? toInstant(refund.date_created)
  if (at === null) {
    return `Refund ${refund.id} of order ${orderId} has no date that can be read, so there is no day to count it on, and it was left out. Delete it in WooCommerce and enter it again with “Refund manually”, which pays nothing back a second time.`
  }
  const notes = new Notes()
  const lines = [...productLines(refund, notes), ...otherLines(refund, notes)].filter(
    (line) => !isZero(line.quantity) || !isZero(line.amount) || !isZero(line.tax),
  )
  const stated = absoluteDecimal(toDecimal(refund.amount, notes))
  const amount = isZero(stated)
    ? absoluteDecimal(addDecimals(lines.flatMap((line) => [line.amount, line.tax])))
    : stated
  return {
    record: {
      type: 'refund',
      id: refund.id,
      orderId,
      at,
      amount,
      reason: toText(refund.reason),
      ...(refund.refunded_payment === false ? { throughGateway: false } : {}),
      lines,
    },
    warnings: notes.about(`Refund ${refund.id} of order ${orderId}`),
  }
}

/** Whether only the order's own list of refunds contains the refunded amount. */
function needsParent(refund: RefundRecord): boolean {
  return isZero(refund.amount) && refund.lines.length === 0
}

function productLines(refund: WireRefund, notes: Notes): RefundLine[] {
  return refund.line_items.map((line) => ({
    id: line.id,
    type: 'product',
    orderLineId: toOrderLineId(line.meta_data),
    productId: toOptionalId(line.product_id),
    variantId: toOptionalId(line.variation_id),
    sku: toOptionalText(line.sku),
    title: toText(line.name),
    quantity: negateDecimal(toDecimal(line.quantity, notes)),
    amount: negateDecimal(toDecimal(line.total, notes)),
    tax: negateDecimal(toDecimal(line.total_tax, notes)),
  }))
}

function otherLines(refund: WireRefund, notes: Notes): RefundLine[] {
  const bare = { productId: null, variantId: null, sku: null, quantity: '0' }
  const shipping = refund.shipping_lines.map((line) => ({
    ...bare,
    id: line.id,
    type: 'shipping' as const,
    orderLineId: toOrderLineId(line.meta_data),
    title: toText(line.method_title),
    amount: negateDecimal(toDecimal(line.total, notes)),
    tax: negateDecimal(toDecimal(line.total_tax, notes)),
  }))
  // If negative, it reverses a discount or a payment by gift card: as in the order, its name decides.
  const fees = refund.fee_lines.map((line) => ({
    ...bare,
    id: line.id,
    type: 'charge' as const,
    orderLineId: toOrderLineId(line.meta_data),
    title: toText(line.name),
    amount: negateDecimal(toDecimal(line.total, notes)),
    tax: negateDecimal(toDecimal(line.total_tax, notes)),
  }))
  return [...shipping, ...fees]
}

function toOrderLineId(meta: WireRefund['line_items'][number]['meta_data']): string | null {
  return toOptionalId(meta.find((entry) => entry.key === '_refunded_item_id')?.value)
}

/** Orders, and all refunds of those whose refunds differ from the stored ones. */
export type OrderOrRefund = OrderRecord | RefundRecord | RefundSetRecord

/** Maps listed orders to records. */
export type MapListed = (items: readonly unknown[]) => Promise<MappedPage<OrderOrRefund>>

/**
 * Listed orders, checked against the stored refunds: if an order does not list one of them, either it was deleted, or this
 * store leaves refunds out of lists (core issue 65488), which only the order's own list of refunds can tell. With
 * `fetchesNew`, listed refunds that are not stored are fetched too; back-fills have a separate stream for that.
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

/** The refunds that an order lists. An empty list does not prove that it has none. */
export function namedRefunds(order: unknown): string[] {
  return isRow(order) && Array.isArray(order.refunds) ? order.refunds.map(idOf) : []
}

/**
 * Whether a listed order certainly has refunds: some stores leave the list empty, but an order with status refunded has one.
 */
export function hasRefunds(order: unknown): boolean {
  return namedRefunds(order).length > 0 || (isRow(order) && order.status === 'refunded')
}

/** All refunds of some orders, each with its complete set; a deleted order has none. */
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

/** All current refunds of one order, and their set. Throws `not_found` if the order is gone. */
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
    // Refunds without a date are left out; an earlier version stored them on the oldest possible day.
    refundIds: [...new Set(items.filter(isDated).map(idOf))],
    seenAt,
  }
  return { records: [...records, set], warnings: page.warnings }
}

/** A known bug lists refunds as 0.00: if no lines contain the amount either, the order's own list does. */
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
