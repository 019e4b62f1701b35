import type { ReportTerms } from '@tillsight/connectors'
import { type Amount, addAmounts, negateAmount, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Figures } from './sides.ts'

/** What an order books at one instant on one side, without tax; what is given back is negative. */
export interface Sums {
  readonly side: 'sale' | 'return'
  readonly heads: number
  readonly gross: Amount
  readonly discount: Amount
  /** The part of the discount that was a fee below zero in the store. */
  readonly negativeFees: Amount
  readonly shipping: Amount
  readonly charges: Amount
  readonly adjustments: Amount
  readonly tax: Amount
  /** Gift cards and tips. */
  readonly besides: Amount
  readonly besidesTax: Amount
}

/** What an order adds to total and net sales, as the platform adds it up. */
export function toRowAmounts(sums: Sums, terms: ReportTerms): { readonly total: Amount; readonly net: Amount } {
  const { besides, besidesTax } = besidesOf(sums, terms)
  const { goods, charges } = partsOf(sums)
  return {
    total: addAmounts(goods, charges, sums.shipping, sums.tax, besides, besidesTax),
    net: addAmounts(goods, terms.charges === 'in_sales' ? charges : zeroAmount, besides),
  }
}

/** What an order adds to each of the platform's figures, if the platform has the same orders as we do. */
export function toExpected(sums: Sums, terms: ReportTerms): Figures {
  const { besides, besidesTax } = besidesOf(sums, terms)
  const { charges } = partsOf(sums)
  const { total, net } = toRowAmounts(sums, terms)
  const isSale = sums.side === 'sale'
  const inSales = terms.charges === 'in_sales' ? charges : zeroAmount
  const moved = terms.negativeFees === 'in_sales' ? sums.negativeFees : zeroAmount
  return {
    orders: parseAmount(String(sums.heads)),
    grossSales: isSale ? subtractAmounts(addAmounts(sums.gross, inSales, besides), moved) : zeroAmount,
    discounts: isSale ? subtractAmounts(sums.discount, moved) : zeroAmount,
    returns: isSale ? zeroAmount : negateAmount(terms.returns === 'everything' ? total : net),
    netSales: net,
    shipping: sums.shipping,
    taxes: addAmounts(sums.tax, besidesTax),
    totalSales: total,
  }
}

/** An arithmetic remainder is a charge on an order and lowers goods on a refund (as the catalogue has it). */
function partsOf({ side, gross, discount, charges, adjustments }: Sums) {
  const goods = subtractAmounts(gross, discount)
  return side === 'sale'
    ? { goods, charges: addAmounts(charges, adjustments) }
    : { goods: addAmounts(goods, adjustments), charges }
}

function besidesOf({ besides, besidesTax }: Sums, { giftCardsAndTips }: ReportTerms) {
  return giftCardsAndTips === 'in_sales' ? { besides, besidesTax } : { besides: zeroAmount, besidesTax: zeroAmount }
}
