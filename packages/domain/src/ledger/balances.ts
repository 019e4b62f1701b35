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

/** Money and quantity, before and after conversion to shop currency. */
export interface Portion {
  readonly quantity: bigint
  readonly net: Amount
  readonly tax: Amount
  readonly bookedNet: Amount
  readonly bookedTax: Amount
}

/** What remains of one sold line: the order minus everything returned so far. */
export interface Balance {
  readonly id: string
  /** The row of its sale. */
  readonly soldRow: string
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

/** Converts into shop currency; refunds use their order's single rate. */
export function toShopCurrency(amount: Amount, rate: Rate): Amount {
  return rate === unitRate ? amount : convertAmount(amount, rate)
}

/** Opens the balance of a sold line. */
export function openBalance(line: SoldLine, rate: Rate, soldRow: string): Balance {
  return {
    id: line.id,
    soldRow,
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

/** A returned part, in order currency. */
export interface Taken {
  readonly quantity: bigint
  readonly net: Amount
  readonly tax: Amount
}

/**
 * Takes a part off a balance and returns it in shop currency. The part that empties the balance includes the remainder of the
 * conversion, so that a full refund nets to exactly 0 whatever the rate.
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

/** Adds field by field. */
export function addPortions(a: Portion, b: Portion): Portion {
  return {
    quantity: a.quantity + b.quantity,
    net: addAmounts(a.net, b.net),
    tax: addAmounts(a.tax, b.tax),
    bookedNet: addAmounts(a.bookedNet, b.bookedNet),
    bookedTax: addAmounts(a.bookedTax, b.bookedTax),
  }
}

/** The same with opposite signs. */
export function negatePortion(portion: Portion): Portion {
  return {
    quantity: -portion.quantity,
    net: negateAmount(portion.net),
    tax: negateAmount(portion.tax),
    bookedNet: negateAmount(portion.bookedNet),
    bookedTax: negateAmount(portion.bookedTax),
  }
}

/** Whether money and quantity are all zero. */
export function isEmpty({ quantity, net, tax, bookedNet, bookedTax }: Portion): boolean {
  return quantity === 0n && net === 0n && tax === 0n && bookedNet === 0n && bookedTax === 0n
}

/** Total in order currency, with tax. */
export function portionTotal(portion: Pick<Portion, 'net' | 'tax'>): Amount {
  return addAmounts(portion.net, portion.tax)
}
