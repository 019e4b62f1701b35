import type { RefundLine, RefundRecord } from '../records.ts'
import type { Mapped } from './order-record.ts'
import {
  absoluteDecimal,
  addDecimals,
  isZero,
  Notes,
  negateDecimal,
  toDecimal,
  toInstant,
  toOptionalId,
  toOptionalText,
  toText,
} from './values.ts'
import type { WireRefund } from './wire.ts'

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
export function needsParent(refund: RefundRecord): boolean {
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
