/** An exact decimal: its digits as an integer, and how many of them are after the point. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const pattern = /^([+-]?)(\d+)(?:\.(\d*))?$/

/** Integer division rounded half away from zero; the divisor must be positive. */
export function divideRounded(value: bigint, by: bigint): bigint {
  const half = by / 2n
  return value >= 0n ? (value + half) / by : -((-value + half) / by)
}

/** Digits that a number holds exactly. */
const exactDigits = 15
const powers = Array.from({ length: exactDigits + 1 }, (_, exponent) => Number(`1e${exponent}`))
const [minus, plus, zero] = [0x2d, 0x2b, 0x30]

/** What most decimals are: short. Four times as fast as any, of which a history has millions; undefined for all others. */
function readShort(text: string, decimals: number): bigint | undefined {
  const sign = text.charCodeAt(0)
  const start = sign === minus || sign === plus ? 1 : 0
  const point = text.indexOf('.')
  const further = point < 0 ? decimals : decimals - (text.length - point - 1)
  if (text.length === start || text.length > exactDigits || point === start) return undefined
  const value = digitsOf(text, start, point) * (powers[further] ?? Number.NaN)
  return Number.isSafeInteger(value) ? BigInt(sign === minus ? -value : value) : undefined
}

/** The digits beside the point as one number; not a number where there is anything else. */
function digitsOf(text: string, start: number, point: number): number {
  let value = 0
  for (let at = start; at < text.length; at += 1) {
    if (at === point) continue
    const digit = text.charCodeAt(at) - zero
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** A decimal in units of 10⁻`decimals`; undefined for anything else, and where digits would be lost. */
export function readFixed(text: string, decimals: number): bigint | undefined {
  return readShort(text, decimals) ?? readAny(text, decimals)
}

function readAny(text: string, decimals: number): bigint | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', rest = ''] = match
  if (/[1-9]/.test(rest.slice(decimals))) return undefined
  const value = BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'))
  return sign === '-' ? -value : value
}

/** A decimal in units of 10⁻`decimals`, rounded half away from zero. A plain error for anything else: services give none. */
export function roundFixed(text: string, decimals: number): bigint {
  const short = readShort(text, decimals)
  if (short !== undefined) return short
  const read = readDecimal(text)
  return read.scale <= decimals ? raise(read, decimals) : divideRounded(read.digits, tenTo(read.scale - decimals))
}

/** Prints units of 10⁻`decimals` with exactly that many digits behind the point. */
export function printFixed(value: bigint, decimals: number): string {
  const text = magnitude(value)
    .toString()
    .padStart(decimals + 1, '0')
  const sign = value < 0n ? '-' : ''
  return decimals === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}

/** Adds decimal texts exactly, with the digits of the longest; `0` for none. A plain error for anything but decimals. */
export function addDecimals(texts: readonly string[]): string {
  const parts = texts.map(readDecimal)
  const scale = Math.max(0, ...parts.map((part) => part.scale))
  return printFixed(
    parts.reduce((sum, part) => sum + raise(part, scale), 0n),
    scale,
  )
}

/**
 * `over` ÷ `by` with that many digits behind the point, rounded half away from zero; null when there is nothing to divide
 * by. A plain error for anything but decimals.
 */
export function divideDecimals(over: string, by: string, decimals = 10): string | null {
  const [above, below] = [readDecimal(over), readDecimal(by)]
  if (below.digits === 0n) return null
  const top = above.digits * tenTo(decimals + below.scale)
  const bottom = below.digits * tenTo(above.scale)
  return printFixed(divideRounded(bottom < 0n ? -top : top, magnitude(bottom)), decimals)
}

function readDecimal(text: string): Decimal {
  const match = pattern.exec(text)
  if (!match) throw new Error(`“${text.slice(0, 40)}” is not a decimal`)
  const [, sign, whole = '', rest = ''] = match
  const digits = BigInt(whole + rest)
  return { digits: sign === '-' ? -digits : digits, scale: rest.length }
}

function raise({ digits, scale }: Decimal, to: number): bigint {
  return digits * tenTo(to - scale)
}

/** Worked out once: a history has millions of amounts. */
const powersOfTen = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))

function tenTo(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent)
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
