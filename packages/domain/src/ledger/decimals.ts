import {
  type Amount,
  AppError,
  addAmounts,
  amountDecimals,
  divideRounded,
  parseAmount,
  parseRate,
  printFixed,
  type Rate,
  rateDecimals,
  unitRate,
} from '@tillsight/core'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import type { BookingRules } from './rules.ts'

const manyDecimals = /^([+-]?\d+\.\d{6})(\d)\d*$/
const lastPlace = { up: parseAmount('0.000001'), down: parseAmount('-0.000001') }

/** Parses a decimal as platforms send it; rounded half away from zero at the sixth decimal. */
export function readAmount(text: string): Amount {
  const point = text.indexOf('.')
  if (point < 0 || text.length - point - 1 <= amountDecimals) return parseAmount(text)
  const long = manyDecimals.exec(text)
  if (!long) return parseAmount(text)
  const [, kept = '', next = ''] = long
  const amount = parseAmount(kept)
  if (next < '5') return amount
  return addAmounts(amount, kept.startsWith('-') ? lastPlace.down : lastPlace.up)
}

/** Parses a quantity into ten-thousandths; some stores sell by weight. */
export function readQuantity(text: string): bigint {
  return divideRounded(readAmount(text), 100n)
}

/** Formats a quantity with four decimals, as the warehouse does. */
export function quantityText(quantity: bigint): string {
  return printFixed(quantity, 4)
}

/** Parses an ISO instant into seconds since 1970; fractions are truncated. */
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

/** Formats as `YYYY-MM-DD hh:mm:ss` in UTC, the warehouse's format. */
export function instantText(seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** Parses the format of {@link instantText} into seconds since 1970. */
export function fromInstantText(text: string): number {
  return readInstant(`${text.replace(' ', 'T')}Z`)
}

/** Why an order does not count (metrics.md §1.1). */
export type UncountedReason =
  | 'unfinished'
  | 'failed'
  | 'cancelled_unpaid'
  | 'deleted'
  | 'test'
  | 'unpaid'
  | 'excluded_status'
  | 'missing_rate'

/** The first reason why an order does not count, if any; missing rates are checked elsewhere. */
export function whyUncounted(order: OrderRecord, rules: BookingRules): UncountedReason | undefined {
  const { standing } = order
  if (standing === 'unfinished' || standing === 'failed' || standing === 'deleted') return standing
  if (isCancelled(order) && order.paidAt === null) return 'cancelled_unpaid'
  if (standing === 'unpaid' && !rules.settings.countUnpaid) return 'unpaid'
  if (rules.isExcludedStatus(order.status)) return 'excluded_status'
  return isTest(order, rules) ? 'test' : undefined
}

/** Whether the order was cancelled, before or after payment. */
export function isCancelled(order: OrderRecord): boolean {
  return order.standing === 'cancelled' || order.cancelledAt !== null
}

/** Whether the order is a test, according to the store or one of the shop's rules. */
export function isTest(order: OrderRecord, rules: BookingRules): boolean {
  if (order.test) return true
  if (order.gateway !== null && rules.isTestGateway(order.gateway)) return true
  if (order.customer.email !== null && rules.isTestEmail(order.customer.email)) return true
  return (
    order.coupons.some(rules.isTestCoupon) ||
    order.tags.some(rules.isTestTag) ||
    rules.settings.tests.meta.some(({ key, value }) => {
      const found = order.meta[key]
      return found !== undefined && (value === null || found === value)
    })
  )
}

const one = 10n ** BigInt(rateDecimals)
const longRate = /^(\d+\.\d{10})\d+$/

/**
 * The rate to shop currency from the order itself: 1 in shop currency, else the one written by the store or its
 * multi-currency plug-in (metrics.md §1.10). If undefined, look up the reference rate of the order's day.
 */
export function ownRate(order: OrderRecord, rules: BookingRules): Rate | undefined {
  if (order.currency === rules.currency) return unitRate
  if (order.rate !== null) return readRate(order.rate)
  for (const { key, meaning } of rules.settings.currencyMeta) {
    const text = order.meta[key]
    if (text === undefined || text === '') continue
    const rate = meaning === 'total' ? rateOfTotal(text, order.total) : readRate(text)
    if (rate !== undefined) return meaning === 'inverse_rate' ? ratio(one, rate) : rate
  }
  return undefined
}

function rateOfTotal(inShopCurrency: string, total: string | null): Rate | undefined {
  if (total === null) return undefined
  try {
    return ratio(readAmount(inShopCurrency), readAmount(total))
  } catch (error) {
    return ignoreUnreadable(error)
  }
}

function readRate(text: string): Rate | undefined {
  try {
    return parseRate(longRate.exec(text)?.[1] ?? text)
  } catch (error) {
    return ignoreUnreadable(error)
  }
}

/** Meta comes from third-party plug-ins: a value that is not a rate is ignored. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof AppError) return undefined
  throw error
}

/** `over / by` as a rate; undefined unless above 0. */
function ratio(over: bigint, by: bigint): Rate | undefined {
  if (over <= 0n || by <= 0n) return undefined
  const value = divideRounded(over * one, by)
  // Holds because a rate is by definition a value above zero in the unit of rates.
  return value > 0n ? (value as Rate) : undefined
}
