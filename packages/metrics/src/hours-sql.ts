import { adAmountSql, adFilterSql, type RateNames, rateNames } from './ads-sql.ts'
import { toDayNumber } from './calendar.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { clockSql, sinceUntil } from './ledger-sql.ts'
import type { Plan, PlannedPeriod } from './plan.ts'
import { answerColumns } from './result-row.ts'
import type { Binder } from './statement.ts'

const hourly = new Set(['spend', 'impressions', 'clicks', 'purchases', 'purchase_value'])

/** Whether platforms report the metric by the hour, and the hourly rows have the filtered dimensions. */
export function isHourly({ value }: BaseMetric, { filters }: Pick<Plan, 'filters'>): boolean {
  if (value.aggregate !== 'sum' || !hourly.has(value.of)) return false
  return filters.every(
    ({ on }) => on.place === undefined || on.place.level === 'account' || on.place.level === 'campaign',
  )
}

/**
 * Hourly ad figures where platforms report them: a row per hour, and per day with figures the number of platforms that
 * reported none of its hours; without it an incomplete sum would look complete.
 */
export function hoursSelects(plan: Plan, planned: PlannedPeriod, binder: Binder): string[] {
  const bases = plan.facts.ads.filter((base) => isHourly(base, plan))
  if (bases.length === 0) return []
  const rates = rateNames(plan, binder)
  return [hourRows({ plan, planned, bases, rates }, binder), dayRows({ plan, planned, bases, rates }, binder)]
}

interface Hours {
  readonly plan: Plan
  readonly planned: PlannedPeriod
  readonly bases: readonly BaseMetric[]
  readonly rates: RateNames
}

function hourRows({ plan, planned: { period, index }, bases, rates }: Hours, binder: Binder): string {
  const clock = clockSql({ span: period.span, conversion: undefined }, binder, 'started_at')
  const names = ['toUInt16(day) AS day_number', "'ad_spend' AS counts_as", ...rates.names]
  const filters = plan.filters.map((filter) => adFilterSql(filter, binder))
  const where = ['shop_id = {shop:UUID}', ...sinceUntil('started_at', period.span, binder), ...filters].join(' AND ')
  const list = answerColumns({
    part: 'hours',
    period: index,
    total: '0',
    position: 'bucket',
    amounts: bases.map((base) => `sumIf(${adAmountSql(base, rates)}, ${base.value.where})`),
  })
  return `${clock}, ${names.join(', ')}, greatest(zone_since, toUInt32(booked_second - local_second % 3600)) AS bucket SELECT ${list} FROM ad_hours FINAL WHERE ${where} GROUP BY bucket`
}

function dayRows({ planned: { period, index }, bases }: Hours, binder: Binder): string {
  const first = binder.bind('first_day', 'UInt16', toDayNumber(period.range.from))
  const last = binder.bind('last_day', 'UInt16', toDayNumber(period.range.to))
  const where = `shop_id = {shop:UUID} AND day >= toDate(${first}) AND day <= toDate(${last})`
  const told = `SELECT day, toString(platform) AS platform, toString(account_id) AS account_id, 1 AS is_told, 0 AS is_shown, 'ad_spend' AS counts_as FROM ad_hours FINAL WHERE ${where} GROUP BY day, platform, account_id`
  const shown = `SELECT day, toString(platform) AS platform, toString(account_id) AS account_id, 0 AS is_told, 1 AS is_shown, toString(counts_as) AS counts_as FROM ad_days FINAL WHERE ${where} AND (spend != 0 OR impressions != 0 OR purchases != 0) GROUP BY day, platform, account_id, counts_as`
  const accounts = `SELECT day, platform, counts_as, account_id, max(is_told) AS told, max(is_shown) AS shown FROM (${told} UNION ALL ${shown}) GROUP BY day, platform, counts_as, account_id`
  const list = answerColumns({
    part: 'hourless',
    period: index,
    total: '0',
    position: 'toUInt16(day)',
    amounts: bases.map(({ value }) => `countIf(${value.where} AND shown = 1 AND told = 0)`),
  })
  return `SELECT ${list} FROM (${accounts}) GROUP BY day`
}
