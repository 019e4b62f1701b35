import { emptyCell } from '../columns.ts'
import type { Row } from '../contract.ts'
import { type TableName, tableOf } from '../tables.ts'

/** A row with default values in every column, for tests that need only a few. */
export function blankRow(table: TableName): Row {
  const columns = Object.entries(tableOf(table).columns).filter(([name]) => name !== 'shop_id')
  return Object.fromEntries(
    columns.map(([name, type]) => {
      const cell = emptyCell(type)
      return [name, typeof cell === 'object' ? [] : cell]
    }),
  )
}
