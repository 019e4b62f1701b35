const numbers: Readonly<Record<number, string>> = { 6: 'a six', 7: 'a seven', 8: 'an eight', 9: 'a nine', 10: 'a ten' }

/** A one-time code within a sentence, by its digits; null: as many as there may be. */
export function describeCode(length: number | null): string {
  const number = length === null ? undefined : numbers[length]
  return number === undefined ? 'a code' : `${number}-digit code`
}

/** The same as the label of a field. */
export function labelCode(length: number | null): string {
  const name = describeCode(length).replace(/^an? /, '')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
