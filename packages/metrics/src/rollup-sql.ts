import { toDayNumber } from './calendar.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import type { Facts, FactsOptions } from './dataset-facts.ts'
import { filterSql, rateSql } from './ledger-sql.ts'
import { isFollowed, type Period, type Plan, type PlannedPeriod } from './plan.ts'
import type { Interval } from './query.ts'
import { answerColumns } from './result-row.ts'
import { placeOnParts } from './rollup.ts'
import type { Binder } from './statement.ts'

const { rollup } = datasets.ledger

/** The parts of one dimension, read from the roll-up: exactly what the ledger would give. */
export function partFacts({ plan, period, dimensions, interval, binder }: FactsOptions): Facts {
  const by = dimensions[0] ?? plan.dailyBy
  if (by === undefined) throw new Error('Parts are those of a dimension')
  const conditions = [
    'shop_id = {shop:UUID}',
    `dimension = '${by.id}'`,
    `day >= toDate(${binder.bind('first_day', 'UInt16', toDayNumber(period.range.from))})`,
    `day <= toDate(${binder.bind('last_day', 'UInt16', toDayNumber(period.range.to))})`,
    ...plan.filters.map((filter) => filterSql(filter, binder, 'value')),
  ]
  const { conversion } = plan
  return {
    clock: 'WITH toUInt16(day) AS day_number',
    source: `FROM ${rollup.parts} FINAL WHERE ${conditions.join(' AND ')}`,
    bucket: bucketSql(interval, period, binder),
    groupBy: ['value'],
    key: () => 'value',
    name: () => "''",
    newest: 'toUInt32(0)',
    amount(base) {
      const amount = `measures[${placeOnParts(base)}]`
      const converts = conversion !== undefined && base.unit === 'money'
      return converts ? `sum(${amount} * ${rateSql('day_number', conversion, binder)})` : `sum(${amount})`
    },
    gaps: () => undefined,
  }
}

/** Totals and series of one period from the roll-up: exactly what the ledger would give. */
export function dailySelect(plan: Plan, { period, index }: PlannedPeriod, binder: Binder): string {
  const from = binder.bind('first_day', 'UInt16', toDayNumber(period.range.from))
  const to = binder.bind('last_day', 'UInt16', toDayNumber(period.range.to))
  const ids = plan.daily.map(({ id }) => id)
  const measures = binder.bind('measures', 'Array(String)', ids)
  const rate = plan.conversion && rateSql('day_number', plan.conversion, binder)
  const source = `FROM ${rollup.whole} FINAL WHERE shop_id = {shop:UUID} AND measure IN ${measures} AND day >= toDate(${from}) AND day <= toDate(${to})`
  const clock = 'WITH toUInt16(day) AS day_number'
  const sum = (start: string): string => `sum(${amountSql(plan.daily, start, rate)})`
  // All measures of a bucket in one aggregate, then one row per bucket: an aggregate per measure would take twice as long.
  const sums = plan.interval
    ? `${clock}, ${bucketSql(plan.interval, period, binder)} AS bucket SELECT measure, grouping(bucket) AS is_total, bucket, if(is_total = 1, ${sum(from)}, ${sum('bucket')}) AS amount ${source} GROUP BY GROUPING SETS ((measure), (measure, bucket))`
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

function bucketSql(interval: Interval | undefined, { buckets }: Period, binder: Binder): string {
  if (interval === undefined || interval === 'day') return 'day_number'
  return `roundDown(day_number, ${binder.bind('buckets', 'Array(UInt16)', buckets)})`
}

/**
 * What a daily row adds. People are counted where their earlier day lies before the start of the bucket or range: once
 * each, on their first day in it.
 */
function amountSql(bases: readonly BaseMetric[], start: string, rate: string | undefined): string {
  const among = (chosen: readonly BaseMetric[]): string =>
    `measure IN (${chosen.map(({ id }) => `'${id}'`).join(', ')})`
  const money = bases.filter(({ unit }) => unit === 'money')
  const people = bases.filter(isFollowed)
  const own = rate && money.length > 0 ? `value * if(${among(money)}, ${rate}, toDecimal128(1, 10))` : 'value'
  if (people.length === 0) return own
  const firsts = `arraySum(arrayMap((earlier, number) -> if(toUInt16(earlier) < ${start}, number, 0), previous_days, previous_counts))`
  return `if(${among(people)}, toDecimal128(${firsts}, ${own === 'value' ? 6 : 16}), ${own})`
}
