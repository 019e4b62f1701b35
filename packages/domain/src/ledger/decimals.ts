import { type Amount, AppError, addAmounts, divideRounded, parseAmount, printFixed } from '@tillsight/core'

const manyDecimals = /^([+-]?\d+\.\d{6})(\d)\d*$/
const lastPlace = { up: parseAmount('0.000001'), down: parseAmount('-0.000001') }

/** Reads a decimal as platforms send it; digits after the sixth decimal are rounded half away from zero. */
export function readAmount(text: string): Amount {
  const long = manyDecimals.exec(text)
  if (!long) return parseAmount(text)
  const [, kept = '', next = ''] = long
  const amount = parseAmount(kept)
  if (next < '5') return amount
  return addAmounts(amount, kept.startsWith('-') ? lastPlace.down : lastPlace.up)
}

/** Reads a quantity as an integer of ten-thousandths; some stores sell by weight. */
export function readQuantity(text: string): bigint {
  return divideRounded(readAmount(text), 100n)
}

/** Prints a quantity with all four decimals, as the warehouse does. */
export function quantityText(quantity: bigint): string {
  return printFixed(quantity, 4)
}

/** Seconds since 1970 of an ISO instant; fractions are cut off. */
export function readInstant(text: string): number {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) {
    throw new AppError(
      'invalid_input',
      `“${text.slice(0, 40)}” is not an instant: expected one such as 2026-03-28T22:59:59Z.`,
    )
  }
  return Math.max(0, Math.floor(milliseconds / 1000))
}

/** `YYYY-MM-DD hh:mm:ss` in UTC, as the warehouse writes instants. */
export function instantText(seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** Seconds since 1970 of what {@link instantText} printed. */
export function fromInstantText(text: string): number {
  return readInstant(`${text.replace(' ', 'T')}Z`)
}
