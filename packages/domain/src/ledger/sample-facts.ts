// Records for tests, completed from the few fields that a test is about.
import type { OrderLine, OrderRecord, RefundLine, RefundRecord } from '@tillsight/platforms/connectors'

type LineSample = Partial<OrderLine> & Pick<OrderLine, 'id'>

/** A product line of one unit with a price of 0, by default. */
export function sampleLine(line: LineSample): OrderLine {
  return {
    type: 'product',
    productId: line.type === undefined || line.type === 'product' ? `p-${line.id}` : null,
    variantId: null,
    sku: null,
    title: `Line ${line.id}`,
    quantity: '1',
    gross: '0.00',
    discount: '0.00',
    tax: '0.00',
    cost: null,
    ...line,
  }
}

/** A paid order of 10 March 2026 without an identified buyer. */
export function sampleOrder(order: Partial<OrderRecord> & { readonly id: string }): OrderRecord {
  const placedAt = order.placedAt ?? '2026-03-10T10:00:00Z'
  const isPaid = order.standing === undefined || order.standing === 'paid'
  return {
    type: 'order',
    name: `#${order.id}`,
    status: 'processing',
    standing: 'paid',
    test: false,
    placedAt,
    paidAt: isPaid ? placedAt : null,
    cancelledAt: null,
    updatedAt: placedAt,
    currency: 'EUR',
    rate: null,
    total: null,
    totalTax: null,
    lines: [],
    edits: [],
    customer: { platformId: null, email: null, phone: null },
    country: 'DE',
    region: null,
    gateway: 'stripe',
    salesChannel: 'web',
    coupons: [],
    tags: [],
    meta: {},
    origin: null,
    ...order,
  }
}

/** A buyer identified by e-mail only. */
export function buyer(email: string): OrderRecord['customer'] {
  return { platformId: null, email, phone: null }
}

/** A refund line of one unit. */
export function sampleRefundLine(line: Partial<RefundLine> & Pick<RefundLine, 'id'>): RefundLine {
  return {
    type: 'product',
    orderLineId: line.id,
    productId: null,
    variantId: null,
    sku: null,
    title: '',
    quantity: '1',
    amount: '0.00',
    tax: '0.00',
    ...line,
  }
}

/** A refund without lines, by default. */
export function sampleRefund(
  refund: Partial<RefundRecord> & Pick<RefundRecord, 'id' | 'orderId' | 'at' | 'amount'>,
): RefundRecord {
  return { type: 'refund', reason: '', lines: [], ...refund }
}
