import { amountDecimals, divideRounded } from '@tillsight/core'

/** A rational number, so that a chain of formulas is rounded once at its end; `by` is above zero. */
export interface Exact {
  readonly over: bigint
  readonly by: bigint
}

/** Decimals of a quotient in the API, rounded half away from zero. */
export const quotientDecimals = 10

/** The number zero. */
export const zero: Exact = { over: 0n, by: 1n }

const powers = Array.from({ length: 20 }, (_, exponent) => 10n ** BigInt(exponent))

function tenTo(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent)
}

/** Reads a decimal as the warehouse prints it. */
export function readDecimal(text: string): Exact {
  if (text === '0') return zero
  const point = text.indexOf('.')
  if (point < 0) return { over: BigInt(text), by: 1n }
  return { over: BigInt(text.slice(0, point) + text.slice(point + 1)), by: tenTo(text.length - point - 1) }
}

/** Adds exactly. */
export function plus(a: Exact, b: Exact): Exact {
  if (b.over === 0n) return a
  if (a.over === 0n) return b
  if (a.by === b.by) return { over: a.over + b.over, by: a.by }
  // Sums have powers of ten as divisors; dividing by the larger one keeps it that way.
  if (a.by % b.by === 0n) return { over: a.over + b.over * (a.by / b.by), by: a.by }
  if (b.by % a.by === 0n) return { over: a.over * (b.by / a.by) + b.over, by: b.by }
  return { over: a.over * b.by + b.over * a.by, by: a.by * b.by }
}

/** Subtracts exactly. */
export function minus(a: Exact, b: Exact): Exact {
  return plus(a, { over: -b.over, by: b.by })
}

/** Multiplies by a whole number. */
export function times(a: Exact, factor: bigint): Exact {
  return { over: a.over * factor, by: a.by }
}

/** Divides exactly; null when `b` is zero. */
export function dividedBy(a: Exact, b: Exact): Exact | null {
  if (b.over === 0n) return null
  const sign = b.over < 0n ? -1n : 1n
  return { over: a.over * b.by * sign, by: a.by * b.over * sign }
}

/** Change from `before` to `now` relative to the size of `before`; null when `before` is zero. */
export function relativeChange(now: Exact, before: Exact): Exact | null {
  return dividedBy(minus(now, before), before.over < 0n ? { over: -before.over, by: before.by } : before)
}

/** Formats a sum, whose divisor is a power of ten: all decimals, no trailing zeros beyond `atLeast`. */
export function sumText(value: Exact, atLeast: number): string {
  const decimals = value.by.toString().length - 1
  return print(value.over, decimals, atLeast)
}

/** Formats a quotient with up to ten decimals, without trailing zeros beyond `atLeast`. */
export function quotientText(value: Exact, atLeast: number): string {
  return print(divideRounded(value.over * 10n ** BigInt(quotientDecimals), value.by), quotientDecimals, atLeast)
}

function print(scaled: bigint, decimals: number, atLeast: number): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits
    .slice(digits.length - decimals)
    .replace(/0+$/, '')
    .padEnd(atLeast, '0')
  return `${scaled < 0n ? '-' : ''}${whole}${fraction && '.'}${fraction}`
}

/** Formats an amount in millionths with all its decimals, at least two. */
export function moneyText(millionths: bigint): string {
  return print(millionths, amountDecimals, 2)
}

/** Divides two decimal texts; null where the divisor is zero or either is unknown. */
export function ratioText(over: string | null, by: string | null, atLeast = 0): string | null {
  if (over === null || by === null) return null
  const quotient = dividedBy(readDecimal(over), readDecimal(by))
  return quotient && quotientText(quotient, atLeast)
}

/** Adds decimal texts; the sum of whole numbers is whole. Null where neither is known. */
export function addKnown(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  const sum = plus(readDecimal(one), readDecimal(other))
  return sumText(sum, sum.by === 1n ? 0 : 2)
}
