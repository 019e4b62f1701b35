// Money of the generator: whole cents as bigint, so that every total is exact by construction.

/** 1250n → `12.50`. */
export function centsText(cents: bigint): string {
  return fixedText(cents, 2)
}

/** A price with tax, split: the part without tax keeps four decimals as the store does; both add up to the price exactly. */
export function splitTax(gross: bigint, percent: number): { readonly net: string; readonly tax: string } {
  if (percent === 0) return { net: centsText(gross), tax: '0' }
  const exact = gross * 100n
  const net = divideRounded(exact * 100n, 100n + BigInt(percent))
  return { net: fixedText(net, 4), tax: fixedText(exact - net, 4) }
}

/** A share of an amount in percent, to the cent. */
export function percentOf(cents: bigint, percent: number): bigint {
  return divideRounded(cents * BigInt(Math.round(percent * 100)), 10_000n)
}

/** Adds decimals such as `12.5` and `3.1416` exactly and gives the sum with as many decimals as needed (at most 4). */
export function addTexts(...texts: readonly string[]): string {
  return fixedText(
    texts.reduce((sum, text) => sum + tenThousandths(text), 0n),
    4,
  )
}

/** `12.5` → 125000n. */
export function tenThousandths(text: string): bigint {
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const value = BigInt(whole + fraction.padEnd(4, '0').slice(0, 4))
  return negative ? -value : value
}

/** An integer of the given decimals as text. */
export function fixedText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

/** Rounds half away from zero. */
export function divideRounded(value: bigint, by: bigint): bigint {
  return value >= 0n ? (value + by / 2n) / by : -((-value + by / 2n) / by)
}
