import type { ShopCharge, ShopLine, ShopLineReturn, ShopShipping, ShopTax } from './history.ts'
import { micros, shareOf, sumOf, times, withoutTax } from './money.ts'

/** An amount with its parts. `total` is after discounts and with tax, whatever the price basis. */
export interface Parts {
  readonly total: bigint
  readonly tax: bigint
  /** The discount as it counts without tax, and with. */
  readonly discountBefore: bigint
  readonly discountAfter: bigint
}

export const noParts: Parts = { total: 0n, tax: 0n, discountBefore: 0n, discountAfter: 0n }

/** Whether the prices of an order include tax. */
export interface PriceBasis {
  readonly currency: string
  readonly taxesIncluded: boolean
}

/** Something with a price, discounts and taxes. */
interface Priced {
  readonly price: bigint
  readonly discount: bigint
  readonly taxes: readonly ShopTax[]
}

/** Splits a price: with 20 % tax included, 48.00 less 4.80 is 43.20 with 7.20 tax and a discount of 4.00 without tax. */
export function partsOf({ price, discount, taxes }: Priced, { currency, taxesIncluded }: PriceBasis): Parts {
  const tax = sumOf(taxes.map((entry) => entry.amount))
  const rate = taxes.reduce((sum, entry) => sum + entry.rate, 0)
  if (taxesIncluded) {
    return {
      total: price - discount,
      tax,
      discountAfter: discount,
      discountBefore: withoutTax(currency, discount, rate),
    }
  }
  return {
    total: price - discount + tax,
    tax,
    discountBefore: discount,
    discountAfter: discount + times(currency, discount, rate),
  }
}

/** The discount on a line or on shipping. */
export function discountOf(priced: Pick<ShopLine | ShopShipping, 'allocations'>): bigint {
  return sumOf((priced.allocations ?? []).map((entry) => entry.amount))
}

/** The price of a line before discounts. */
export function priceOf(line: ShopLine): bigint {
  return line.linePrice === undefined ? micros(line.unitPrice) * BigInt(line.quantity) : micros(line.linePrice)
}

/** The parts of a line as it was bought. */
export function lineParts(line: ShopLine, basis: PriceBasis): Parts {
  return partsOf({ price: priceOf(line), discount: discountOf(line), taxes: line.taxes ?? [] }, basis)
}

/** The parts of a shipping line. */
export function shippingParts(shipping: ShopShipping, basis: PriceBasis): Parts {
  const price = micros(shipping.price)
  return partsOf({ price, discount: discountOf(shipping), taxes: shipping.taxes ?? [] }, basis)
}

/** The parts of a duty or another charge. */
export function chargeParts(charge: ShopCharge, basis: PriceBasis): Parts {
  return partsOf({ price: micros(charge.amount), discount: 0n, taxes: charge.taxes ?? [] }, basis)
}

/** Parts of a plain amount in the price basis and its tax. */
export function amountParts(
  { amount, tax }: { readonly amount: bigint; readonly tax: bigint },
  basis: PriceBasis,
): Parts {
  return { ...noParts, total: basis.taxesIncluded ? amount : amount + tax, tax }
}

export function addParts(a: Parts, b: Parts): Parts {
  return {
    total: a.total + b.total,
    tax: a.tax + b.tax,
    discountBefore: a.discountBefore + b.discountBefore,
    discountAfter: a.discountAfter + b.discountAfter,
  }
}

export function opposite(parts: Parts): Parts {
  return {
    total: -parts.total,
    tax: -parts.tax,
    discountBefore: -parts.discountBefore,
    discountAfter: -parts.discountAfter,
  }
}

/** A line, and what remains of it after all events so far. */
export class LineState {
  readonly line: ShopLine
  readonly basis: PriceBasis
  /** When the line was added to the order. */
  readonly parts: Parts
  /** Further discounts from edits. */
  readonly laterDiscounts: { readonly discount: number; readonly amount: bigint }[] = []
  left: number
  #rest: Parts

  constructor(line: ShopLine, basis: PriceBasis) {
    this.line = line
    this.basis = basis
    this.parts = lineParts(line, basis)
    this.left = line.quantity
    this.#rest = this.parts
  }

  /** The remaining amounts. */
  get rest(): Parts {
    return this.#rest
  }

  /** The parts' amount in the price basis. */
  inBasis(parts: Parts): bigint {
    return this.basis.taxesIncluded ? parts.total : parts.total - parts.tax
  }

  /** The amounts that returning a quantity reverses; the last return reverses everything that remains. */
  take(back: ShopLineReturn): Parts {
    const taken = this.#partsOf(back)
    this.left = Math.max(0, this.left - back.quantity)
    this.#rest = addParts(this.#rest, opposite(taken))
    return taken
  }

  /** Applies a further discount to what remains; returns the change. */
  discount(discount: number, amount: bigint): Parts {
    const { currency } = this.basis
    const rate = (this.line.taxes ?? []).reduce((sum, entry) => sum + entry.rate, 0)
    const { taxesIncluded } = this.basis
    const before = taxesIncluded ? withoutTax(currency, amount, rate) : amount
    const after = taxesIncluded ? amount : amount + times(currency, amount, rate)
    const change = { total: -after, tax: before - after, discountBefore: before, discountAfter: after }
    this.laterDiscounts.push({ discount, amount })
    this.#rest = addParts(this.#rest, change)
    return change
  }

  #partsOf({ quantity, amount, tax }: ShopLineReturn): Parts {
    const share = this.#share(quantity)
    if (amount === undefined && tax === undefined) return share
    const { taxesIncluded } = this.basis
    const ownTax = tax === undefined ? share.tax : micros(tax)
    const inBasis = amount === undefined ? this.inBasis(share) : micros(amount)
    return { ...share, total: taxesIncluded ? inBasis : inBasis + ownTax, tax: ownTax }
  }

  #share(quantity: number): Parts {
    if (quantity >= this.left) return this.#rest
    const part = { over: BigInt(quantity), by: BigInt(this.left) }
    const of = (amount: bigint): bigint => shareOf(this.basis.currency, amount, part)
    const { total, tax, discountBefore, discountAfter } = this.#rest
    return { total: of(total), tax: of(tax), discountBefore: of(discountBefore), discountAfter: of(discountAfter) }
  }
}
