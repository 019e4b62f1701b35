import { type Amount, addAmounts, divideRounded, subtractAmounts, zeroAmount } from '@tillsight/core'
import { decimalText, quantityText, smallestCoin, spreadAmount } from '../order-files/index.ts'
import type { LineType, OrderLine, OrderRecord, OrderStatus, RefundRecord } from '../records.ts'
import { isShippingTaxed, type ShopifyMoney, type ShopifyTotals, workOutTotals } from './order-file-totals.ts'

/** Values of the column Financial Status and the matching order status. */
export const financialStatuses: Readonly<Record<string, OrderStatus>> = {
  paid: 'paid',
  partially_paid: 'paid',
  partially_refunded: 'paid',
  refunded: 'paid',
  pending: 'unpaid',
  authorized: 'unpaid',
  unpaid: 'unpaid',
  voided: 'failed',
  expired: 'failed',
}
const everPaid = new Set(['paid', 'partially_paid', 'partially_refunded', 'refunded'])

/** Totals from the first row. */
type OrderTotals = Omit<ShopifyMoney, 'goods' | 'tips' | 'lineDiscounts'>

/** The order's data in its first row. */
export interface ShopifyOrder extends OrderTotals {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly createdAt: string
  readonly paidAt: string | undefined
  readonly fulfilledAt: string | undefined
  readonly cancelledAt: string | undefined
  readonly currency: string
  /** Undefined if the file does not contain it. */
  readonly refunded: Amount | undefined
  /** The tax names, which contain their rates. */
  readonly rates: readonly string[]
  readonly coupons: readonly string[]
  readonly tags: readonly string[]
  readonly email: string | null
  readonly phone: string | null
  readonly country: string | null
  readonly region: string | null
  readonly gateway: string | null
  readonly channel: string | null
}

/** The line in a row; amounts as the buyer saw them. */
export interface ShopifyLine {
  readonly type: Extract<LineType, 'product' | 'gift_card' | 'tip'>
  readonly title: string
  readonly sku: string | null
  /** In ten-thousandths. */
  readonly quantity: bigint
  /** Price times quantity. */
  readonly amount: Amount
  readonly discount: Amount
  readonly taxable: boolean
}

/** Adds the sums of all lines to the order's totals. */
export function toMoney(
  { subtotal, shipping, taxes, duties, discount, total }: OrderTotals,
  lines: readonly ShopifyLine[],
): ShopifyMoney {
  const sum = (amounts: readonly Amount[]) => addAmounts(...amounts)
  return {
    goods: sum(lines.filter(({ type }) => type !== 'tip').map(({ amount }) => amount)),
    tips: sum(lines.filter(({ type }) => type === 'tip').map(({ amount }) => amount)),
    lineDiscounts: sum(lines.map((line) => line.discount)),
    subtotal,
    shipping,
    taxes,
    duties,
    discount,
    total,
  }
}

/** The refunded amount and its date as far as the file contains it; undefined without a refund. */
export function refundOf(order: ShopifyOrder): { amount: Amount; at: string; dated: boolean } | undefined {
  const stated = order.refunded ?? zeroAmount
  const amount = stated === zeroAmount && order.status === 'refunded' ? order.total : stated
  if (amount <= zeroAmount || financialStatuses[order.status] === 'failed') return undefined
  return { amount, at: order.cancelledAt ?? order.createdAt, dated: order.cancelledAt !== undefined }
}

/** The records of an order and its refund. */
export function toShopifyRecords(order: ShopifyOrder, lines: readonly ShopifyLine[]): (OrderRecord | RefundRecord)[] {
  const refund = refundOf(order)
  const record = toOrder(order, toOrderLines(order, lines))
  if (!refund) return [record]
  return [
    record,
    {
      type: 'refund',
      id: `${order.id}:refund`,
      orderId: order.id,
      at: refund.at,
      amount: decimalText(refund.amount),
      reason: '',
      lines: [],
    },
  ]
}

function toOrder(order: ShopifyOrder, lines: readonly OrderLine[]): OrderRecord {
  const { id, name, status, createdAt, cancelledAt, currency, coupons, tags, country, region } = order
  const wasPaid = everPaid.has(status) && (cancelledAt === undefined || order.total > zeroAmount)
  const paidAt = order.paidAt ?? (wasPaid ? createdAt : undefined)
  const dates = [createdAt, paidAt, order.fulfilledAt, cancelledAt].filter((date) => date !== undefined)
  return {
    type: 'order',
    id,
    name,
    status,
    standing: cancelledAt === undefined ? (financialStatuses[status] ?? 'paid') : 'cancelled',
    test: false,
    placedAt: createdAt,
    paidAt: paidAt ?? null,
    cancelledAt: cancelledAt ?? null,
    updatedAt: dates.reduce((latest, date) => (date > latest ? date : latest)),
    currency,
    rate: null,
    total: decimalText(order.total),
    totalTax: null,
    lines,
    edits: [],
    customer: { platformId: null, email: order.email, phone: order.phone },
    country,
    region,
    gateway: order.gateway,
    salesChannel: order.channel,
    coupons,
    tags,
    meta: {},
    origin: null,
  }
}

/** The price paid for something, with or without its tax according to the order, and its tax. */
interface Priced {
  readonly amount: Amount
  readonly discount: Amount
  readonly tax: Amount
}

function toOrderLines(order: ShopifyOrder, lines: readonly ShopifyLine[]): OrderLine[] {
  const totals = workOutTotals(toMoney(order, lines))
  const coin = smallestCoin(order.currency)
  const discounts = spreadDiscount(lines, totals.goodsDiscount, coin)
  const paid = lines.map((line, index) => subtractAmounts(line.amount, discounts[index] ?? zeroAmount))
  const taxes = spreadTaxes(order, { lines, paid, totals, coin })
  const sold = lines.map((line, index) => {
    const priced = {
      amount: line.amount,
      discount: discounts[index] ?? zeroAmount,
      tax: taxes[index] ?? zeroAmount,
    }
    return {
      ...noGoods,
      ...amountsOf(priced, totals),
      id: String(index + 1),
      type: line.type,
      productId: line.sku,
      sku: line.sku,
      title: line.title,
      quantity: quantityText(line.quantity),
    }
  })
  const shippingTax = taxes[lines.length] ?? zeroAmount
  const shipping = amountsOf({ amount: totals.shipping, discount: zeroAmount, tax: shippingTax }, totals)
  const duties = amountsOf({ amount: order.duties, discount: zeroAmount, tax: zeroAmount }, totals)
  return [
    ...sold,
    ...(totals.shipping === zeroAmount && shippingTax === zeroAmount
      ? []
      : [{ ...noGoods, ...shipping, id: 'shipping', type: 'shipping' as const, title: 'Shipping' }]),
    ...(order.duties === zeroAmount
      ? []
      : [{ ...noGoods, ...duties, id: 'duties', type: 'charge' as const, title: 'Duties' }]),
  ]
}

const noGoods = { productId: null, variantId: null, sku: null, quantity: '1', cost: null } as const

/** Line discounts stay on their lines; the rest is spread over what remains of all goods except gift cards. */
function spreadDiscount(lines: readonly ShopifyLine[], goodsDiscount: Amount, coin: bigint): Amount[] {
  const own = lines.map(({ discount }) => discount)
  const ownSum = addAmounts(...own)
  if (ownSum > goodsDiscount) return spreadAmount(goodsDiscount, own, coin)
  const weigh = (types: readonly string[]) =>
    lines.map((line) => (types.includes(line.type) && line.amount > line.discount ? line.amount - line.discount : 0n))
  const goods = weigh(['product'])
  const weights = goods.some((weight) => weight > 0n) ? goods : weigh(['product', 'gift_card', 'tip'])
  const shares = spreadAmount(subtractAmounts(goodsDiscount, ownSum), weights, coin)
  return own.map((discount, index) => addAmounts(discount, shares[index] ?? zeroAmount))
}

interface TaxInput {
  readonly lines: readonly ShopifyLine[]
  /** By line, after discounts. */
  readonly paid: readonly Amount[]
  readonly totals: ShopifyTotals
  readonly coin: bigint
}

/** Spreads the order's taxes over everything taxed: by line, with shipping at the end. */
function spreadTaxes(order: ShopifyOrder, { lines, paid, totals, coin }: TaxInput): Amount[] {
  const positive = (amount: Amount | undefined) => (amount !== undefined && amount > 0n ? amount : 0n)
  const taxed = lines.map((line, index) => (line.taxable && line.type === 'product' ? positive(paid[index]) : 0n))
  const onGoods = addAmounts(...lines.map((_, index) => (taxed[index] ? (paid[index] ?? zeroAmount) : zeroAmount)))
  const onShipping = isShippingTaxed(totals, {
    taxes: order.taxes,
    goods: onGoods,
    rates: order.rates,
    allowed: coin * BigInt(Math.max(1, lines.length)),
  })
  const weights = [...taxed, onShipping ? positive(totals.shipping) : 0n]
  const everything = [...paid.map(positive), positive(totals.shipping)]
  // A tax cannot exceed its base: if it does, the lines do not show what was taxed.
  const isPossible = weights.reduce((sum, weight) => sum + weight, 0n) >= order.taxes
  return spreadAmount(order.taxes, isPossible ? weights : everything, coin)
}

/** Amounts without tax; the part of a discount without tax follows from the tax on what was paid. */
function amountsOf({ amount, discount, tax }: Priced, { taxesIncluded }: ShopifyTotals) {
  const paid = subtractAmounts(amount, discount)
  const net = taxesIncluded ? subtractAmounts(paid, tax) : paid
  const discountNet = taxesIncluded && paid > 0n ? toAmount(divideRounded(discount * net, paid)) : discount
  return { gross: decimalText(addAmounts(net, discountNet)), discount: decimalText(discountNet), tax: decimalText(tax) }
}

function toAmount(share: bigint): Amount {
  // Holds because a share of an amount is counted in the same unit.
  return share as Amount
}
