import type { DayRange } from '@tillsight/core/days'
import { fromDayNumber, toDayNumber } from './calendar.ts'
import type { MetricQuery, Scope } from './query.ts'

/** Exchange rates for a query, from its first to its last day without gaps. */
export interface Conversion {
  readonly from: string
  readonly to: string
  readonly firstDay: number
  /** One for each day from `firstDay` on; '0' where there is no rate. */
  readonly rates: readonly string[]
}

/** How to convert the query's money; undefined when the shop's own currency is requested. */
export function conversionOf(
  query: Pick<MetricQuery, 'currency'>,
  scope: Pick<Scope, 'currency' | 'rates'>,
  ranges: readonly DayRange[],
): Conversion | undefined {
  if (!query.currency || query.currency === scope.currency) return undefined
  const first = Math.min(...ranges.map(({ from }) => toDayNumber(from)))
  const last = Math.max(...ranges.map(({ to }) => toDayNumber(to)))
  const rates = Array.from(
    { length: last - first + 1 },
    (_, index) => scope.rates?.get(fromDayNumber(first + index)) ?? '0',
  )
  return { from: scope.currency, to: query.currency, firstDay: first, rates }
}

/** Days without an exchange rate, as day numbers. */
export function unratedDays({ firstDay, rates }: Pick<Conversion, 'firstDay' | 'rates'>): number[] {
  return rates.flatMap((rate, index) => (Number(rate) > 0 ? [] : [firstDay + index]))
}
