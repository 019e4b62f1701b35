import { type Amount, addAmounts, divideRounded, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import { decimalText, quantityText, smallestCoin, spreadAmount } from '../order-files/index.ts'
import type { OrderLine, OrderRecord, OrderStatus, RefundLine, RefundRecord } from '../records.ts'

const statuses: Readonly<Record<string, OrderStatus>> = {
  pending: 'unfinished',
  'checkout-draft': 'unfinished',
  'auto-draft': 'unfinished',
  failed: 'failed',
  cancelled: 'cancelled',
  trash: 'deleted',
  'on-hold': 'unpaid',
  processing: 'paid',
  completed: 'paid',
  refunded: 'paid',
}

/** Whether WooCommerce itself has this status; shops and plug-ins invent others, and those are real sales. */
export function isOwnStatus(status: string): boolean {
  return Object.hasOwn(statuses, status)
}

/** A whole order from a row; amounts are without tax unless the name says tax or total. */
export interface WooOrder {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly placedAt: string
  /** Null if the file says that it was not paid; undefined if it says nothing. */
  readonly paidAt: string | null | undefined
  readonly currency: string
  readonly total: Amount
  readonly totalTax: Amount | undefined
  readonly shipping: Amount
  readonly shippingTax: Amount | undefined
  readonly shippingId: string | null
  readonly shippingTitle: string
  readonly fees: readonly WooFee[]
  readonly discount: Amount
  readonly refunded: Amount
  readonly refunds: readonly WooRefund[]
  readonly coupons: readonly WooCoupon[]
  readonly customer: OrderRecord['customer']
  readonly country: string | null
  readonly region: string | null
  readonly gateway: string | null
}

/** A charge; if negative, a discount. */
export interface WooFee {
  readonly id: string
  readonly title: string
  readonly amount: Amount
  readonly tax: Amount
}

/** A dated refund; `amount` is with tax. */
export interface WooRefund {
  readonly id: string | null
  readonly at: string
  readonly amount: Amount
  readonly reason: string
}

/** A coupon, and its discount if the file contains it. */
export interface WooCoupon {
  readonly code: string
  readonly discount: Amount | undefined
}

/** A line of the order. */
export interface WooLine {
  readonly id: string | null
  readonly title: string
  readonly productId: string | null
  readonly sku: string | null
  /** In ten-thousandths. */
  readonly quantity: bigint
  /** Before and after discounts. */
  readonly subtotal: Amount | undefined
  readonly total: Amount
  readonly tax: Amount | undefined
  readonly refunded: Amount
  readonly refundedQuantity: bigint
}

/** The order and its refunds. */
export function toWooRecords(order: WooOrder, lines: readonly WooLine[]): (OrderRecord | RefundRecord)[] {
  const { goods, shippingTax } = toGoods(order, lines)
  const sold: OrderLine[] = [...goods, ...toShipping(order, shippingTax), ...order.fees.map(toCharge)]
  const refunds = toRefunds(order, lines, goods)
  return [toOrder(order, sold, refunds), ...refunds]
}

function toOrder(order: WooOrder, lines: readonly OrderLine[], refunds: readonly RefundRecord[]): OrderRecord {
  const paidAt = order.paidAt === undefined ? guessPaidAt(order, refunds.length > 0) : order.paidAt
  const own = statuses[order.status] ?? 'paid'
  const dates = [order.placedAt, paidAt ?? '', ...refunds.map(({ at }) => at)]
  const discounts = order.coupons.flatMap(({ code, discount }) =>
    discount === undefined ? [] : [[`coupon_discount:${code}`, decimalText(discount)] as const],
  )
  return {
    type: 'order',
    id: order.id,
    name: order.name,
    status: order.status,
    standing: order.status === 'processing' && paidAt === null ? 'unpaid' : own,
    test: false,
    placedAt: order.placedAt,
    paidAt,
    cancelledAt: null,
    updatedAt: dates.reduce((latest, date) => (date > latest ? date : latest)),
    currency: order.currency,
    rate: null,
    total: decimalText(order.total),
    totalTax: order.totalTax === undefined ? null : decimalText(order.totalTax),
    lines,
    edits: [],
    customer: order.customer,
    country: order.country,
    region: order.region,
    gateway: order.gateway,
    salesChannel: null,
    coupons: order.coupons.map(({ code }) => code),
    tags: [],
    meta: Object.fromEntries(discounts),
    origin: null,
  }
}

/** A cancelled order with refunds must have been paid. */
function guessPaidAt({ status, placedAt }: WooOrder, hasRefunds: boolean): string | null {
  const standing = statuses[status] ?? 'paid'
  return standing === 'paid' || (standing === 'cancelled' && hasRefunds) ? placedAt : null
}

interface Goods {
  readonly goods: readonly OrderLine[]
  readonly shippingTax: Amount
}

function toGoods(order: WooOrder, lines: readonly WooLine[]): Goods {
  const coin = smallestCoin(order.currency)
  const totals = lines.map(({ total }) => (total > 0n ? total : 0n))
  const knowsDiscounts = lines.some(({ subtotal }) => subtotal !== undefined)
  const discounts = knowsDiscounts
    ? lines.map(({ subtotal, total }) => subtractAmounts(subtotal ?? total, total))
    : spreadAmount(order.discount, totals, coin)
  const { taxes, shippingTax } = spreadTaxes(order, { lines, totals, coin })
  const goods = lines.map((line, index) => {
    const discount = discounts[index] ?? zeroAmount
    return {
      id: line.id ?? String(index + 1),
      type: 'product' as const,
      productId: line.productId ?? line.sku,
      variantId: null,
      sku: line.sku,
      title: line.title,
      quantity: quantityText(line.quantity),
      gross: decimalText(addAmounts(line.total, discount)),
      discount: decimalText(discount),
      tax: decimalText(taxes[index] ?? zeroAmount),
      cost: null,
    }
  })
  return { goods, shippingTax }
}

interface TaxInput {
  readonly lines: readonly WooLine[]
  readonly totals: readonly bigint[]
  readonly coin: bigint
}

interface Taxes {
  /** By line. */
  readonly taxes: readonly Amount[]
  readonly shippingTax: Amount
}

function spreadTaxes(order: WooOrder, input: TaxInput): Taxes {
  const ofFees = addAmounts(...order.fees.map(({ tax }) => tax))
  const linesTell = input.lines.some(({ tax }) => tax !== undefined)
  if (order.totalTax === undefined || linesTell) return taxesOfLines(order, input, ofFees)
  return shareTaxes(order, input, subtractAmounts(order.totalTax, ofFees, order.shippingTax ?? zeroAmount))
}

/** Taxes from the lines; the remainder of the order's taxes is on shipping, unless the file says otherwise. */
function taxesOfLines(order: WooOrder, { lines }: TaxInput, ofFees: Amount): Taxes {
  const taxes = lines.map(({ tax }) => tax ?? zeroAmount)
  const left = subtractAmounts(order.totalTax ?? zeroAmount, ofFees, ...taxes)
  const onShipping = order.shipping !== zeroAmount && left > 0n ? left : zeroAmount
  return { taxes, shippingTax: order.shippingTax ?? onShipping }
}

/** Spreads the order's taxes in proportion to what is taxed, if the lines contain none. */
function shareTaxes(order: WooOrder, { lines, totals, coin }: TaxInput, left: Amount): Taxes {
  const stated = order.shippingTax
  if (left < 0n || lines.length === 0) return { taxes: lines.map(() => zeroAmount), shippingTax: stated ?? zeroAmount }
  const weight = stated === undefined && order.shipping > 0n ? order.shipping : 0n
  const shares = spreadAmount(left, [...totals, weight], coin)
  return { taxes: shares.slice(0, -1), shippingTax: stated ?? shares.at(-1) ?? zeroAmount }
}

function toShipping({ shipping, shippingId, shippingTitle }: WooOrder, tax: Amount): OrderLine[] {
  if (shipping === zeroAmount && tax === zeroAmount) return []
  const amounts = { gross: decimalText(shipping), discount: '0', tax: decimalText(tax) }
  return [{ ...noGoods, ...amounts, id: shippingId ?? 'shipping', type: 'shipping', title: shippingTitle }]
}

function toCharge({ id, title, amount, tax }: WooFee): OrderLine {
  const amounts = { gross: decimalText(amount), discount: '0', tax: decimalText(tax) }
  return { ...noGoods, ...amounts, id, type: 'charge', title }
}

const noGoods = { productId: null, variantId: null, sku: null, quantity: '0', cost: null } as const

/** The refund without a date: with tax, or without it if only the lines contain it. */
export function undatedRefund(order: WooOrder, lines: readonly Pick<WooLine, 'refunded'>[]): Amount {
  const standing = statuses[order.status] ?? 'paid'
  if (order.refunds.length > 0 || standing === 'unfinished' || standing === 'failed') return zeroAmount
  if (order.refunded > zeroAmount) return order.refunded
  return order.status === 'refunded' ? order.total : addAmounts(...lines.map(({ refunded }) => refunded))
}

function toRefunds(order: WooOrder, lines: readonly WooLine[], goods: readonly OrderLine[]): RefundRecord[] {
  const undated = undatedRefund(order, lines)
  const refunds = undated > zeroAmount ? [{ id: null, at: order.placedAt, amount: undated, reason: '' }] : order.refunds
  return refunds.map((refund, index) => {
    // The file contains the total refunded per line; with a single refund, that is this refund's.
    const isWhole = refund.amount >= order.total
    const itemised = refunds.length === 1 && !isWhole ? toRefundLines(order, lines, goods) : []
    const onLines = addAmounts(...itemised.flatMap(({ amount, tax }) => [parseAmount(amount), parseAmount(tax)]))
    const knowsAmount = order.refunds.length > 0 || order.refunded > zeroAmount || isWhole
    return {
      type: 'refund',
      id: refund.id ?? `${order.id}:refund${index === 0 ? '' : `-${index + 1}`}`,
      orderId: order.id,
      at: refund.at,
      amount: decimalText(knowsAmount ? refund.amount : onLines),
      reason: refund.reason,
      lines: itemised,
    }
  })
}

function toRefundLines(order: WooOrder, lines: readonly WooLine[], goods: readonly OrderLine[]): RefundLine[] {
  const coin = smallestCoin(order.currency)
  return lines.flatMap((line, index) => {
    const sold = goods[index]
    if (!sold || (line.refunded === zeroAmount && line.refundedQuantity === 0n)) return []
    const tax = line.total > 0n ? shareOf(parseAmount(sold.tax), line, coin) : zeroAmount
    return [
      {
        id: sold.id,
        type: 'product',
        orderLineId: sold.id,
        productId: sold.productId,
        variantId: null,
        sku: sold.sku,
        title: sold.title,
        quantity: quantityText(line.refundedQuantity),
        amount: decimalText(line.refunded),
        tax: decimalText(tax),
      },
    ]
  })
}

function shareOf(tax: Amount, { refunded, total }: WooLine, coin: bigint): Amount {
  return toAmount(divideRounded(divideRounded(tax * refunded, total), coin) * coin)
}

function toAmount(millionths: bigint): Amount {
  // Holds because shares and rounded amounts are counted in the same unit.
  return millionths as Amount
}
