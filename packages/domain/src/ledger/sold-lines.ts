import type { LineType, OrderLine, OrderRecord } from '@tillsight/connectors'
import { type Amount, addAmounts, divideRounded, negateAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { LineFacts } from './booked-order.ts'
import { readAmount, readQuantity } from './decimals.ts'
import type { BookingRules } from './rules.ts'

/** A line in order currency after the shop's rules said what it really is. */
export interface SoldLine extends LineFacts {
  readonly id: string
  readonly type: LineType
  readonly quantity: bigint
  readonly gross: Amount
  readonly discount: Amount
  readonly tax: Amount
}

/** Lines of an order, and what a gift card paid: that lowers the store's total but not the revenue (§1.6). */
export interface SoldLines {
  readonly lines: readonly SoldLine[]
  readonly paidByGiftCard: Amount
}

/** What a line is by the shop's rules; `payment` is no line at all but a gift card redeemed. */
export function lineTypeOf(
  line: Pick<OrderLine, 'type' | 'title' | 'productId'>,
  net: Amount,
  rules: BookingRules,
): LineType | 'payment' {
  if (line.type === 'product') {
    return line.productId !== null && rules.isGiftCardProduct(line.productId) ? 'gift_card' : 'product'
  }
  if (line.type !== 'charge') return line.type
  if (net < 0n) return rules.isGiftCardFee(line.title) ? 'payment' : 'product'
  return rules.isTip(line.title) ? 'tip' : 'charge'
}

/** Reads an order's lines: gift cards, tips, payments in disguise and negative fees become what they are. */
export function readOrderLines(order: OrderRecord, rules: BookingRules): SoldLines {
  const { lines, paidByGiftCard } = readLines(order.lines, rules)
  const metaPayments = rules.settings.giftCards.paidMetaKeys.map((key) => readAmount(order.meta[key] ?? '0'))
  const byCoupon = giftCardCouponAmount(order, lines, rules)
  return {
    lines: byCoupon === 0n ? lines : giveBackDiscount(lines, byCoupon),
    paidByGiftCard: addAmounts(paidByGiftCard, byCoupon, ...metaPayments),
  }
}

/** Reads the lines of an order or an edit. */
export function readLines(lines: readonly OrderLine[], rules: BookingRules): SoldLines {
  const sold: SoldLine[] = []
  let paidByGiftCard: Amount = zeroAmount
  for (const line of lines) {
    const gross = readAmount(line.gross)
    const discount = readAmount(line.discount)
    const tax = readAmount(line.tax)
    const net = subtractAmounts(gross, discount)
    const type = lineTypeOf(line, net, rules)
    if (type === 'payment') {
      paidByGiftCard = subtractAmounts(paidByGiftCard, net, tax)
      continue
    }
    const isNegativeFee = line.type === 'charge' && type === 'product'
    sold.push({
      id: line.id,
      type,
      productId: line.productId ?? '',
      variantId: line.variantId ?? '',
      sku: line.sku ?? '',
      title: line.title,
      quantity: isNegativeFee ? 0n : readQuantity(line.quantity),
      gross: isNegativeFee ? zeroAmount : gross,
      discount: isNegativeFee ? negateAmount(net) : discount,
      tax,
    })
  }
  return { lines: sold, paidByGiftCard }
}

/**
 * What gift-card coupons paid. The store may say it in meta `coupon_discount:<code>`; without that it is known only
 * when every coupon of the order is a gift card.
 */
function giftCardCouponAmount(order: OrderRecord, lines: readonly SoldLine[], rules: BookingRules): Amount {
  const cards = order.coupons.filter(
    (code) => rules.isGiftCardCoupon(code) || rules.isGiftCardCouponKind(order.meta[`coupon_kind:${code}`] ?? ''),
  )
  if (cards.length === 0) return zeroAmount
  const discounts = sumDiscounts(lines)
  const amounts = cards.map((code) => order.meta[`coupon_discount:${code}`])
  if (amounts.every((amount) => amount !== undefined)) {
    const paid = addAmounts(...amounts.map(readAmount))
    return paid < discounts ? paid : discounts
  }
  return cards.length === order.coupons.length ? discounts : zeroAmount
}

function sumDiscounts(lines: readonly SoldLine[]): Amount {
  return addAmounts(...lines.filter((line) => line.type === 'product').map((line) => line.discount))
}

/** Takes `amount` out of the product lines' discounts in proportion; the last discounted line carries the rounding. */
function giveBackDiscount(lines: readonly SoldLine[], amount: Amount): SoldLine[] {
  const all = sumDiscounts(lines)
  const last = lines.findLastIndex((line) => line.type === 'product' && line.discount !== 0n)
  let left: bigint = amount
  return lines.map((line, index) => {
    if (line.type !== 'product' || line.discount === 0n) return line
    const share = index === last ? left : divideRounded(amount * line.discount, all)
    left -= share
    return { ...line, discount: subtractAmounts(line.discount, toAmount(share)) }
  })
}

/** A share of an amount is an amount: the same unit, only smaller. */
function toAmount(share: bigint): Amount {
  return share as Amount
}
