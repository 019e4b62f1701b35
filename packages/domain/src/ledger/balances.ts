import {
  type Amount,
  addAmounts,
  convertAmount,
  negateAmount,
  type Rate,
  subtractAmounts,
  unitRate,
  zeroAmount,
} from '@tillsight/core'
import type { LineType } from '@tillsight/platforms/connectors'
import type { LineFacts } from './booked-order.ts'
import type { SoldLine } from './sold-lines.ts'

/** Money and goods, without and with conversion to shop currency. */
export interface Portion {
  readonly quantity: bigint
  readonly net: Amount
  readonly tax: Amount
  readonly bookedNet: Amount
  readonly bookedTax: Amount
}

/** What is left of one sold line: order minus everything taken back so far. */
export interface Balance {
  readonly id: string
  readonly type: LineType
  readonly facts: LineFacts
  left: Portion
}

export const emptyPortion: Portion = {
  quantity: 0n,
  net: zeroAmount,
  tax: zeroAmount,
  bookedNet: zeroAmount,
  bookedTax: zeroAmount,
}

/** Converts into shop currency; the order's one rate serves its refunds too. */
export function toShopCurrency(amount: Amount, rate: Rate): Amount {
  return rate === unitRate ? amount : convertAmount(amount, rate)
}

/** Opens the balance of a line that was sold. */
export function openBalance(line: SoldLine, rate: Rate): Balance {
  return {
    id: line.id,
    type: line.type,
    facts: line,
    left: {
      quantity: line.quantity,
      net: subtractAmounts(line.gross, line.discount),
      tax: line.tax,
      bookedNet: subtractAmounts(toShopCurrency(line.gross, rate), toShopCurrency(line.discount, rate)),
      bookedTax: toShopCurrency(line.tax, rate),
    },
  }
}

/** What is taken back, in order currency. */
export interface Taken {
  readonly quantity: bigint
  readonly net: Amount
  readonly tax: Amount
}

/**
 * Takes a part off a balance and says what that part is in shop currency. The part that empties the balance takes the
 * converted rest along, so that a full refund nets to exactly 0 whatever the rate.
 */
export function takeFrom(balance: Balance, taken: Taken, rate: Rate): Portion {
  const { left } = balance
  const portion: Portion = {
    ...taken,
    bookedNet: taken.net === left.net ? left.bookedNet : toShopCurrency(taken.net, rate),
    bookedTax: taken.tax === left.tax ? left.bookedTax : toShopCurrency(taken.tax, rate),
  }
  balance.left = addPortions(left, negatePortion(portion))
  return portion
}

/** Adds part by part. */
export function addPortions(a: Portion, b: Portion): Portion {
  return {
    quantity: a.quantity + b.quantity,
    net: addAmounts(a.net, b.net),
    tax: addAmounts(a.tax, b.tax),
    bookedNet: addAmounts(a.bookedNet, b.bookedNet),
    bookedTax: addAmounts(a.bookedTax, b.bookedTax),
  }
}

/** The same the other way round. */
export function negatePortion(portion: Portion): Portion {
  return {
    quantity: -portion.quantity,
    net: negateAmount(portion.net),
    tax: negateAmount(portion.tax),
    bookedNet: negateAmount(portion.bookedNet),
    bookedTax: negateAmount(portion.bookedTax),
  }
}

/** Whether there is neither money nor goods in it. */
export function isEmpty({ quantity, net, tax, bookedNet, bookedTax }: Portion): boolean {
  return quantity === 0n && net === 0n && tax === 0n && bookedNet === 0n && bookedTax === 0n
}

/** In order currency, with tax. */
export function portionTotal(portion: Pick<Portion, 'net' | 'tax'>): Amount {
  return addAmounts(portion.net, portion.tax)
}
