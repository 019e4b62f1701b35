import { type Amount, addAmounts, subtractAmounts, zeroAmount } from '@tillsight/core'
import type {
  LineType,
  OrderLine,
  OrderRecord,
  OrderStatus,
  RefundLine,
  RefundRecord,
} from '@tillsight/platforms/connectors'
import { decimalText, quantityText } from '@tillsight/platforms/order-files'

/** Values of the status column, with the state of such an order. */
export const statuses = {
  paid: 'paid',
  refunded: 'paid',
  unpaid: 'unpaid',
  cancelled: 'cancelled',
  failed: 'failed',
  unfinished: 'unfinished',
} as const satisfies Record<string, OrderStatus>

/** A value of the status column. */
export type Status = keyof typeof statuses

/** The values of an order's first row about the whole order. */
export interface OrderValues {
  readonly id: string
  readonly name: string
  readonly placedAt: string
  readonly paidAt: string | undefined
  readonly status: Status
  readonly cancelledAt: string | undefined
  readonly updatedAt: string | undefined
  readonly currency: string
  readonly rate: string | null
  readonly customerId: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly country: string | null
  readonly region: string | null
  readonly gateway: string | null
  readonly channel: string | null
  readonly coupons: readonly string[]
  readonly shipping: Amount
  readonly shippingTax: Amount
  readonly total: Amount | undefined
}

/** The values of a row about its line; amounts without tax. */
export interface LineValues {
  readonly id: string | null
  readonly type: LineType
  readonly productId: string | null
  readonly variantId: string | null
  readonly sku: string | null
  readonly title: string
  /** In ten-thousandths. */
  readonly quantity: bigint
  readonly gross: Amount
  readonly discount: Amount
  readonly tax: Amount
  readonly cost: Amount | undefined
  readonly refund: RefundValues | undefined
}

/** The values of a row about a refund; amounts without tax. */
export interface RefundValues {
  readonly at: string
  readonly quantity: bigint
  readonly amount: Amount
  readonly tax: Amount
}

interface NumberedLine extends LineValues {
  readonly lineId: string
}

/** The order and its refunds, one refund per distinct refund instant. */
export function toOrderAndRefunds(order: OrderValues, lines: readonly LineValues[]): [OrderRecord, ...RefundRecord[]] {
  const numbered = lines.map((line, index) => ({ ...line, lineId: line.id ?? String(index + 1) }))
  const refunds = [...Map.groupBy(numbered, (line) => line.refund?.at ?? '')]
    .filter(([at]) => at !== '')
    .map(([at, refunded]) => toRefund(order.id, at, refunded))
  return [toOrder(order, numbered, refunds), ...refunds]
}

function toOrder(order: OrderValues, lines: readonly NumberedLine[], refunds: readonly RefundRecord[]): OrderRecord {
  const standing = statuses[order.status]
  const paidAt = order.paidAt ?? (standing === 'paid' ? order.placedAt : null)
  const dates = [order.placedAt, paidAt ?? '', order.cancelledAt ?? '', ...refunds.map(({ at }) => at)]
  const shipping = order.shipping === zeroAmount && order.shippingTax === zeroAmount ? [] : [shippingLine(order)]
  return {
    type: 'order',
    id: order.id,
    name: order.name,
    status: order.status,
    standing,
    test: false,
    placedAt: order.placedAt,
    paidAt,
    cancelledAt: order.cancelledAt ?? null,
    updatedAt: order.updatedAt ?? latest(dates),
    currency: order.currency,
    rate: order.rate,
    total: order.total === undefined ? null : decimalText(order.total),
    totalTax: null,
    lines: [...lines.map(toOrderLine), ...shipping],
    edits: [],
    customer: { platformId: order.customerId, email: order.email, phone: order.phone },
    country: order.country,
    region: order.region,
    gateway: order.gateway,
    salesChannel: order.channel,
    coupons: order.coupons,
    tags: [],
    meta: {},
    origin: null,
  }
}

function toOrderLine(line: NumberedLine): OrderLine {
  return {
    id: line.lineId,
    type: line.type,
    productId: line.productId ?? line.sku,
    variantId: line.variantId,
    sku: line.sku,
    title: line.title,
    quantity: quantityText(line.quantity),
    gross: decimalText(line.gross),
    discount: decimalText(line.discount),
    tax: decimalText(line.tax),
    cost: line.cost === undefined ? null : decimalText(line.cost),
  }
}

function shippingLine({ shipping, shippingTax }: OrderValues): OrderLine {
  return {
    id: 'shipping',
    type: 'shipping',
    productId: null,
    variantId: null,
    sku: null,
    title: 'Shipping',
    quantity: '1',
    gross: decimalText(shipping),
    discount: '0',
    tax: decimalText(shippingTax),
    cost: null,
  }
}

function toRefund(orderId: string, at: string, lines: readonly NumberedLine[]): RefundRecord {
  const parts = lines.flatMap(({ refund }) => (refund ? [refund.amount, refund.tax] : []))
  return {
    type: 'refund',
    id: `${orderId}:${at}`,
    orderId,
    at,
    amount: decimalText(addAmounts(...parts)),
    reason: '',
    lines: lines.flatMap((line) => (line.refund ? [toRefundLine(line, line.refund)] : [])),
  }
}

function toRefundLine(line: NumberedLine, refund: RefundValues): RefundLine {
  return {
    id: line.lineId,
    type: line.type,
    orderLineId: line.lineId,
    productId: line.productId ?? line.sku,
    variantId: line.variantId,
    sku: line.sku,
    title: line.title,
    quantity: quantityText(refund.quantity),
    amount: decimalText(refund.amount),
    tax: decimalText(refund.tax),
  }
}

/** The line's price without tax after discount. */
export function netOf(line: { gross: Amount; discount: Amount }): Amount {
  return subtractAmounts(line.gross, line.discount)
}

function latest(dates: readonly string[]): string {
  return dates.reduce((latestSoFar, date) => (date > latestSoFar ? date : latestSoFar))
}
