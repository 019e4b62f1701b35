import { AppError, isAppError, type ShopId } from '@tillsight/core'
import { bareType, type Cell, type Encoder, emptyCell, encoderOf } from './columns.ts'
import type { ColumnValue, Row } from './contract.ts'
import type { Table } from './table.ts'

/** A checked row, its cells in the order of the table's columns, ready for JSONCompactEachRow. */
export type EncodedRow = readonly Cell[]

interface EncodedColumn {
  readonly name: string
  readonly encode: Encoder
  readonly empty: Cell
  /** Part of the sorting key, which even a tombstone has. */
  readonly isKey: boolean
  readonly isText: boolean
}

const mostRows = 100_000
const mostBytes = 64 * 1024 * 1024
const bytesPerCell = 12

const columnsByTable = new WeakMap<Table, readonly EncodedColumn[]>()

function columnsOf(table: Table): readonly EncodedColumn[] {
  const known = columnsByTable.get(table)
  if (known) return known
  const columns = Object.entries(table.columns).map(([name, type]) => ({
    name,
    encode: remembering(encoderOf(type)),
    empty: emptyCell(type),
    isKey: name === 'version' || table.orderBy.includes(name),
    isText: bareType(type) === 'String',
  }))
  columnsByTable.set(table, columns)
  return columns
}

/** The same, where most rows have the value of the row before them: it is not checked again. */
function remembering(encode: Encoder): Encoder {
  let last: ColumnValue | undefined
  let cell: Cell = ''
  return (value) => {
    if (value !== last || typeof value === 'object') {
      cell = encode(value)
      last = value
    }
    return cell
  }
}

/** Checks rows against the table's columns and puts the shop's id on them; throws `invalid_input` naming row and column. */
export function encodeRows(table: Table, shop: ShopId, rows: readonly Row[]): EncodedRow[] {
  const columns = columnsOf(table)
  return rows.map((row, index) => {
    const tombstone = row['is_deleted'] !== undefined && Number(row['is_deleted']) === 1
    let at = ''
    try {
      for (at in row) checkName(table, shop, { name: at, value: row[at] })
      return columns.map((column) => {
        at = column.name
        return encodeCell(column, at === 'shop_id' ? shop : row[at], tombstone)
      })
    } catch (error) {
      throw isAppError(error) ? invalid(table, { index, name: at, reason: error.message }) : error
    }
  })
}

function encodeCell(column: EncodedColumn, value: Row[string] | undefined, tombstone: boolean): Cell {
  if (value !== undefined) return column.encode(value)
  if (column.name === 'is_deleted' || (tombstone && !column.isKey)) return column.empty
  throw new AppError('invalid_input', 'it is missing.')
}

function checkName(
  table: Table,
  shop: ShopId,
  { name, value }: { name: string; value: Row[string] | undefined },
): void {
  const known = name === 'shop_id' ? value === shop : Object.hasOwn(table.columns, name)
  if (!known) throw new AppError('invalid_input', 'there is no such column to fill.')
}

function invalid(table: Table, { index, name, reason }: { index: number; name: string; reason: string }): AppError {
  return new AppError('invalid_input', `Row ${index + 1} for ${table.name} was refused, column ${name}: ${reason}`, {
    details: { table: table.name, row: index + 1, column: name },
  })
}

/** Splits rows into blocks that are written atomically; rows that belong together stay in one block. */
export function toBlocks(table: Table, rows: readonly EncodedRow[]): EncodedRow[][] {
  const textPositions = columnsOf(table).flatMap(({ isText }, position) => (isText ? [position] : []))
  const sizeOf = (row: EncodedRow) => {
    let size = row.length * bytesPerCell
    for (const position of textPositions) size += String(row[position]).length
    return size
  }
  const blocks: EncodedRow[][] = []
  let block: EncodedRow[] = []
  let bytes = 0
  for (const group of groupRows(table, rows)) {
    const groupBytes = group.reduce((sum, row) => sum + sizeOf(row), 0)
    if (block.length > 0 && (block.length + group.length > mostRows || bytes + groupBytes > mostBytes)) {
      blocks.push(block)
      block = []
      bytes = 0
    }
    for (const row of group) block.push(row)
    bytes += groupBytes
  }
  if (block.length > 0) blocks.push(block)
  return blocks
}

function groupRows(table: Table, rows: readonly EncodedRow[]): Iterable<readonly EncodedRow[]> {
  const { together } = table
  if (together === undefined) return rows.map((row) => [row])
  const position = columnsOf(table).findIndex(({ name }) => name === together)
  return Map.groupBy(rows, (row) => row[position]).values()
}
