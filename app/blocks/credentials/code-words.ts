const numbers: Readonly<Record<number, string>> = { 6: 'a six', 7: 'a seven', 8: 'an eight', 9: 'a nine', 10: 'a ten' }

/** A one-time code in words, by its number of digits; null where that is unknown. */
export function describeCode(length: number | null): string {
  const number = length === null ? undefined : numbers[length]
  return number === undefined ? 'a code' : `${number}-digit code`
}

/** Label of a code field. */
export function labelCode(length: number | null): string {
  const name = describeCode(length).replace(/^an? /, '')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
