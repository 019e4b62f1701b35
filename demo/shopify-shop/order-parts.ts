import type { ShopLine, ShopOrder, ShopReturn } from '../../simulators/index.ts'
import { centsText, divideRounded } from '../shop/cents.ts'

/** A shipping line of an order. */
export type Shipping = NonNullable<ShopOrder['shipping']>[number]
/** A duty of an order. */
export type Charge = NonNullable<ShopOrder['charges']>[number]
/** A discount of an order. */
export type Discount = NonNullable<ShopOrder['discounts']>[number]
/** The part of one line that is returned. */
export type LineBack = ShopReturn['lines'][number]

/** `12.34` → 1234n; 0 if undefined. */
export function centsOf(text: string | undefined): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text ?? '0') ?? []
  const value = BigInt(whole + fraction.padEnd(2, '0'))
  return sign === '-' ? -value : value
}

/** The value of a line after discounts, without tax. */
export function netOf(line: ShopLine): bigint {
  return centsOf(line.unitPrice) * BigInt(line.quantity) - sumOf(line.allocations)
}

/** The shipping costs after discounts, without tax. */
export function shippingNet({ price, allocations }: Shipping): bigint {
  return centsOf(price) - sumOf(allocations)
}

export function sumOf(parts: readonly { readonly amount: string }[] | undefined): bigint {
  return (parts ?? []).reduce((sum, { amount }) => sum + centsOf(amount), 0n)
}

/** Everything a buyer has to pay: goods, delivery, duties, tips, gift cards, tax. */
export function totalOf({ lines, shipping, charges }: Pick<ShopOrder, 'lines' | 'shipping' | 'charges'>): bigint {
  let total = sumOf(charges)
  for (const line of lines) total += netOf(line) + sumOf(line.taxes)
  for (const one of shipping ?? []) total += shippingNet(one) + sumOf(one.taxes)
  return total
}

/** Lines of an order and the remaining quantity of each. */
export class Shelf {
  readonly #lines: { readonly line: ShopLine; left: number; net: bigint; tax: bigint }[]

  constructor(lines: readonly ShopLine[]) {
    this.#lines = []
    this.add(lines)
  }

  add(lines: readonly ShopLine[]): void {
    for (const line of lines) {
      if ((line.kind ?? 'product') !== 'product') continue
      this.#lines.push({ line, left: line.quantity, net: netOf(line), tax: sumOf(line.taxes) })
    }
  }

  /** The remaining quantity of all lines. */
  get pieces(): number {
    return this.#lines.reduce((sum, { left }) => sum + left, 0)
  }

  /** The lines with a remaining quantity. */
  get lines(): readonly ShopLine[] {
    return this.#lines.filter(({ left }) => left > 0).map(({ line }) => line)
  }

  /** Returns some quantity of a line at the paid price; the last return takes the whole remainder. */
  take(lineId: number, quantity: number, restock: NonNullable<LineBack['restock']> = 'RETURN'): LineBack {
    const held = this.#lines.find(({ line }) => line.id === lineId)
    if (!held || held.left < quantity) throw new Error(`Line ${lineId} has no ${quantity} pieces left`)
    const share = (amount: bigint) => divideRounded(amount * BigInt(quantity), BigInt(held.left))
    const net = share(held.net)
    const tax = share(held.tax)
    held.left -= quantity
    held.net -= net
    held.tax -= tax
    return { lineId, quantity, amount: centsText(net), tax: centsText(tax), restock }
  }

  takeAll(restock: NonNullable<LineBack['restock']> = 'RETURN'): LineBack[] {
    return this.#lines.filter(({ left }) => left > 0).map(({ line, left }) => this.take(line.id, left, restock))
  }
}

/** The value of returned lines, tax included. */
export function worthOf(lines: readonly LineBack[]): bigint {
  return lines.reduce((sum, { amount, tax }) => sum + centsOf(amount) + centsOf(tax), 0n)
}
