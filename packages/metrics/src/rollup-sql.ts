import { toDayNumber } from './calendar.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import { type Facts, type FactsOptions, sumOf } from './dataset-facts.ts'
import { filterSql, rateSql } from './ledger-sql.ts'
import { comparedAtOnce, isFollowed, type Plan, type PlannedPeriod } from './plan.ts'
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
  const amount = (base: BaseMetric): string => {
    const own = `measures[${placeOnParts(base)}]`
    const converts = conversion !== undefined && base.unit === 'money'
    return converts ? `sum(${own} * ${rateSql('day_number', conversion, binder)})` : `sum(${own})`
  }
  return {
    clock: 'WITH toUInt16(day) AS day_number',
    source: `FROM ${rollup.parts} FINAL WHERE ${conditions.join(' AND ')}`,
    bucket: bucketSql(interval, period.buckets, binder),
    groupBy: ['value'],
    key: () => 'value',
    name: () => "''",
    newest: 'toUInt32(0)',
    amount,
    gaps: () => undefined,
    inSteps: (base) => sumOf(amount(base)),
  }
}

/**
 * Totals and series from the roll-up: exactly what the ledger would give. A row per measure and period, because an aggregate
 * per measure takes twice as long. Periods without common days are read at once: a select of its own costs more than its rows.
 */
export function dailySelects(plan: Plan, binder: Binder): string[] {
  const planned = plan.periods.map((period, index) => ({ period, index }))
  return comparedAtOnce(plan.periods)
    ? [dailySelect(plan, planned, binder)]
    : planned.map((each) => dailySelect(plan, [each], binder))
}

function dailySelect(plan: Plan, planned: readonly PlannedPeriod[], binder: Binder): string {
  const measures = binder.bind(
    'measures',
    'Array(String)',
    plan.daily.map(({ id }) => id),
  )
  const rate = plan.conversion && rateSql('day_number', plan.conversion, binder)
  const days = planned.map((each) => daysOf(each, binder))
  const choose = (value: (each: PeriodDays) => string): string =>
    days.map((each) => value(each)).reduceRight((rest, own, at) => `if(${days[at]?.within}, ${own}, ${rest})`)
  const names = [
    'toUInt16(day) AS day_number',
    `toUInt8(${choose(({ index }) => `${index}`)}) AS period_index`,
    `${choose(({ from }) => from)} AS period_start`,
    `${bucketSql(
      plan.interval,
      planned.flatMap(({ period }) => period.buckets),
      binder,
    )} AS bucket`,
  ]
  const amount = (start: string): string => amountSql(plan.daily, start, rate)
  // Days on which nothing happened add nothing, and most measures of what is unknown have no others.
  const source = `FROM ${rollup.whole} FINAL WHERE shop_id = {shop:UUID} AND value != 0 AND measure IN ${measures} AND (${days.map(({ within }) => within).join(' OR ')})`
  const list = answerColumns({
    part: 'daily',
    period: 'period_index',
    total: '1',
    position: '0',
    amounts: { places: `[indexOf(${measures}, measure) - 1]`, texts: '[toString(sum(share))]' },
    ...(plan.interval && { courses: ['groupArray(toString(amount))'], buckets: 'groupArray(bucket)' }),
  })
  // A row of the roll-up is a day already.
  const isByDay = plan.interval === undefined || plan.interval === 'day'
  const [shares, groups] = isByDay
    ? [`${amount('bucket')} AS amount, ${amount('period_start')} AS share`, '']
    : [
        `sum(${amount('bucket')}) AS amount, sum(${amount('period_start')}) AS share`,
        ' GROUP BY measure, period_index, bucket',
      ]
  const rows = `WITH ${names.join(', ')} SELECT measure, period_index, bucket, ${shares} ${source}${groups}`
  return `SELECT ${list} FROM (${rows}) GROUP BY measure, period_index`
}

/** The days of a period as SQL. */
interface PeriodDays {
  readonly index: number
  readonly from: string
  readonly within: string
}

function daysOf({ period: { range }, index }: PlannedPeriod, binder: Binder): PeriodDays {
  const from = binder.bind('first_day', 'UInt16', toDayNumber(range.from))
  const to = binder.bind('last_day', 'UInt16', toDayNumber(range.to))
  return { index, from, within: `day >= toDate(${from}) AND day <= toDate(${to})` }
}

/** The start of a day's bucket; each period begins with one. */
function bucketSql(interval: Interval | undefined, buckets: readonly number[], binder: Binder): string {
  if (interval === undefined || interval === 'day') return 'day_number'
  return `roundDown(day_number, ${binder.bind(
    'buckets',
    'Array(UInt16)',
    buckets.toSorted((a, b) => a - b),
  )})`
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
