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
export const refundFields = 'id,parent_id,date_created_gmt,amount,reason,line_items,shipping_lines,fee_lines'

/**
 * Maps a refund; signs turn so that everything paid back is positive. An amount of 0 with lines is a known fault of
 * some versions: the lines then say it. Without lines the record keeps 0 and {@link needsParent} is true. A text says why
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
      lines,
    },
    warnings: notes.about(`Refund ${refund.id} of order ${orderId}`),
  }
}

/** Whether only the order's own list of refunds can say how much was paid back. */
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
  // Below zero it takes back a discount, or what a gift card had paid: as in the order, its name decides.
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
