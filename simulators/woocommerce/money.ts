import { type Amount, formatAmount, parseAmount } from '@tillsight/core'

const plain = /^-?\d+(?:\.(\d*))?$/

/** Prints a stored decimal with exactly `decimals` decimals, as the store does with every money string. */
export function money(text: string, decimals: number): string {
  const dot = text.indexOf('.')
  const have = dot < 0 ? 0 : text.length - dot - 1
  if (have === decimals && have > 0) return text
  if (have <= decimals && plain.test(text)) {
    return decimals === 0 ? text : `${dot < 0 ? `${text}.` : text}${'0'.repeat(decimals - have)}`
  }
  return formatAmount(parseAmount(text), Math.min(decimals, 6))
}

/** The same for a computed sum. */
export function moneyOf(amount: Amount | bigint, decimals: number): string {
  // Sums of amounts are amounts; addition only widens the branded type.
  return formatAmount(amount as Amount, Math.min(decimals, 6))
}

/** Adds stored decimals exactly; absent ones are nothing. */
export function sum(texts: Iterable<string | undefined>): bigint {
  let total = 0n
  for (const text of texts) if (text !== undefined && text !== '0') total += micros(text)
  return total
}

/** A stored decimal as millionths. */
export function micros(text: string): bigint {
  return parseAmount(text)
}

/** The shortest decimal text of an amount: `12.5`, `0`, `-3.141`. */
export function decimalText(amount: bigint): string {
  return moneyOf(amount, 6).replace(/\.?0+$/, '') || '0'
}

/** A stored decimal with the opposite sign: refund lines are stored positive and sent negative. */
export function negated(text: string): string {
  if (/^-?0*(?:\.0*)?$/.test(text)) return text.replace('-', '')
  return text.startsWith('-') ? text.slice(1) : `-${text}`
}
