import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { breakdownSelect } from './breakdown.ts'
import { toDayNumber } from './calendar.ts'
import type { DatasetId } from './catalogue/definition.ts'
import { type BaseMetric, datasets } from './catalogue/index.ts'
import { amountText, type Facts } from './dataset-facts.ts'
import { factsOf } from './facts.ts'
import { hoursSelects } from './hours-sql.ts'
import { rateSql } from './ledger-sql.ts'
import type { Plan, PlannedPeriod } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { Interval, MetricQuery, Scope } from './query.ts'
import { answerColumns, type ResultRow } from './result-row.ts'
import { type Binder, createBinder } from './statement.ts'

/** Compiles a query into one statement: every period with totals, series and breakdown. */
export function compile(query: MetricQuery, scope: Scope): CompiledQuery {
  const plan = planQuery(query, scope)
  const binder = createBinder()
  const selects = plan.periods.flatMap((period, index) => periodSelects(plan, { period, index }, binder))
  if (plan.breakdown && plan.breakdown.bases.length > 0) selects.push(breakdownSelect(plan, plan.breakdown, binder))
  // A query that no dataset can serve still needs a statement scoped to the shop.
  if (selects.length === 0) selects.push(nothing)
  return { sql: selects.join('\nUNION ALL\n'), params: binder.params }
}

const nothing = `SELECT ${answerColumns({ part: 'facts', period: 0, total: '1', position: '0', amounts: [] })} FROM ledger FINAL WHERE shop_id = {shop:UUID} AND 0`

function periodSelects(plan: Plan, planned: PlannedPeriod, binder: Binder): string[] {
  const { interval, facts, daily, onePass } = plan
  const selects: string[] = []
  if (daily.length > 0) selects.push(dailySelect(plan, planned, binder))
  const add = (options: PartOptions): void => {
    if (facts[options.dataset].length > 0) selects.push(partSelect(plan, planned, { ...options, binder }))
  }
  add({ part: 'facts', dataset: 'ledger', interval, totals: true })
  if (interval === 'hour') {
    add({ part: 'ads', dataset: 'ads', interval: undefined, totals: true })
    if (facts.ads.length > 0) selects.push(...hoursSelects(plan, planned, binder))
  } else if (!onePass.totals) {
    add({ part: 'ads', dataset: 'ads', interval, totals: true })
  }
  // Reach of a range is not the sum of its buckets.
  add({ part: 'reach', dataset: 'reach', interval: undefined, totals: true })
  if (interval !== undefined && interval !== 'hour') add({ part: 'reach', dataset: 'reach', interval, totals: false })
  return selects
}

interface PartOptions {
  readonly part: ResultRow['part']
  readonly dataset: DatasetId
  readonly interval: Interval | undefined
  /** Whether to return a row for the whole period in addition to its buckets. */
  readonly totals: boolean
}

function partSelect(
  plan: Plan,
  { period, index }: PlannedPeriod,
  options: PartOptions & { readonly binder: Binder },
): string {
  const { part, dataset, interval, totals, binder } = options
  const bases = plan.facts[dataset]
  const rows = factsOf(dataset, { plan, period, dimensions: [], interval, binder })
  const facts = interval && dataset === 'ads' ? dayByDay(rows, bases) : rows
  const amounts = bases.map((base) => amountText(facts, base))
  // Reach is returned with the number of accounts that reported it.
  if (dataset === 'reach') amounts.push('sum(is_told)')
  const columns = { part, period: index, amounts }
  if (!interval) {
    return `${facts.clock} SELECT ${answerColumns({ ...columns, total: '1', position: '0' })} ${facts.source}`
  }
  const list = answerColumns({ ...columns, total: totals ? 'grouping(bucket)' : '0', position: 'bucket' })
  const names = facts.clock === '' ? 'WITH' : `${facts.clock},`
  const groups = totals ? 'GROUPING SETS ((), (bucket))' : 'bucket'
  return `${names} ${facts.bucket} AS bucket SELECT ${list} ${facts.source} GROUP BY ${groups}`
}

/**
 * The same figures from sums of single days: buckets and totals are added up from a few hundred of them. Grouping every row
 * by bucket, and again for the total, takes half as long again.
 */
function dayByDay(facts: Facts, bases: readonly BaseMetric[]): Facts {
  const sums = bases.flatMap((base, index) => {
    const gaps = facts.gaps(base)
    return [`${facts.amount(base)} AS amount_${index}`, ...(gaps === undefined ? [] : [`${gaps} AS gaps_${index}`])]
  })
  const placeOf = (base: BaseMetric): number => bases.indexOf(base)
  return {
    ...facts,
    clock: '',
    source: `FROM (${facts.clock} SELECT ${['day_number', ...sums].join(', ')} ${facts.source} GROUP BY day_number)`,
    amount: (base) => `sum(amount_${placeOf(base)})`,
    gaps: (base) => (facts.gaps(base) === undefined ? undefined : `sum(gaps_${placeOf(base)})`),
  }
}

/** Totals and series of one period from the roll-up: exactly what the ledger would give. */
function dailySelect(plan: Plan, { period, index }: PlannedPeriod, binder: Binder): string {
  const from = binder.bind('first_day', 'UInt16', toDayNumber(period.range.from))
  const to = binder.bind('last_day', 'UInt16', toDayNumber(period.range.to))
  const ids = plan.daily.map(({ id }) => id)
  const measures = binder.bind('measures', 'Array(String)', ids)
  const rate = plan.conversion && rateSql('day_number', plan.conversion, binder)
  const source = `FROM ${datasets.ledger.rollup} FINAL WHERE shop_id = {shop:UUID} AND measure IN ${measures} AND day >= toDate(${from}) AND day <= toDate(${to})`
  const clock = 'WITH toUInt16(day) AS day_number'
  const sum = (start: string): string => `sum(${amountSql(plan.daily, start, rate)})`
  // All measures of a bucket in one aggregate, then one row per bucket: an aggregate per measure would take twice as long.
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
