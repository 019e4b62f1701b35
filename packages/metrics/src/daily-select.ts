import { answerColumns } from './answer-row.ts'
import { toDayNumber } from './calendar.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import { rateSql } from './ledger-sql.ts'
import type { Plan, PlannedPeriod } from './plan.ts'
import type { Binder } from './statement.ts'

/** Totals and series of one period from the roll-up: exactly what the ledger would answer. */
export function dailySelect(plan: Plan, { period, index }: PlannedPeriod, binder: Binder): string {
  const from = binder.bind('first_day', 'UInt16', toDayNumber(period.range.from))
  const to = binder.bind('last_day', 'UInt16', toDayNumber(period.range.to))
  const ids = plan.daily.map(({ id }) => id)
  const measures = binder.bind('measures', 'Array(String)', ids)
  const rate = plan.conversion && rateSql('day_number', plan.conversion, binder)
  const source = `FROM ${datasets.ledger.rollup} FINAL WHERE shop_id = {shop:UUID} AND measure IN ${measures} AND day >= toDate(${from}) AND day <= toDate(${to})`
  const clock = 'WITH toUInt16(day) AS day_number'
  const sum = (start: string): string => `sum(${amountSql(plan.daily, start, rate)})`
  // Every measure of a bucket first, then one row for each bucket: an aggregate for each measure would take twice as long.
  const sums = plan.interval
    ? `${clock}, ${bucketSql(plan, { period, index }, binder)} AS bucket SELECT measure, grouping(bucket) AS is_total, bucket, if(is_total = 1, ${sum(from)}, ${sum('bucket')}) AS amount ${source} GROUP BY GROUPING SETS ((measure), (measure, bucket))`
    : `${clock} SELECT measure, 1 AS is_total, toUInt16(0) AS bucket, ${sum(from)} AS amount ${source} GROUP BY measure`
  const list = answerColumns({
    part: 'daily',
    period: index,
    total: 'is_total',
    position: 'bucket',
    amounts: { places: `groupArray(indexOf(${measures}, measure) - 1)`, texts: 'groupArray(toString(amount))' },
  })
  return `SELECT ${list} FROM (${sums}) GROUP BY is_total, bucket`
}

function bucketSql({ interval }: Plan, { period }: PlannedPeriod, binder: Binder): string {
  if (interval === 'day') return 'day_number'
  return `roundDown(day_number, ${binder.bind('buckets', 'Array(UInt16)', period.buckets)})`
}

/**
 * What a daily row adds. People are counted where their earlier day lies before the start of the bucket or range: once
 * each, on their first day in it.
 */
function amountSql(bases: readonly BaseMetric[], start: string, rate: string | undefined): string {
  const among = (chosen: readonly BaseMetric[]): string =>
    `measure IN (${chosen.map(({ id }) => `'${id}'`).join(', ')})`
  const money = bases.filter(({ unit }) => unit === 'money')
  const people = bases.filter(({ value }) => value.aggregate === 'uniq' && value.acrossDays !== 'each_once')
  const own = rate && money.length > 0 ? `value * if(${among(money)}, ${rate}, toDecimal128(1, 10))` : 'value'
  if (people.length === 0) return own
  const firsts = `arraySum(arrayMap((earlier, number) -> if(toUInt16(earlier) < ${start}, number, 0), previous_days, previous_counts))`
  return `if(${among(people)}, toDecimal128(${firsts}, ${own === 'value' ? 6 : 16}), ${own})`
}
