import { type Amount, addAmounts, divideRounded, subtractAmounts, zeroAmount } from '@tillsight/core'

/** The amounts of an order in a Shopify file; line amounts are price times quantity. */
export interface ShopifyMoney {
  readonly goods: Amount
  readonly tips: Amount
  /** Discounts on single lines. */
  readonly lineDiscounts: Amount
  readonly subtotal: Amount
  readonly shipping: Amount
  readonly taxes: Amount
  readonly duties: Amount
  readonly discount: Amount
  readonly total: Amount
}

/** How the totals of an order are composed, which the file does not say. */
export interface ShopifyTotals {
  /** Whether prices include tax. */
  readonly taxesIncluded: boolean
  readonly goodsDiscount: Amount
  /** After any discount on shipping. */
  readonly shipping: Amount
  /** The remainder of the total; 0 if the order adds up. */
  readonly rest: Amount
}

/**
 * Finds the interpretation under which the order adds up to its total exactly. Taxes may be part of the sum or included in
 * prices; tips may be inside or outside the subtotal; shipping before or after its discount. If none fits, the closest one is
 * taken and the rest remains.
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

/** The discount that explains the subtotal of the goods, if the order states at least that much; otherwise the stated one. */
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
 * Whether the tax includes shipping. It does not if the one named rate on the goods alone explains all of it; if the file
 * does not tell, shipping is taken to be taxed like the goods, as in most countries.
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
