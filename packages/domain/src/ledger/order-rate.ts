import { AppError, divideRounded, parseRate, type Rate, rateDecimals, unitRate } from '@tillsight/core'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { readAmount } from './decimals.ts'
import type { BookingRules } from './rules.ts'

const one = 10n ** BigInt(rateDecimals)
const longRate = /^(\d+\.\d{10})\d+$/

/**
 * The rate to shop currency that the order itself knows: 1 in shop currency, else what the store or its
 * multi-currency plug-in wrote on it (metrics.md §1.10). Undefined: look up the reference rate of the order's day.
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

/** Meta belongs to other people's plug-ins: what does not read as a rate is no rate. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof AppError) return undefined
  throw error
}

/** `over / by` as a rate; undefined when that is not above 0. */
export function ratio(over: bigint, by: bigint): Rate | undefined {
  if (over <= 0n || by <= 0n) return undefined
  const value = divideRounded(over * one, by)
  // Holds because the value is above zero and in the unit of rates, which is the whole definition of one.
  return value > 0n ? (value as Rate) : undefined
}
