import { answerColumns } from './answer-row.ts'
import { breakdownSelect } from './breakdown.ts'
import { dailySelect } from './daily-select.ts'
import { aggregateSql, clockSql, type LedgerScope, levelOf, sourceSql } from './ledger-sql.ts'
import { type Period, type Plan, type PlannedPeriod, planQuestion } from './plan.ts'
import type { CompiledQuery, Interval, MetricQuery, Scope } from './query.ts'
import { type Binder, createBinder } from './statement.ts'

/** One statement that answers the whole question: every period with totals, series and breakdown. */
export function compile(query: MetricQuery, scope: Scope): CompiledQuery {
  const plan = planQuestion(query, scope)
  const binder = createBinder()
  const selects = plan.periods.flatMap((period, index) => [
    ...(plan.daily.length > 0 ? [dailySelect(plan, { period, index }, binder)] : []),
    ...(plan.facts.length > 0 ? [factsSelect(plan, { period, index }, binder)] : []),
  ])
  if (plan.breakdown) selects.push(breakdownSelect(plan, plan.breakdown, binder))
  return { sql: selects.join('\nUNION ALL\n'), params: binder.params }
}

function factsSelect(plan: Plan, { period, index }: PlannedPeriod, binder: Binder): string {
  const scope: LedgerScope = { span: period.span, filters: plan.filters, conversion: plan.conversion }
  const level = levelOf(plan.filters, [])
  const columns = {
    part: 'facts',
    period: index,
    amounts: plan.facts.map((base) => aggregateSql(base, level, plan.conversion !== undefined)),
  } as const
  const clock = clockSql(scope, binder)
  const source = sourceSql(scope, binder)
  if (!plan.interval) return `${clock} SELECT ${answerColumns({ ...columns, total: '1', position: '0' })} ${source}`
  const list = answerColumns({ ...columns, total: 'grouping(bucket)', position: 'bucket' })
  return `${clock}, ${bucketSql(plan.interval, period, binder)} AS bucket SELECT ${list} ${source} GROUP BY GROUPING SETS ((), (bucket))`
}

/** The start of a row's bucket: an instant for hours, else a day number. */
function bucketSql(interval: Interval, { buckets }: Period, binder: Binder): string {
  if (interval === 'hour') return 'greatest(zone_since, toUInt32(booked_second - local_second % 3600))'
  if (interval === 'day') return 'local_day'
  return `roundDown(local_day, ${binder.bind('buckets', 'Array(UInt16)', buckets)})`
}
