import { amountDecimals, divideRounded } from '@tillsight/core'

/**
 * A rational number, so that a chain of formulas is rounded once at its end: millionths while these are a safe integer,
 * which they nearly always are; the quotient of two of that kind; else a fraction of any whole numbers.
 */
export type Exact = number | Quotient | Fraction

/** Both in millionths; `divisor` is above zero. */
interface Quotient {
  readonly dividend: number
  readonly divisor: number
}

/** `by` is above zero. */
interface Fraction {
  readonly over: bigint
  readonly by: bigint
}

/** Decimals of a quotient in the API, rounded half away from zero. */
export const quotientDecimals = 10

/** The number zero. */
export const zero: Exact = 0

const one = 10 ** amountDecimals
/**
 * Below this, the nearest double to a decimal of millionths, times a million, is less than a half from their number, and a sum
 * of two is a safe integer.
 */
const surelyExact = 2 ** 51

const powers = Array.from({ length: 20 }, (_, exponent) => 10n ** BigInt(exponent))

function tenTo(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent)
}

/** Reads a decimal as the warehouse prints it. */
export function readDecimal(text: string): Exact {
  const point = text.indexOf('.')
  const decimals = point < 0 ? 0 : text.length - point - 1
  if (decimals > amountDecimals && /^0+$/.test(text.slice(point + amountDecimals + 1))) {
    return readDecimal(text.slice(0, point + amountDecimals + 1))
  }
  if (decimals <= amountDecimals) {
    const millionths = Math.round(Number(text) * one)
    if (Math.abs(millionths) < surelyExact) return millionths
  }
  if (point < 0) return { over: BigInt(text), by: 1n }
  return { over: BigInt(text.slice(0, point) + text.slice(point + 1)), by: tenTo(decimals) }
}

function toFraction(value: Exact): Fraction {
  if (typeof value === 'number') return { over: BigInt(value), by: tenTo(amountDecimals) }
  return 'over' in value ? value : { over: BigInt(value.dividend), by: BigInt(value.divisor) }
}

/** Adds exactly. */
export function plus(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  if (b === 0) return a
  if (a === 0) return b
  return plusFraction(toFraction(a), toFraction(b))
}

function plusFraction(a: Fraction, b: Fraction): Fraction {
  if (a.by === b.by) return { over: a.over + b.over, by: a.by }
  // Sums have powers of ten as divisors; dividing by the larger one keeps it that way.
  if (a.by % b.by === 0n) return { over: a.over + b.over * (a.by / b.by), by: a.by }
  if (b.by % a.by === 0n) return { over: a.over * (b.by / a.by) + b.over, by: b.by }
  return { over: a.over * b.by + b.over * a.by, by: a.by * b.by }
}

/** Subtracts exactly. */
export function minus(a: Exact, b: Exact): Exact {
  return plus(a, negative(b))
}

function negative(value: Exact): Exact {
  if (typeof value === 'number') return -value
  const { over, by } = toFraction(value)
  return { over: -over, by }
}

/** Multiplies by a whole number. */
export function times(a: Exact, factor: number): Exact {
  if (typeof a === 'number' && Number.isSafeInteger(a * factor)) return a * factor
  const { over, by } = toFraction(a)
  return { over: over * BigInt(factor), by }
}

/** Multiplies exactly. */
export function product(a: Exact, b: Exact): Exact {
  const [one, other] = [toFraction(a), toFraction(b)]
  return { over: one.over * other.over, by: one.by * other.by }
}

/** Below zero -1, above zero 1, and 0. */
export function signOf(value: Exact): number {
  const over = typeof value === 'number' ? value : 'over' in value ? value.over : value.dividend
  return over < 0 ? -1 : over > 0 ? 1 : 0
}

/** Divides exactly; null when `b` is zero. */
export function dividedBy(a: Exact, b: Exact): Quotient | Fraction | null {
  const sign = signOf(b)
  if (sign === 0) return null
  if (typeof a === 'number' && typeof b === 'number') return { dividend: a * sign, divisor: b * sign }
  const [over, by] = [toFraction(a), toFraction(b)]
  return { over: over.over * by.by * BigInt(sign), by: over.by * by.over * BigInt(sign) }
}

/** Change from `before` to `now` relative to the size of `before`; null when `before` is zero. */
export function relativeChange(now: Exact, before: Exact): Quotient | Fraction | null {
  return dividedBy(minus(now, before), signOf(before) < 0 ? negative(before) : before)
}

/** Formats a sum, whose divisor is a power of ten: all decimals, no trailing zeros beyond `atLeast`. */
export function sumText(value: Exact, atLeast: number): string {
  if (typeof value === 'number') return printMillionths(value, atLeast)
  const { over, by } = toFraction(value)
  return print(over, by.toString().length - 1, atLeast)
}

/** A sum as the nearest number. */
export function sumNumber(value: Exact): number {
  // Adding zero, because there is no zero below zero.
  return typeof value === 'number' ? value / one + 0 : Number(sumText(value, 0))
}

/** Formats a quotient with up to ten decimals, without trailing zeros beyond `atLeast`. */
export function quotientText(value: Exact, atLeast: number): string {
  if (typeof value === 'number') return printMillionths(value, atLeast)
  if ('divisor' in value && value.divisor <= mostDivisor) return printQuotient(value, atLeast)
  const { over, by } = toFraction(value)
  return print(divideRounded(over * tenTo(quotientDecimals), by), quotientDecimals, atLeast)
}

const halfOfDecimals = 10 ** (quotientDecimals / 2)
/** Up to this, every step of a long division is exact. */
const mostDivisor = Number.MAX_SAFE_INTEGER / halfOfDecimals

/** Divides five decimals at a time. */
function printQuotient({ dividend, divisor }: Quotient, atLeast: number): string {
  const [whole, rest] = divided(Math.abs(dividend), divisor)
  const [first, restOfFirst] = divided(rest * halfOfDecimals, divisor)
  const [second, left] = divided(restOfFirst * halfOfDecimals, divisor)
  const decimals = first * halfOfDecimals + second + (left * 2 >= divisor ? 1 : 0)
  const isNext = decimals === halfOfDecimals ** 2
  const fraction = isNext || decimals === 0 ? '' : `${decimals}`.padStart(quotientDecimals, '0')
  // What is rounded to zero has no sign.
  const isBelow = dividend < 0 && (whole > 0 || decimals > 0)
  return printed(isBelow, `${isNext ? whole + 1 : whole}`, { fraction, atLeast })
}

function divided(over: number, by: number): readonly [whole: number, rest: number] {
  const whole = Math.floor(over / by)
  const rest = over - whole * by
  // Much faster than the remainder, and as exact while the product of a quotient that was rounded up is a safe integer too.
  if (over < surelyExact) return rest < 0 ? [whole - 1, rest + by] : [whole, rest]
  return [(over - (over % by)) / by, over % by]
}

function printMillionths(value: number, atLeast: number): string {
  const [whole, rest] = divided(Math.abs(value), one)
  const cents = rest / cent
  if (atLeast === 2 && Number.isInteger(cents))
    return `${value < 0 ? '-' : ''}${whole}.${cents < 10 ? '0' : ''}${cents}`
  const fraction = rest === 0 ? '' : `${rest}`.padStart(amountDecimals, '0')
  return printed(value < 0, `${whole}`, { fraction, atLeast })
}

const cent = one / 100

function print(scaled: bigint, decimals: number, atLeast: number): string {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals)
  return printed(scaled < 0n, digits.slice(0, digits.length - decimals), { fraction, atLeast })
}

interface Decimals {
  readonly fraction: string
  readonly atLeast: number
}

function printed(isBelow: boolean, whole: string, { fraction, atLeast }: Decimals): string {
  let end = fraction.length
  while (end > 0 && fraction.charCodeAt(end - 1) === zeroCode) end -= 1
  const shown = end >= atLeast ? fraction.slice(0, end) : fraction.slice(0, end).padEnd(atLeast, '0')
  return `${isBelow ? '-' : ''}${whole}${shown === '' ? '' : '.'}${shown}`
}

const zeroCode = 48

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
  const isWhole = !one.includes('.') && !other.includes('.')
  return sumText(plus(readDecimal(one), readDecimal(other)), isWhole ? 0 : 2)
}
