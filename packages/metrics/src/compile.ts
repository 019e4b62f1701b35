import type { CompiledQuery } from '@tillsight/warehouse/tables'
import { breakdownSelect } from './breakdown.ts'
import type { DatasetId } from './catalogue/definition.ts'
import type { BaseMetric } from './catalogue/index.ts'
import { amountText, type Facts, type Steps } from './dataset-facts.ts'
import { factsOf } from './facts.ts'
import { hoursSelects } from './hours-sql.ts'
import { comparedAtOnce, type Period, type Plan, type PlannedPeriod } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { Interval, MetricQuery, Scope } from './query.ts'
import { answerColumns, type ResultColumns, type ResultRow } from './result-row.ts'
import { dailySelects, partFacts } from './rollup-sql.ts'
import { type Binder, createBinder } from './statement.ts'

/** Compiles a query into one statement: every period with totals, series and breakdown. */
export function compile(query: MetricQuery, scope: Scope): CompiledQuery {
  const plan = planQuery(query, scope)
  const binder = createBinder()
  const selects = plan.daily.length > 0 && plan.dailyBy === undefined ? dailySelects(plan, binder) : []
  const asked = hasAds(scope) ? plan : { ...plan, facts: { ...plan.facts, ads: [], reach: [] } }
  const compared = comparedAtOnce(plan.periods)
  selects.push(...plan.periods.flatMap((period, index) => periodSelects(asked, { period, index, compared }, binder)))
  if (plan.breakdown && plan.breakdown.bases.length > 0) selects.push(breakdownSelect(plan, plan.breakdown, binder))
  // A query that no dataset can serve still needs a statement scoped to the shop.
  if (selects.length === 0) selects.push(nothing)
  return { sql: selects.join('\nUNION ALL\n'), params: binder.params }
}

/** Whether there is anything to read of ads: figures that no row adds to are 0. */
function hasAds({ ads }: Scope): boolean {
  return ads === undefined || ads.currencies.length > 0
}

const nothing = `SELECT ${answerColumns({ part: 'facts', period: 0, total: '1', position: '0', amounts: [] })} FROM ledger FINAL WHERE shop_id = {shop:UUID} AND 0`

interface ReadPeriod extends PlannedPeriod {
  /** The comparison, where what can be is read along with the requested period. */
  readonly compared: Period | undefined
}

function periodSelects(plan: Plan, planned: ReadPeriod, binder: Binder): string[] {
  const { interval, facts, dailyBy, onePass } = plan
  const selects: string[] = []
  const add = (options: PartOptions): void => {
    const isRead = planned.index > 0 && atOnce(planned, options) !== undefined
    if (!isRead && basesOf(plan, options).length > 0) selects.push(partSelect(plan, planned, { ...options, binder }))
  }
  if (dailyBy !== undefined) add({ part: 'daily', dataset: 'ledger', interval, totals: true })
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

function basesOf({ daily, facts }: Plan, { part, dataset }: PartOptions): readonly BaseMetric[] {
  return part === 'daily' ? daily : facts[dataset]
}

function atOnce({ compared }: ReadPeriod, { dataset }: PartOptions): Period | undefined {
  return dataset === 'ads' ? compared : undefined
}

function partSelect(plan: Plan, planned: ReadPeriod, options: PartOptions & { readonly binder: Binder }): string {
  const { part, dataset, interval, totals, binder } = options
  const bases = basesOf(plan, options)
  const { period, index } = planned
  const compared = atOnce(planned, options)
  const from = { plan, period, dimensions: [], interval, binder, compared }
  const rows = narrowed(part === 'daily' ? partFacts(from) : factsOf(dataset, from), bases)
  if (interval && totals && rows.inSteps) return coursesSelect(rows, bases.map(rows.inSteps), { part, index })
  const facts = interval && dataset === 'ads' ? dayByDay(rows, bases) : rows
  const amounts = bases.map((base) => amountText(facts, base))
  // Reach is returned with the number of accounts that reported it.
  if (dataset === 'reach') amounts.push('sum(is_told)')
  return groupedSelect(facts, { part, period: compared ? 'period_index' : index, amounts }, options)
}

/** A row for the whole of each period and for its buckets, as far as they are asked for. */
function groupedSelect(
  { clock, source, bucket }: Facts,
  columns: Pick<ResultColumns, 'part' | 'period' | 'amounts'>,
  { interval, totals }: PartOptions,
): string {
  const periods = typeof columns.period === 'string' ? [columns.period] : []
  if (!interval) {
    const groups = periods.map((period) => ` GROUP BY ${period}`).join('')
    return `${clock} SELECT ${answerColumns({ ...columns, total: '1', position: '0' })} ${source}${groups}`
  }
  const list = answerColumns({ ...columns, total: totals ? 'grouping(bucket)' : '0', position: 'bucket' })
  const buckets = [...periods, 'bucket'].join(', ')
  const groups = totals ? `GROUPING SETS ((${periods.join(', ')}), (${buckets}))` : buckets
  return `${clock === '' ? 'WITH' : `${clock},`} ${bucket} AS bucket SELECT ${list} ${source} GROUP BY ${groups}`
}

/** The same facts, of the rows alone that these bases look at. */
function narrowed(facts: Facts, bases: readonly BaseMetric[]): Facts {
  const only = facts.onlyRows?.(bases)
  return only === undefined ? facts : { ...facts, source: `${facts.source} AND (${only})` }
}

/**
 * Totals and series in one row. The figures of buckets are computed once and put together for the totals: going through all
 * rows for both takes a fifth longer.
 */
function coursesSelect(
  { clock, bucket, source }: Facts,
  steps: readonly Steps[],
  { part, index }: { readonly part: ResultRow['part']; readonly index: number },
): string {
  const columns = steps.map((step, place) => ({ ...step, name: `amount_${place}` }))
  const list = answerColumns({
    part,
    period: index,
    total: '1',
    position: '0',
    amounts: columns.map(({ whole, name }) => whole(name)),
    courses: columns.map(({ value, name }) => `groupArray(toString(${value(name)}))`),
    buckets: 'groupArray(bucket)',
  })
  const amounts = columns.map((step) => `${step.bucket} AS ${step.name}`)
  return `SELECT ${list} FROM (${clock}, ${bucket} AS bucket SELECT ${['bucket', ...amounts].join(', ')} ${source} GROUP BY bucket)`
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
  const days = [...facts.groupBy, 'day_number']
  return {
    ...facts,
    clock: '',
    source: `FROM (${facts.clock} SELECT ${[...days, ...sums].join(', ')} ${facts.source} GROUP BY ${days.join(', ')})`,
    amount: (base) => `sum(amount_${placeOf(base)})`,
    gaps: (base) => (facts.gaps(base) === undefined ? undefined : `sum(gaps_${placeOf(base)})`),
  }
}
