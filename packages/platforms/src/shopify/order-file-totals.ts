import { type Amount, addAmounts, divideRounded, subtractAmounts, zeroAmount } from '@tillsight/core'

/** What a Shopify file says about the money of an order; line amounts are price times quantity. */
export interface ShopifyMoney {
  readonly goods: Amount
  readonly tips: Amount
  /** Discounts that stand on lines. */
  readonly lineDiscounts: Amount
  readonly subtotal: Amount
  readonly shipping: Amount
  readonly taxes: Amount
  readonly duties: Amount
  readonly discount: Amount
  readonly total: Amount
}

/** What the totals of an order mean, which the file does not say. */
export interface ShopifyTotals {
  /** Whether prices hold their tax already. */
  readonly taxesIncluded: boolean
  readonly goodsDiscount: Amount
  /** After discounts on it. */
  readonly shipping: Amount
  /** What the total has beyond everything else; 0 when the order adds up. */
  readonly rest: Amount
}

/**
 * Finds the reading under which the order adds up to its total exactly. With taxes on top they are part of the sum, else
 * they are in it already; tips may stand inside or outside the subtotal; shipping before or after a discount on it. When
 * nothing fits, the reading that comes closest is taken and the rest stays.
 */
export function workOutTotals(money: ShopifyMoney): ShopifyTotals {
  const { goods, tips, shipping, taxes, duties, total } = money
  const readings = discountsOnGoods(money).flatMap((goodsDiscount) =>
    shippingReadings(money, goodsDiscount).flatMap((paidShipping) =>
      [false, true].map((taxesIncluded) => {
        const before = subtractAmounts(addAmounts(goods, tips, paidShipping, duties), goodsDiscount)
        const sum = taxesIncluded ? before : addAmounts(before, taxes)
        return { taxesIncluded, goodsDiscount, shipping: paidShipping, rest: subtractAmounts(total, sum) }
      }),
    ),
  )
  const none = { taxesIncluded: false, goodsDiscount: zeroAmount, shipping, rest: zeroAmount }
  return readings.reduce((best, next) => (size(next.rest) < size(best.rest) ? next : best), readings[0] ?? none)
}

/** The discount that brings the goods to the subtotal, if the order says that it gave as much; else what it says. */
function discountsOnGoods({ goods, tips, lineDiscounts, subtotal, discount }: ShopifyMoney): Amount[] {
  const most = addAmounts(discount, lineDiscounts)
  const found = [subtractAmounts(goods, subtotal), subtractAmounts(addAmounts(goods, tips), subtotal)]
  const plausible = found.filter((amount) => amount >= 0n && amount <= most && amount <= goods)
  if (plausible.length > 0) return plausible
  const stated = discount > lineDiscounts ? discount : lineDiscounts
  return [stated > goods ? goods : stated]
}

function shippingReadings({ shipping, discount }: ShopifyMoney, goodsDiscount: Amount): Amount[] {
  const off = subtractAmounts(discount, goodsDiscount)
  if (off <= 0n || shipping === 0n) return [shipping]
  return [shipping, off > shipping ? zeroAmount : subtractAmounts(shipping, off)]
}

/**
 * Whether the tax is on shipping too. It is not when the one named rate on the goods alone makes up all of it; a file
 * that does not tell is read as most countries tax: shipping as the goods.
 */
export function isShippingTaxed(
  { taxesIncluded }: Pick<ShopifyTotals, 'taxesIncluded'>,
  { taxes, goods, rates, allowed }: { taxes: Amount; goods: Amount; rates: readonly string[]; allowed: bigint },
): boolean {
  const [name, ...more] = rates
  const percent = /(\d{1,2}(?:\.\d{1,4})?)\s*%/.exec(name ?? '')?.[1]
  if (percent === undefined || more.length > 0) return true
  const [whole = '0', fraction = ''] = percent.split('.')
  const rate = BigInt(whole + fraction.padEnd(4, '0'))
  const full = 1_000_000n
  const onGoods = divideRounded(goods * rate, taxesIncluded ? full + rate : full)
  return size(taxes - onGoods) > allowed
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
