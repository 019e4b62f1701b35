import { divideRounded, printFixed, readFixed, roundFixed } from './decimal.ts'
import { AppError } from './errors.ts'

declare const amountKind: unique symbol

/**
 * An exact amount of money, as an integer of millionths of its currency's unit.
 * Six decimals hold every currency's minor units and what stores keep unrounded; addition is plain `+`.
 */
export type Amount = bigint & { readonly [amountKind]: true }

declare const rateKind: unique symbol
/** An exchange rate, as an integer of ten-thousand-millionths: one unit of the order's currency in shop currency. */
export type Rate = bigint & { readonly [rateKind]: true }

/** Decimals of an amount. */
export const amountDecimals = 6
/** Decimals of a rate. */
export const rateDecimals = 10

const amountLimit = 10n ** 18n

function toAmount(millionths: bigint): Amount {
  // Safe, because every caller counts in millionths; the brand keeps out numbers in other units.
  return millionths as Amount
}

function toRate(scaled: bigint): Rate {
  // Safe for the same reason, with ten decimals.
  return scaled as Rate
}

/** Reads a decimal such as `-12.345`. Throws `invalid_input` for anything else, for more than 6 decimals and beyond ±10¹². */
export function parseAmount(text: string): Amount {
  const amount = readFixed(text, amountDecimals)
  if (amount === undefined) {
    throw new AppError(
      'invalid_input',
      `“${clip(text)}” is not an amount: expected a decimal such as 12.50 with at most 6 decimals.`,
    )
  }
  if (amount <= -amountLimit || amount >= amountLimit) {
    throw new AppError('invalid_input', `“${clip(text)}” is too large for an amount: the limit is 1,000,000,000,000.`)
  }
  return toAmount(amount)
}

/** An amount with more decimals than stores tell, such as a converted one, rounded half away from zero. */
export function roundAmount(text: string): Amount {
  return toAmount(roundFixed(text, amountDecimals))
}

/** Reads an exchange rate; it must be above zero. */
export function parseRate(text: string): Rate {
  const rate = readFixed(text, rateDecimals)
  if (rate === undefined || rate <= 0n) {
    throw new AppError(
      'invalid_input',
      `“${clip(text)}” is not an exchange rate: expected a decimal above 0 with at most 10 decimals.`,
    )
  }
  return toRate(rate)
}

/** Zero in any currency. */
export const zeroAmount = toAmount(0n)
/** The rate of a currency to itself. */
export const unitRate = toRate(10n ** BigInt(rateDecimals))

/** Adds exactly. */
export function addAmounts(...amounts: readonly Amount[]): Amount {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return toAmount(sum)
}

/** `from - amounts`, exactly. */
export function subtractAmounts(from: Amount, ...amounts: readonly Amount[]): Amount {
  return toAmount(from - addAmounts(...amounts))
}

/** The amount with the opposite sign. */
export function negateAmount(amount: Amount): Amount {
  return toAmount(0n - amount)
}

/** Converts into shop currency, rounded half away from zero at the sixth decimal. */
export function convertAmount(amount: Amount, rate: Rate): Amount {
  return toAmount(divideRounded(amount * rate, 10n ** BigInt(rateDecimals)))
}

/** Rounds half away from zero to `decimals` (0–6) and prints exactly that many. */
export function formatAmount(amount: Amount, decimals: number): string {
  const step = 10n ** BigInt(amountDecimals - decimals)
  return printFixed(divideRounded(amount, step), decimals)
}

/** Prints the exact value with all six decimals, as the warehouse stores it. */
export function amountText(amount: Amount): string {
  return printFixed(amount, amountDecimals)
}

/** Prints the exact rate with all ten decimals, as the warehouse stores it. */
export function rateText(rate: Rate): string {
  return printFixed(rate, rateDecimals)
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether this is an ISO 4217 code in upper case. */
export function isCurrency(code: string): boolean {
  return knownCurrencies.has(code)
}

/** The decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyDecimals(code: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
}
