import { answerColumns } from './answer-row.ts'
import type { Dimension, MetricDefinition, MetricId } from './catalogue/definition.ts'
import { basesOf, metricOf, partsOf } from './formula.ts'
import { aggregateSql, clockSql, groupSql, levelOf, sourceSql } from './ledger-sql.ts'
import type { Breakdown, Plan } from './plan.ts'
import type { Binder } from './statement.ts'

/** One page of the rows of a breakdown, both periods side by side, the highest of the first metric first. */
export function breakdownSelect(plan: Plan, breakdown: Breakdown, binder: Binder): string {
  const bases = basesOf(plan.metrics)
  const keys = breakdown.dimensions.map((_, index) => `key_${index}`)
  const names = breakdown.dimensions.map((_, index) => `name_${index}`)
  const now = bases.map((_, index) => `now_${index}`)
  const before = bases.map((_, index) => `before_${index}`)
  const merged = [
    ...keys,
    ...names.map((name) => `argMax(${name}, (name_at, -period_index)) AS newest_${name}`),
    ...bases.map((_, index) => `sumIf(base_${index}, period_index = 0) AS now_${index}`),
    ...bases.map((_, index) => `sumIf(base_${index}, period_index = 1) AS before_${index}`),
  ]
  const groups = plan.periods.map((_, index) => periodGroups(plan, breakdown, { index, binder })).join(' UNION ALL ')
  const rank = rankSql(plan.metrics[0], new Map(bases.map(({ id }, index) => [id, `now_${index}`])))
  const order = [`isNull(${rank})`, `${rank} DESC`, ...keys].join(', ')
  const first = binder.bind('rows_after', 'UInt32', breakdown.offset)
  // One row more than the page tells whether there is a next one.
  const last = binder.bind('rows_through', 'UInt32', breakdown.offset + breakdown.limit + 1)
  const columns = answerColumns({
    part: 'breakdown',
    period: 0,
    total: '0',
    position: 'place',
    keys,
    names: names.map((name) => `newest_${name}`),
    amounts: now,
    before: plan.periods.length > 1 ? before : [],
  })
  return `SELECT ${columns} FROM (SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM (SELECT ${merged.join(', ')} FROM (${groups}) GROUP BY ${keys.join(', ')})) WHERE place > ${first} AND place <= ${last}`
}

function periodGroups(plan: Plan, { dimensions }: Breakdown, at: { index: number; binder: Binder }): string {
  const period = plan.periods[at.index]
  if (!period) throw new Error(`The plan has no period ${at.index}`)
  const scope = { span: period.span, filters: plan.filters, conversion: plan.conversion }
  const level = levelOf(plan.filters, dimensions)
  const list = [
    `toInt8(${at.index}) AS period_index`,
    ...dimensions.map((dimension, index) => `${groupSql(dimension)} AS key_${index}`),
    ...dimensions.map((dimension, index) => `${nameSql(dimension)} AS name_${index}`),
    'max(booked_at) AS name_at',
    ...basesOf(plan.metrics).map(
      (base, index) => `${aggregateSql(base, level, plan.conversion !== undefined)} AS base_${index}`,
    ),
  ]
  const keys = dimensions.map((_, index) => `key_${index}`)
  return `${clockSql(scope, at.binder)} SELECT ${list.join(', ')} ${sourceSql(scope, at.binder)} GROUP BY ${keys.join(', ')}`
}

/** The newest name of a group; what has no key (shipping has no product) has no name either. */
function nameSql(dimension: Dimension): string {
  const { name } = dimension
  return name ? `argMaxIf(toString(${name}), booked_at, ${groupSql(dimension)} != '')` : "''"
}

/** A metric over the columns of its bases, near enough for ranking; null where it has no value. */
function rankSql(metric: MetricDefinition | undefined, columns: ReadonlyMap<MetricId, string>): string {
  if (!metric) return '0'
  const column = columns.get(metric.id)
  if (column) return column
  const { value } = metric
  if ('aggregate' in value) throw new Error(`${metric.id} is not read`)
  const parts = partsOf(value).map((id) => rankSql(metricOf(id), columns))
  if ('divide' in value) return `toFloat64(${parts[0]}) / nullIf(toFloat64(${parts[1]}), 0)`
  return `(${parts.join('add' in value ? ' + ' : ' - ')})`
}
