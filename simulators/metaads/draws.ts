/** A whole number below `below` that follows from a text. */
export function drawOf(text: string, below: number): number {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  state = Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) >>> 0
  return ((state ^ (state >>> 12)) >>> 0) % below
}

const known = new Map<string, number>()

/** Digits behind the point of a currency. */
export function decimalsOf(currency: string): number {
  const digits =
    known.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  known.set(currency, digits)
  return digits
}

/** An amount in the smallest unit as Meta prints it: in whole units, without needless zeros. */
export function printAmount(units: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return decimals === 0 ? String(units) : String(Number((units / 10 ** decimals).toFixed(decimals)))
}
