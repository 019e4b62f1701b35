import { type Amount, currencyDecimals, divideRounded, formatAmount, parseAmount, roundFixed } from '@tillsight/core'

/** Stored decimal text as millionths; 0 if absent. */
export function micros(text: string | undefined | null): bigint {
  return text === undefined || text === null ? 0n : parseAmount(text)
}

/** Adds up stored texts. */
export function sumOf(texts: Iterable<string | undefined>): bigint {
  let total = 0n
  for (const text of texts) total += micros(text)
  return total
}

const decimalsOf = new Map<string, number>()

/** The decimals of a currency, cached. */
export function decimals(currency: string): number {
  const known = decimalsOf.get(currency)
  if (known !== undefined) return known
  const found = currencyDecimals(currency)
  decimalsOf.set(currency, found)
  return found
}

/** Rounds to the currency's decimals. */
export function roundTo(currency: string, amount: bigint): bigint {
  const step = 10n ** BigInt(6 - decimals(currency))
  return divideRounded(amount, step) * step
}

/** An amount times `over` ÷ `by`, rounded to the currency; 0 if `by` is 0. */
export function shareOf(
  currency: string,
  amount: bigint,
  { over, by }: { readonly over: bigint; readonly by: bigint },
): bigint {
  if (by === 0n) return 0n
  return roundTo(currency, divideRounded(amount * over, by))
}

const scale = 1_000_000n

/** An amount times a number that is not money, such as a rate of 0.19. */
export function times(currency: string, amount: bigint, factor: number): bigint {
  return roundTo(currency, divideRounded(amount * BigInt(Math.round(factor * 1_000_000)), scale))
}

/** An amount without the included tax of a rate. */
export function withoutTax(currency: string, amount: bigint, rate: number): bigint {
  return roundTo(currency, divideRounded(amount * scale, scale + BigInt(Math.round(rate * 1_000_000))))
}

/** Exact: as many digits as it takes, at least one where the currency has any: `12.5`, `0.0`, `1200` of yen. */
export function decimalText(amount: bigint, currency: string): string {
  // Safe, because everything here is in millionths; the brand only excludes other numbers.
  const text = formatAmount(amount as Amount, 6).replace(/0+$/, '')
  if (!text.endsWith('.')) return text
  return decimals(currency) === 0 ? text.slice(0, -1) : `${text}0`
}

/** Always with the currency's own digits, as REST and webhooks print it: `12.50`. */
export function fixedText(amount: bigint, currency: string): string {
  return formatAmount(amount as Amount, decimals(currency))
}

/** The currencies of an order's amounts for buyer and merchant. */
export interface Currencies {
  readonly shop: string
  readonly presentment: string
  /** Units of presentment currency for one of the shop's, ten thousand millionths. */
  readonly rate: bigint
}

const rateScale = 10n ** 10n

/** Reads the currencies of an order. */
export function currenciesOf(
  shop: string,
  presentment: { readonly currency: string; readonly rate: string } | undefined,
): Currencies {
  if (!presentment) return { shop, presentment: shop, rate: rateScale }
  return { shop, presentment: presentment.currency, rate: roundFixed(presentment.rate, 10) }
}

/** The amount in the buyer's currency. */
export function toPresentment(amount: bigint, { presentment, rate }: Currencies): bigint {
  return roundTo(presentment, divideRounded(amount * rate, rateScale))
}

export interface MoneyV2 {
  readonly amount: string
  readonly currencyCode: string
}

/** Money in one currency, in GraphQL's format. */
export function moneyV2(amount: bigint, currencyCode: string): MoneyV2 {
  return { amount: decimalText(amount, currencyCode), currencyCode }
}

/** Money in the merchant's and the buyer's currency; each is computed on access. */
export class MoneyBag {
  readonly #amount: bigint
  readonly #currencies: Currencies

  constructor(amount: bigint, currencies: Currencies) {
    this.#amount = amount
    this.#currencies = currencies
  }

  get shopMoney(): MoneyV2 {
    return moneyV2(this.#amount, this.#currencies.shop)
  }

  get presentmentMoney(): MoneyV2 {
    const { shop, presentment } = this.#currencies
    if (presentment === shop) return this.shopMoney
    return moneyV2(toPresentment(this.#amount, this.#currencies), presentment)
  }
}

/** Splits an amount by weights without losing a cent; the last weight gets the rounding remainder. */
export function divideShare(amount: bigint, weights: readonly bigint[], currency: string): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  let rest = amount
  return weights.map((weight, at) => {
    const share = at === weights.length - 1 ? rest : shareOf(currency, amount, { over: weight, by: total })
    rest -= share
    return share
  })
}
