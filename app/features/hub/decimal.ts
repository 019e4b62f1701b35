/** A decimal as an integer of its last digit. */
interface Scaled {
  readonly digits: bigint
  readonly scale: number
}

/** Adds decimal texts exactly, however many digits they have; `0` for none. */
export function addDecimals(texts: readonly string[]): string {
  const parts = texts.map(readDecimal)
  const scale = Math.max(0, ...parts.map((part) => part.scale))
  const sum = parts.reduce((total, part) => total + raised(part, scale), 0n)
  return decimalText({ digits: sum, scale })
}

/** Rounded half away from zero at the tenth digit; null when there is nothing to divide by. */
export function divideDecimals(over: string, by: string): string | null {
  const [above, below] = [readDecimal(over), readDecimal(by)]
  if (below.digits === 0n) return null
  const scale = 10
  const numerator = above.digits * 10n ** BigInt(scale + below.scale)
  const denominator = below.digits * 10n ** BigInt(above.scale)
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n
  const [top, bottom] = [magnitude(numerator), magnitude(denominator)]
  return decimalText({ digits: sign * ((2n * top + bottom) / (2n * bottom)), scale })
}

/** Throws for anything but an optional sign, digits and perhaps a point with more of them: services give nothing else. */
function readDecimal(text: string): Scaled {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) throw new Error(`“${text.slice(0, 40)}” is not a decimal`)
  const [, sign = '', whole = '', rest = ''] = match
  const digits = BigInt(whole + rest)
  return { digits: sign === '-' ? -digits : digits, scale: rest.length }
}

function raised({ digits, scale }: Scaled, to: number): bigint {
  return digits * 10n ** BigInt(to - scale)
}

function decimalText({ digits, scale }: Scaled): string {
  const text = magnitude(digits)
    .toString()
    .padStart(scale + 1, '0')
  const sign = digits < 0n ? '-' : ''
  return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
