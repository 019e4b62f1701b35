import { readFixed } from '@tillsight/core'
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { ColumnKind, ExportRow, ExportTable } from '../exports.ts'

/** Rows held at a time. Readers skip and share out whole groups, so they are not small either. */
const rowsInGroup = 20_000

type Cell = ExportRow[string]

/** How a column is written: its schema type, and the conversion of its cells. */
interface ParquetColumn {
  readonly element: SchemaElement
  readonly encode: (cell: NonNullable<Cell>) => unknown
}

/**
 * Writes an export as a Parquet file, in chunks: exact decimals, instants in UTC, days, whole numbers and text; null for
 * missing values. Throws a plain error for a cell of the wrong type, which no export has.
 */
export async function* toParquet({ columns, rows }: ParquetInput): AsyncGenerator<Uint8Array> {
  const written = Object.entries(columns).map(([name, kind]) => columnOf(name, kind))
  const schema = [{ name: 'root', num_children: written.length }, ...written.map(({ element }) => element)]
  const buffer = new ByteWriter()
  const writer = new ParquetWriter({ writer: buffer, schema, createdBy: 'Tillsight' })
  for await (const group of inGroups(rows)) {
    await writer.write({ columnData: written.map((column) => dataOf(column, group)), rowGroupSize: rowsInGroup })
    yield takeBytes(buffer)
  }
  await writer.finish()
  yield takeBytes(buffer)
}

type ParquetInput = ExportTable<AsyncIterable<ExportRow> | Iterable<ExportRow>>

async function* inGroups(rows: ParquetInput['rows']): AsyncGenerator<readonly ExportRow[]> {
  let group: ExportRow[] = []
  for await (const row of rows) {
    group.push(row)
    if (group.length < rowsInGroup) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Takes the bytes written since the last call; positions in the file keep counting. */
function takeBytes(buffer: ByteWriter): Uint8Array {
  const bytes = buffer.getBytes().slice()
  buffer.index = 0
  return bytes
}

function dataOf({ element: { name }, encode }: ParquetColumn, rows: readonly ExportRow[]): ColumnSource {
  const data = rows.map((row) => {
    const cell = fitting(row[name], `a row has no ${name}`)
    return cell === null ? null : encode(cell)
  })
  return { name, data }
}

function columnOf(name: string, kind: ColumnKind): ParquetColumn {
  const element = { name, repetition_type: 'OPTIONAL' } as const
  switch (kind) {
    case 'text':
      return {
        element: { ...element, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
        encode: String,
      }
    case 'day':
      return {
        element: { ...element, type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
        encode: toDate,
      }
    case 'instant':
      return { element: { ...element, ...instant }, encode: toDate }
    case 'whole':
      return { element: { ...element, type: 'INT64' }, encode: BigInt }
    default:
      return decimalColumn(name, kind.decimals)
  }
}

const instant = {
  type: 'INT64',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const

function toDate(cell: NonNullable<Cell>): Date {
  const at = new Date(cell)
  return fitting(Number.isNaN(at.getTime()) ? undefined : at, `“${cell}” is no day or instant`)
}

/** Throws only if an export's columns and rows do not match. */
function fitting<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Error(otherwise)
  return value
}

/** Sixteen bytes hold 38 digits, the precision that all decimal readers support. */
function decimalColumn(name: string, scale: number): ParquetColumn {
  const precision = 38
  return {
    element: {
      name,
      repetition_type: 'OPTIONAL',
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: 16,
      converted_type: 'DECIMAL',
      logical_type: { type: 'DECIMAL', precision, scale },
      precision,
      scale,
    },
    encode: (cell) =>
      fitting(readFixed(String(cell), scale), `${name} has “${cell}”, which is no decimal of ${scale} digits`),
  }
}
