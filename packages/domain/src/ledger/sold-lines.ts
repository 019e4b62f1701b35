import { type Amount, addAmounts, divideRounded, negateAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { LineType, OrderLine, OrderRecord } from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'
import type { LineFacts } from './booked-order.ts'
import { readAmount, readQuantity } from './decimals.ts'
import { type Files, loadOrders } from './facts-store.ts'
import { type BookingRules, toBookingRules } from './rules.ts'

/** A line in order currency, with its type corrected by the shop's rules. */
export interface SoldLine extends LineFacts {
  readonly id: string
  readonly type: LineType
  readonly quantity: bigint
  readonly gross: Amount
  readonly discount: Amount
  readonly tax: Amount
}

/** Amount paid by gift cards: it may lower the store's total but not the revenue (§1.6). */
interface GiftCardPayment {
  readonly amount: Amount
  /** The part of it that is nevertheless included in the order's total. */
  readonly inTotal: Amount
  /** The part of it that a plug-in deducted from the order's tax. */
  readonly tax: Amount
}

/** Lines of an order, and the amount paid by gift cards. */
export interface SoldLines {
  readonly lines: readonly SoldLine[]
  readonly giftCards: GiftCardPayment
}

/** Meta in which connectors report gift card payments outside the lines; they have already added these to the total. */
const paidMetaKey = '_gift_cards_paid'

/** The type of a line by the shop's rules; `payment` is not a sold line but a redeemed gift card. */
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

/** Reads an order's lines; gift cards, tips, disguised payments and negative fees get their proper types. */
export function readOrderLines(order: OrderRecord, rules: BookingRules): SoldLines {
  const { lines, giftCards } = readLines(order.lines, rules)
  const readMeta = (key: string) => readAmount(order.meta[key] ?? '0')
  const inTotal = readMeta(paidMetaKey)
  const byCoupon = giftCardCoupons(order, lines, rules)
  return {
    lines: byCoupon.discount === 0n ? lines : giveBackDiscount(lines, byCoupon),
    giftCards: {
      amount: addAmounts(
        giftCards.amount,
        byCoupon.discount,
        byCoupon.tax,
        inTotal,
        ...rules.settings.giftCards.paidMetaKeys.filter((key) => key !== paidMetaKey).map(readMeta),
      ),
      inTotal,
      tax: addAmounts(giftCards.tax, byCoupon.tax),
    },
  }
}

/** Reads the lines of an order or an edit. */
export function readLines(lines: readonly OrderLine[], rules: BookingRules): SoldLines {
  const sold: SoldLine[] = []
  let giftCards: GiftCardPayment = { amount: zeroAmount, inTotal: zeroAmount, tax: zeroAmount }
  for (const line of lines) {
    const [gross, discount, tax] = [readAmount(line.gross), readAmount(line.discount), readAmount(line.tax)]
    const net = subtractAmounts(gross, discount)
    const type = lineTypeOf(line, net, rules)
    if (type === 'payment') {
      giftCards = {
        ...giftCards,
        amount: subtractAmounts(giftCards.amount, net, tax),
        tax: subtractAmounts(giftCards.tax, tax),
      }
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
  return { lines: sold, giftCards }
}

/** What coupons deducted from the lines and from their tax. */
interface CouponDiscount {
  readonly discount: Amount
  readonly tax: Amount
}

const noDiscount: CouponDiscount = { discount: zeroAmount, tax: zeroAmount }

/**
 * Amount paid by gift-card coupons. The store may report it in meta `coupon_discount:<code>` and
 * `coupon_discount_tax:<code>`; otherwise it is known only if every coupon of the order is a gift card.
 */
function giftCardCoupons(order: OrderRecord, lines: readonly SoldLine[], rules: BookingRules): CouponDiscount {
  const cards = order.coupons.filter(
    (code) => rules.isGiftCardCoupon(code) || rules.isGiftCardCouponKind(order.meta[`coupon_kind:${code}`] ?? ''),
  )
  if (cards.length === 0) return noDiscount
  const discounts = sumDiscounts(lines)
  const amounts = cards.map((code) => order.meta[`coupon_discount:${code}`])
  if (amounts.every((amount) => amount !== undefined)) {
    const paid = addAmounts(...amounts.map(readAmount))
    const tax = addAmounts(...cards.map((code) => readAmount(order.meta[`coupon_discount_tax:${code}`] ?? '0')))
    return { discount: paid < discounts ? paid : discounts, tax: discounts === 0n ? zeroAmount : tax }
  }
  return cards.length === order.coupons.length ? { discount: discounts, tax: zeroAmount } : noDiscount
}

function sumDiscounts(lines: readonly SoldLine[]): Amount {
  return addAmounts(...lines.filter((line) => line.type === 'product').map((line) => line.discount))
}

/**
 * Reverses what coupons deducted from the product lines, in proportion; the last discounted line takes the rounding
 * difference.
 */
function giveBackDiscount(lines: readonly SoldLine[], { discount, tax }: CouponDiscount): SoldLine[] {
  const all = sumDiscounts(lines)
  const last = lines.findLastIndex((line) => line.type === 'product' && line.discount !== 0n)
  let left: CouponDiscount = { discount, tax }
  return lines.map((line, index) => {
    if (line.type !== 'product' || line.discount === 0n) return line
    const shareOf = (amount: Amount) => toAmount(divideRounded(amount * line.discount, all))
    const share = index === last ? left : { discount: shareOf(discount), tax: shareOf(tax) }
    left = { discount: subtractAmounts(left.discount, share.discount), tax: subtractAmounts(left.tax, share.tax) }
    return {
      ...line,
      discount: subtractAmounts(line.discount, share.discount),
      tax: addAmounts(line.tax, share.tax),
    }
  })
}

/** A share of an amount is an amount in the same unit. */
function toAmount(share: bigint): Amount {
  return share as Amount
}

/** Amounts of orders paid by gift card, in each order's currency: stores may deduct them from totals, the ledger does not. */
export async function readGiftCardPayments(
  ctx: Pick<WriteContext, 'shop' | 'warehouse'>,
  orderIds: readonly string[],
): Promise<Map<string, Amount>> {
  const files: Files = { dossiers: new Map(), versions: new Map() }
  await loadOrders(ctx.warehouse, orderIds, files)
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  const paid = new Map<string, Amount>()
  for (const [orderId, { order }] of files.dossiers) {
    const amount = order && readOrderLines(order, rules).giftCards.amount
    if (amount) paid.set(orderId, amount)
  }
  return paid
}
