import { type Amount, divideRounded } from '@tillsight/core'

/** A number that was worked out in millionths is an amount by definition. */
export function toAmount(millionths: bigint): Amount {
  return millionths as Amount
}

/** Rounded to the millionth, half away from zero. */
export function ratio(value: bigint, by: bigint): Amount {
  return toAmount(divideRounded(value, by))
}

const onePercent = 100_000_000n

/** A percentage of an amount, to the millionth, half away from zero; `percent` has the scale of an amount. */
export function percentageOf(amount: bigint, percent: bigint): Amount {
  return ratio(amount * percent, onePercent)
}

/**
 * Splits an amount by weights so that the parts add up to it: largest remainder, ties to the earlier part. Without any weight
 * nothing is split.
 */
export function splitAmount(total: Amount, weights: readonly bigint[]): Amount[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  if (whole === 0n || total === 0n) return weights.map(() => toAmount(0n))
  const sign = total < 0n ? -1n : 1n
  const size = total * sign
  const parts = weights.map((weight) => (size * weight) / whole)
  const left = size - parts.reduce((sum, part) => sum + part, 0n)
  if (left > 0n) {
    const rests = weights.map((weight, index) => ({ index, rest: (size * weight) % whole }))
    // A stable order: of equal rests the earlier comes first.
    rests.sort((a, b) => (a.rest === b.rest ? 0 : a.rest > b.rest ? -1 : 1))
    for (const { index } of rests.slice(0, Number(left))) parts[index] = (parts[index] ?? 0n) + 1n
  }
  return parts.map((part) => toAmount(part * sign))
}
