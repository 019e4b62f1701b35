import { type Amount, amountDecimals, currencyDecimals, divideRounded, formatAmount, printFixed } from '@tillsight/core'

/** Quantities are integers of ten-thousandths, because some shops sell by weight. */
export const quantityDecimals = 4

/** Prints an amount exactly, without needless zeros. */
export function decimalText(amount: Amount): string {
  return formatAmount(amount, 6).replace(/\.?0+$/, '')
}

/** Prints ten-thousandths as a decimal without needless zeros. */
export function quantityText(quantity: bigint): string {
  return printFixed(quantity, quantityDecimals).replace(/\.?0+$/, '')
}

/** Price times quantity (in ten-thousandths), rounded half away from zero at the sixth decimal. */
export function multiply(price: Amount, quantity: bigint): Amount {
  // Safe, because dividing by the quantity's scale yields millionths.
  return divideRounded(price * quantity, 10n ** BigInt(quantityDecimals)) as Amount
}

// Looking up a currency's decimals is slow, and a file needs them for every order.
const coins = new Map<string, bigint>()

/** The smallest coin of a currency, as an amount. */
export function smallestCoin(currency: string): bigint {
  const known = coins.get(currency)
  if (known !== undefined) return known
  const coin = 10n ** BigInt(amountDecimals - currencyDecimals(currency))
  coins.set(currency, coin)
  return coin
}

/**
 * Splits `amount` in proportion to `weights` (0 or more), in whole coins that add up to it exactly: the remainder goes to the
 * parts with the largest fractions. If all weights are 0, the first part gets everything.
 */
export function spreadAmount(amount: Amount, weights: readonly bigint[], coin: bigint): Amount[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  if (all === 0n) return weights.map((_, index) => toAmount(index === 0 ? amount : 0n))
  const whole = amount / coin
  const parts = weights.map((weight) => ({ coins: (whole * weight) / all, remainder: (whole * weight) % all }))
  const bySize = parts.toSorted((a, b) => compare(b.remainder, a.remainder))
  let left = whole - parts.reduce((sum, part) => sum + part.coins, 0n)
  for (const part of bySize) {
    if (left === 0n) break
    part.coins += 1n
    left -= 1n
  }
  const [largest] = weights.map((weight, index) => ({ weight, index })).sort((a, b) => compare(b.weight, a.weight))
  // Fractions of a coin, which no export should contain, are kept all the same.
  const crumbs = amount % coin
  return parts.map((part, index) => toAmount(part.coins * coin + (index === largest?.index ? crumbs : 0n)))
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function toAmount(millionths: bigint): Amount {
  // Safe, because every part is in the unit of the amount.
  return millionths as Amount
}
