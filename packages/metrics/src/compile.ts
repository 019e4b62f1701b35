import { dayByDay } from './ads-by-day.ts'
import { amountText } from './amount-text.ts'
import { type AnswerRow, answerColumns } from './answer-row.ts'
import { breakdownSelect } from './breakdown.ts'
import type { DatasetId } from './catalogue/definition.ts'
import { dailySelect } from './daily-select.ts'
import { factsOf } from './facts.ts'
import { hoursSelects } from './hours-sql.ts'
import type { Plan, PlannedPeriod } from './plan.ts'
import { planQuestion } from './plan-question.ts'
import type { CompiledQuery, Interval, MetricQuery, Scope } from './query.ts'
import { type Binder, createBinder } from './statement.ts'

/** One statement that answers the whole question: every period with totals, series and breakdown. */
export function compile(query: MetricQuery, scope: Scope): CompiledQuery {
  const plan = planQuestion(query, scope)
  const binder = createBinder()
  const selects = plan.periods.flatMap((period, index) => periodSelects(plan, { period, index }, binder))
  if (plan.breakdown && plan.breakdown.bases.length > 0) selects.push(breakdownSelect(plan, plan.breakdown, binder))
  // A question that nothing can answer still is about one shop.
  if (selects.length === 0) selects.push(nothing)
  return { sql: selects.join('\nUNION ALL\n'), params: binder.params }
}

const nothing = `SELECT ${answerColumns({ part: 'facts', period: 0, total: '1', position: '0', amounts: [] })} FROM ledger FINAL WHERE shop_id = {shop:UUID} AND 0`

function periodSelects(plan: Plan, planned: PlannedPeriod, binder: Binder): string[] {
  const { interval, facts, daily, onePass } = plan
  const selects: string[] = []
  if (daily.length > 0) selects.push(dailySelect(plan, planned, binder))
  const add = (wish: PartWish): void => {
    if (facts[wish.dataset].length > 0) selects.push(partSelect(plan, planned, { ...wish, binder }))
  }
  add({ part: 'facts', dataset: 'ledger', interval, totals: true })
  if (interval === 'hour') {
    add({ part: 'ads', dataset: 'ads', interval: undefined, totals: true })
    if (facts.ads.length > 0) selects.push(...hoursSelects(plan, planned, binder))
  } else if (!onePass.totals) {
    add({ part: 'ads', dataset: 'ads', interval, totals: true })
  }
  // What is told for a range is nothing that its buckets could be added up to.
  add({ part: 'reach', dataset: 'reach', interval: undefined, totals: true })
  if (interval !== undefined && interval !== 'hour') add({ part: 'reach', dataset: 'reach', interval, totals: false })
  return selects
}

interface PartWish {
  readonly part: AnswerRow['part']
  readonly dataset: DatasetId
  readonly interval: Interval | undefined
  /** Whether a row for the whole period is wanted beside those of its buckets. */
  readonly totals: boolean
}

function partSelect(
  plan: Plan,
  { period, index }: PlannedPeriod,
  wish: PartWish & { readonly binder: Binder },
): string {
  const { part, dataset, interval, totals, binder } = wish
  const bases = plan.facts[dataset]
  const rows = factsOf(dataset, { plan, period, dimensions: [], interval, binder })
  const facts = interval && dataset === 'ads' ? dayByDay(rows, bases) : rows
  const amounts = bases.map((base) => amountText(facts, base))
  // How many accounts a number of people is of has to be said with it.
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
