import { Readable } from 'node:stream'
import { decimalCell, formulaCell, plainCell } from '@tillsight/core'
import { stringify } from 'csv-stringify'
import { parquetMetadataAsync } from 'hyparquet'
import type { ColumnKind, ExportRow, ExportTable } from '../exports.ts'
import type { ExportFormat } from './definition.ts'
import { toParquet } from './parquet.ts'

/** Where files of exports are kept. A name without a folder is a draft, which this process alone opens and removes. */
export interface ExportFiles {
  /** Writes the file in place of one of the same name: whole, or not at all. */
  write(name: string, pieces: AsyncIterable<Uint8Array | string>, signal: AbortSignal): Promise<WrittenFile>
  /** Its bytes, or a part of them; undefined where there is no such file. */
  open(name: string, part?: { readonly start: number; readonly end: number }): Promise<Readable | undefined>
  remove(name: string): Promise<void>
  /** The names of files, but for drafts, that were written before. */
  listOlder(than: Date): Promise<readonly string[]>
}

/** A file as it was written. */
export interface WrittenFile {
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

/** A file with the number of its rows. */
export interface WrittenTable extends WrittenFile {
  readonly rows: number
}

/** Where and how to write. */
interface Target {
  readonly files: ExportFiles
  readonly name: string
  readonly format: ExportFormat
  readonly signal: AbortSignal
  /** Told now and then how many rows are written. */
  readonly onRows?: ((rows: number) => Promise<void>) | undefined
}

/** Where the file of a run is kept. */
export function fileNameOf(run: {
  readonly shop: string
  readonly export: string
  readonly run: string
  readonly file: string
}): string {
  return [run.shop, run.export, run.run, run.file].join('/')
}

const toldEvery = 10_000

/** Writes a table as a file, piece by piece: it is never in memory as a whole. */
export async function writeTable(
  table: ExportTable,
  { files, name, format, signal, onRows }: Target,
): Promise<WrittenTable> {
  if (format === 'parquet') {
    const exact = table.file?.('Parquet', (rows) => withExactTypes(rows, table.columns))
    const written = await files.write(name, exact ?? toParquet(table), signal)
    return { ...written, rows: await countRows(files, name, written.bytes) }
  }
  let rows = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    const count = createRowCount(format)
    for await (const piece of toText(table, format)) {
      const before = rows
      rows = count(piece)
      if (Math.floor(rows / toldEvery) > Math.floor(before / toldEvery)) await onRows?.(rows)
      yield piece
    }
  }
  const written = await files.write(name, counted(), signal)
  return { ...written, rows }
}

type TextFormat = Exclude<ExportFormat, 'parquet'>

type Columns = ExportTable['columns']

/** The same text whether the warehouse writes it or the rows are written here, which takes several times as long. */
function toText({ columns, rows, file }: ExportTable, format: TextFormat): AsyncIterable<Uint8Array> {
  if (format === 'jsonl') return file ? asPrinted(file('JSONLines', (select) => select)) : inPieces(toLines(rows))
  return file
    ? withHeader(
        columns,
        file('RawBLOB', (select) => withCsvLines(select, columns)),
      )
    : inPieces(Readable.from(rows).compose(csvOf(columns)).setEncoding('utf8'))
}

const [lineFeed, quote] = [10, 34]

/** Counts rows over the pieces of a text. Within a quoted cell of CSV a line does not end; JSON has no line feed in its texts. */
function createRowCount(format: TextFormat): (piece: Uint8Array) => number {
  let isQuoted = false
  let rows = format === 'csv' ? -1 : 0
  return (piece) => {
    if (format === 'jsonl') {
      for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) rows += 1
      return rows
    }
    // Not by an iterator, which takes five times as long.
    for (let at = 0; at < piece.length; at += 1) {
      if (piece[at] === quote) isQuoted = !isQuoted
      else if (piece[at] === lineFeed && !isQuoted) rows += 1
    }
    return rows
  }
}

/** RFC 4180. Text that a spreadsheet would run as a formula is defused; numbers stay as they are. */
function csvOf(columns: Columns) {
  return stringify({
    header: true,
    columns: Object.keys(columns),
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: (cell, { column }) => (columns[String(column)] === 'text' ? plainCell(cell) : cell) },
  })
}

async function* withHeader(columns: Columns, lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${Object.keys(columns).join(',')}\r\n`)
  yield* lines
}

/** A text for each row, its line of {@link csvOf}. No cell of a statement is null. */
function withCsvLines(sql: string, columns: Columns): string {
  const cells = Object.entries(columns).map(([name, kind]) => csvCell(`given.${name}`, kind))
  return `SELECT concat(${cells.join(", ',', ")}, '\\r\\n') FROM (${sql}) AS given`
}

function csvCell(cell: string, kind: ColumnKind): string {
  if (typeof kind === 'object') return `toDecimalString(${cell}, ${kind.decimals})`
  if (kind !== 'text') return `toString(${cell})`
  const isFormula = `match(${cell}, ${patternOf(formulaCell)}) AND NOT match(${cell}, ${patternOf(decimalCell)})`
  const plain = `if(${isFormula}, concat('\\'', ${cell}), ${cell})`
  return `if(match(${cell}, ${patternOf(/[",\r\n]/)}), concat('"', replaceAll(${plain}, '"', '""'), '"'), ${plain})`
}

function patternOf({ source }: RegExp): string {
  return `'${source.replaceAll('\\', '\\\\')}'`
}

/** Lines as {@link toLines} writes them: the warehouse spells some characters out that need not be, or in capitals. */
async function* asPrinted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = Buffer.concat([begun, piece])
    const end = bytes.lastIndexOf(lineFeed) + 1
    begun = bytes.subarray(end)
    const lines = bytes.subarray(0, end)
    yield lines.includes('\\u') ? printAgain(lines) : lines
  }
}

function printAgain(lines: Buffer): Buffer {
  const printed = lines
    .toString()
    .split('\n')
    .map((line) => (line.includes('\\u') ? JSON.stringify(JSON.parse(line)) : line))
  return Buffer.from(printed.join('\n'))
}

async function* toLines(rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

const pieceLength = 1 << 16

/** A line is small: handed on one by one, most of the time would go into that. */
async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < pieceLength) continue
    yield Buffer.from(piece)
    piece = ''
  }
  if (piece !== '') yield Buffer.from(piece)
}

/** The same rows with the types that readers of Parquet expect: 38 digits, milliseconds in UTC, signed whole numbers. */
function withExactTypes(sql: string, columns: Columns): string {
  const typed = Object.entries(columns).map(([name, kind]) => `${typedCell(`given.${name}`, kind)} AS ${name}`)
  return `SELECT ${typed.join(', ')} FROM (${sql}) AS given`
}

function typedCell(cell: string, kind: ColumnKind): string {
  switch (kind) {
    case 'text':
      return `CAST(${cell}, 'Nullable(String)')`
    case 'day':
      return `toDate(${cell})`
    case 'instant':
      return `parseDateTime64BestEffortOrNull(${cell}, 3, 'UTC')`
    case 'whole':
      return `toInt64(${cell})`
    default:
      return `toDecimal128(${cell}, ${kind.decimals})`
  }
}

/** From the end of the file, which shows that it is whole, too. */
async function countRows(files: ExportFiles, name: string, bytes: number): Promise<number> {
  const slice = async (start: number, end = bytes): Promise<ArrayBuffer> => {
    const part = await files.open(name, { start, end: end - 1 })
    const pieces: Uint8Array[] = []
    for await (const piece of part ?? []) pieces.push(piece)
    return new Uint8Array(Buffer.concat(pieces)).buffer
  }
  const { num_rows: rows } = await parquetMetadataAsync({ byteLength: bytes, slice })
  return Number(rows)
}
