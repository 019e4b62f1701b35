import type { CompiledQuery } from '@tillsight/warehouse/tables'
import type { Dimension } from './catalogue/definition.ts'
import { datasets } from './catalogue/index.ts'
import { groupSql } from './ledger-sql.ts'
import type { Breakdown } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { MetricQuery, Scope } from './query.ts'
import { answerColumns, type ResultRow } from './result-row.ts'
import { createBinder } from './statement.ts'

const { table, tenant, time } = datasets.ledger

/**
 * Whether the names of a page's rows are read by a statement of their own. Reading the name of every line takes as long as all
 * other figures together; a page needs that of one line for each of its rows, at an instant that is known.
 */
export function areNamedLater({ dimensions, order, search }: Breakdown): boolean {
  return search === undefined && dimensions.some(({ name }) => name !== undefined) && !sortsByName(dimensions, order.by)
}

function sortsByName(dimensions: readonly Dimension[], by: string): boolean {
  return dimensions.some(({ id }) => id === by)
}

/** One statement for the names of a page's rows; undefined where they have all that there are. */
export function compileNames(query: MetricQuery, scope: Scope, rows: readonly ResultRow[]): CompiledQuery | undefined {
  const { breakdown } = planQuery(query, scope)
  if (!breakdown || !areNamedLater(breakdown)) return undefined
  const binder = createBinder()
  const page = rows.filter(({ part, total }) => part === 'breakdown' && total === 0)
  const selects = breakdown.dimensions.flatMap((dimension, index) => {
    const named = page.filter(({ keys }) => (keys[index] ?? '') !== '')
    if (dimension.name === undefined || named.length === 0) return []
    const instants = binder.bind('newest', 'Array(UInt32)', [...new Set(named.map(({ newest = 0 }) => newest))])
    const values = binder.bind('page', 'Array(String)', [...new Set(named.map(({ keys }) => keys[index] ?? ''))])
    const lines = `SELECT ${groupSql(dimension)} AS key, argMax(toString(${dimension.name}), (${time}, ${dimension.name})) AS name FROM ${table} FINAL WHERE ${tenant} = {shop:UUID} AND ${time} IN ${instants} AND key IN ${values} GROUP BY key`
    const list = { part: 'name', period: 0, total: '0', position: `${index}`, amounts: [] } as const
    return [`SELECT ${answerColumns({ ...list, keys: ['key'], names: ['name'] })} FROM (${lines})`]
  })
  return selects.length === 0 ? undefined : { sql: selects.join('\nUNION ALL\n'), params: binder.params }
}

/** The name of one value of a dimension, by the dimension's index. */
export type NameOfKey = Pick<ResultRow, 'position' | 'keys' | 'names'>

/** The rows with the names that were read for them, or are known. */
export function withNames(rows: readonly ResultRow[], named: readonly NameOfKey[]): readonly ResultRow[] {
  const names = new Map(named.map(({ position, keys, names }) => [`${position} ${keys[0]}`, names[0]]))
  return rows.map((row) =>
    row.part === 'breakdown'
      ? { ...row, names: row.keys.map((key, index) => names.get(`${index} ${key}`) ?? row.names[index] ?? '') }
      : row,
  )
}
