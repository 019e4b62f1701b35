import type { Day, DayRange } from '@tillsight/core/days'
import { fromDayNumber, toDayNumber } from './calendar.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { unratedDays } from './conversion.ts'
import type { AdCurrency, MetricQuery, Scope } from './query.ts'
import type { Binder } from './statement.ts'

/** Daily exchange rates that convert amounts of ad accounts into one currency. */
export interface RateTable {
  readonly to: string
  readonly firstDay: number
  /**
   * By account currency: one rate for each day from `firstDay` on, '0' where there is none. The target currency itself is
   * left out.
   */
  readonly rates: ReadonlyMap<string, readonly string[]>
}

/** Exchange rates of ad accounts for one query. */
export interface AdRates {
  readonly currencies: readonly AdCurrency[]
  /** Into the currency of the result. */
  readonly answer: RateTable
  /** Into the shop's own currency, whatever the query requests. */
  readonly own: RateTable
}

/** Collects the rates that a query needs, from its first to its last day. */
export function adRatesOf(query: MetricQuery, scope: Scope, ranges: readonly DayRange[]): AdRates {
  const currencies = scope.ads?.currencies ?? []
  const first = Math.min(...ranges.map(({ from }) => toDayNumber(from)))
  const last = Math.max(...ranges.map(({ to }) => toDayNumber(to)))
  const table = (to: string, known: ReadonlyMap<string, ReadonlyMap<Day, string>> | undefined): RateTable => {
    const foreign = [...new Set(currencies.map(({ currency }) => currency))].filter((each) => each !== to).toSorted()
    const listOf = (currency: string) =>
      Array.from({ length: last - first + 1 }, (_, at) => known?.get(currency)?.get(fromDayNumber(first + at)) ?? '0')
    return { to, firstDay: first, rates: new Map(foreign.map((currency) => [currency, listOf(currency)])) }
  }
  return {
    currencies,
    answer: table(query.currency ?? scope.currency, scope.ads?.rates),
    own: table(scope.currency, scope.ads?.ownRates),
  }
}

/** The rates that a base metric's money is multiplied by; undefined where it is not converted. */
export function ratesFor(base: BaseMetric, { answer, own, currencies }: AdRates): RateTable | undefined {
  if (base.unit !== 'money') return undefined
  if (!base.unconverted) return answer.rates.size > 0 ? answer : undefined
  // For accounts in one currency, quotients are computed as the platform does; for several, in shop currency.
  const { value } = base
  const platform = 'platform' in value ? value.platform : undefined
  const among = currencies.filter((each) => (platform ? each.platform === platform : each.platform !== 'custom'))
  return new Set(among.map(({ currency }) => currency)).size > 1 ? own : undefined
}

/** Whether any day lacks a rate. */
export function hasGaps({ rates, firstDay }: RateTable): boolean {
  return [...rates.values()].some((list) => unratedDays({ rates: list, firstDay }).length > 0)
}

/** The exchange rate of a row by its `currency` and `day_number`; 0 where there is none. */
export function adRateSql({ to, rates, firstDay }: RateTable, binder: Binder): string {
  const first = binder.bind('ad_rates_from', 'UInt16', firstDay)
  const cases = [...rates].map(([currency, list]) => {
    // Binding and folding one text is far cheaper for the engine than an array of texts.
    const all = `CAST(splitByChar(',', ${binder.bind('ad_rates', 'String', list.join(','))}), 'Array(Decimal(38, 10))')`
    return `currency = ${binder.bind('ad_currency', 'String', currency)}, arrayElement(${all}, day_number - ${first} + 1)`
  })
  const same = `currency = ${binder.bind('ad_currency', 'String', to)}, toDecimal128(1, 10)`
  return `multiIf(${[same, ...cases].join(', ')}, toDecimal128(0, 10))`
}
