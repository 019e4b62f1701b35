import { Readable } from 'node:stream'
import { plainCell } from '@tillsight/core'
import { stringify } from 'csv-stringify'
import { parquetMetadataAsync } from 'hyparquet'
import type { ExportRow, ExportTable } from '../exports.ts'
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

/** Writes a table as a file, row by row: it is never in memory as a whole. */
export async function writeTable(
  table: ExportTable,
  { files, name, format, signal, onRows }: Target,
): Promise<WrittenTable> {
  let rows = 0
  const counted = async function* (): AsyncGenerator<ExportRow> {
    for await (const row of table.rows) {
      rows += 1
      if (rows % toldEvery === 0) await onRows?.(rows)
      yield row
    }
  }
  if (format === 'csv') {
    const lines = Readable.from(counted()).compose(csvOf(table)).setEncoding('utf8')
    return { ...(await files.write(name, inPieces(lines), signal)), rows }
  }
  if (format === 'jsonl') return { ...(await files.write(name, inPieces(toLines(counted())), signal)), rows }
  const written = await files.write(name, table.file?.() ?? toParquet(table), signal)
  return { ...written, rows: await countRows(files, name, written.bytes) }
}

/** RFC 4180. Text that a spreadsheet would run as a formula is defused; numbers stay as they are. */
function csvOf({ columns }: Pick<ExportTable, 'columns'>) {
  return stringify({
    header: true,
    columns: Object.keys(columns),
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: { string: (cell, { column }) => (columns[String(column)] === 'text' ? plainCell(cell) : cell) },
  })
}

async function* toLines(rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

const pieceLength = 1 << 16

/** A line is small: handed on one by one, most of the time would go into that. */
async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
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
