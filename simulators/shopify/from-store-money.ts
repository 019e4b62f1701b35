import { type Amount, divideRounded, formatAmount, roundFixed } from '@tillsight/core'
import type { StoreOrder, StoreOrderLine, StoreTax } from '../woocommerce/history.ts'
import type { StoreReading } from './from-store-reading.ts'
import type { ShopFee, ShopOrder, ShopTax, ShopTransaction } from './history.ts'
import { decimals, divideShare, micros, roundTo, times, withoutTax } from './money.ts'
import { orderFacts } from './order-facts.ts'
import { OrderSums } from './order-sums.ts'

const defaultRates: NonNullable<StoreReading['taxRates']> = {
  7: { title: 'MwSt.', rate: 0.19 },
  8: { title: 'MwSt. (erm.)', rate: 0.07 },
}
const rateScale = 10n ** 10n

interface Taxed {
  readonly total: string
  readonly totalTax?: string
  readonly taxes?: readonly StoreTax[]
}

/** Adds decimal texts of one currency. */
export function addMoney(...texts: readonly string[]): string {
  return text(texts.reduce((sum, entry) => sum + micros(entry.replace(/^--/, '')), 0n))
}

/** Stored text of an amount. */
function text(amount: bigint): string {
  // Holds because everything here is counted in millionths.
  return formatAmount(amount as Amount, 6).replace(/\.?0+$/, '') || '0'
}

/** Amounts of one order of another store in shop currency and in the shop's price basis, to the cent. */
export class Conversion {
  readonly #reading: StoreReading
  /** What one unit of the order's currency is in the shop's, ten thousand millionths. */
  readonly #rate: bigint
  /** Set for orders in another currency. */
  readonly presentment: { readonly currency: string; readonly rate: string } | undefined

  constructor(order: StoreOrder, reading: StoreReading) {
    this.#reading = reading
    const { currency = reading.currency } = order
    const meta = order.meta?.find((entry) => entry.key === reading.rateMetaKey)?.value
    const rate = typeof meta === 'string' || typeof meta === 'number' ? roundFixed(String(meta), 10) : rateScale
    this.#rate = currency === reading.currency ? rateScale : rate
    const back = divideRounded(rateScale * rateScale, this.#rate)
      .toString()
      .padStart(11, '0')
    this.presentment =
      currency === reading.currency ? undefined : { currency, rate: `${back.slice(0, -10)}.${back.slice(-10)}` }
  }

  /** The sum of amounts in shop currency. */
  shop(...amounts: readonly (string | undefined)[]): string {
    return text(this.#converted(amounts))
  }

  /** An amount and its tax in the shop's price basis. */
  inBasis(total: string, tax: string | undefined): string {
    return this.#reading.taxesIncluded ? this.shop(total, tax) : this.shop(total)
  }

  isZero(amount: string): boolean {
    return micros(amount) === 0n
  }

  /** The price of one; only for show where it does not come out even. */
  divided(price: string, quantity: number): string {
    if (quantity === 0) return price
    return text(roundTo(this.#reading.currency, divideRounded(micros(price), BigInt(quantity))))
  }

  /** Taxes of a line, less what a further reduction takes off them. */
  taxes(line: Taxed, reduction = '0'): ShopTax[] {
    const entries = line.taxes ?? (line.totalTax ? [{ rateId: 7, total: line.totalTax }] : [])
    return entries
      .filter((entry) => micros(entry.total) !== 0n)
      .map((entry) => {
        const { title, rate } = (this.#reading.taxRates ?? defaultRates)[entry.rateId] ?? {
          title: 'Tax',
          rate: rateOf(entry.total, line.total),
        }
        return { title, rate, amount: text(this.#converted([entry.total]) - this.#taxIn(micros(reduction), rate)) }
      })
  }

  /** Spreads reductions of the whole order over its lines; positive. */
  spread(reductions: readonly string[], lines: readonly StoreOrderLine[]): string[] {
    const amount = -this.#converted(reductions)
    if (amount === 0n) return []
    const weights = lines.map((line) => micros(this.inBasis(line.total, line.totalTax)))
    return divideShare(amount, weights, this.#reading.currency).map(text)
  }

  /** What is still to be paid of an order after some transactions. */
  openOf(order: ShopOrder, paid: readonly ShopTransaction[]): string {
    const sums = new OrderSums(orderFacts(order, this.#reading))
    return text(paid.reduce((left, entry) => left - micros(entry.amount), sums.total('original')))
  }

  /** A usual card fee: 2.1 % and 0.30. */
  fee(id: number, amount: string): ShopFee {
    const { currency } = this.#reading
    const flat = decimals(currency) === 0 ? 30_000_000n : 300_000n
    return { id, rate: '0.021', flat: text(flat), amount: text(times(currency, micros(amount), 0.021) + flat) }
  }

  #converted(amounts: readonly (string | undefined)[]): bigint {
    // Some plug-ins leave the nought before the point away.
    const sum = amounts.reduce((total, amount) => total + micros(amount?.replace(/^(-?)\./, '$10.')), 0n)
    const converted = this.#rate === rateScale ? sum : divideRounded(sum * this.#rate, rateScale)
    return roundTo(this.#reading.currency, converted)
  }

  #taxIn(reduction: bigint, rate: number): bigint {
    const { currency, taxesIncluded } = this.#reading
    return taxesIncluded ? reduction - withoutTax(currency, reduction, rate) : times(currency, reduction, rate)
  }
}

/** A rate that nobody names, from the tax itself. */
function rateOf(tax: string, total: string): number {
  const base = micros(total)
  return base === 0n ? 0 : Number(divideRounded(micros(tax) * 1000n, base)) / 1000
}
