import { Readable } from 'node:stream'
import { AppError, clipValue, type RowProblem } from '@tillsight/core'
import { type CsvRow, type ImportSource, inspectText, openCsv, readRows } from '../../files/index.ts'
import { largestCostFileMb } from '../../inputs/index.ts'
import { chooseDecimals, type Decimals, fromCell, joinList, readNumber, splitList, toCsv } from './cells.ts'
import { type ColumnKind, type CostFileKind, costFiles, kindOf } from './columns.ts'

/** A file of costs: its text, its bytes, plain or gzip, or what opens them, once for each time that they are read. */
interface CostFile {
  readonly name: string
  /** What it is about; found out from its columns where it is left out. */
  readonly kind?: CostFileKind | undefined
  readonly content: string | Uint8Array | ImportSource['open']
}

/** A row whose cells could be read. */
export interface CostFileRow {
  /** As in a spreadsheet: the first row has the headings. */
  readonly number: number
  /** The text of a column; empty without one. Numbers have a decimal point. */
  readonly cell: (column: string) => string
}

/** A file as it was read, before anything is known of the shop. */
export interface CostTable {
  readonly kind: CostFileKind
  /** Those of its columns that mean something. */
  readonly columns: readonly string[]
  /** All but empty ones. */
  readonly count: number
  readonly rows: readonly CostFileRow[]
  readonly problems: readonly RowProblem[]
  readonly delimiter: 'comma' | 'semicolon' | 'tab'
  readonly decimals: Decimals
  readonly encoding: string
  /** Headings that mean nothing here. */
  readonly ignored: readonly string[]
}

const delimiters: Readonly<Record<string, CostTable['delimiter']>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** Reads a file of costs. Throws `invalid_input` for one that cannot be read as a whole, naming what it lacks. */
export async function readCostFile({ name, kind: wanted, content }: CostFile): Promise<CostTable> {
  const open = typeof content === 'function' ? content : openBytes(Buffer.from(content))
  const source = { name, mostUnpacked: largestCostFileMb * 1024 ** 2, open }
  const text = await inspectText(source)
  const csv = await openCsv(source, text)
  const headings = csv.header.map(plainHeading)
  assertOrders(headings)
  const kind = wanted ?? kindOf(headings)
  assertColumns(kind, headings)
  const known = costFiles[kind].columns
  const { most } = costFiles[kind]
  const columns = headings.flatMap((heading, index): Column[] => {
    const what = known[heading]
    return what === undefined ? [] : [{ heading, index, kind: what }]
  })
  const all: CsvRow[] = []
  for await (const row of readRows(csv)) {
    if (all.length === most) {
      throw new AppError(
        'invalid_input',
        `The file has more than ${most.toLocaleString('en')} rows. Split it and import the parts.`,
      )
    }
    // What means nothing here may be most of a file.
    all.push({ ...row, cells: columns.map(({ index }) => row.cells[index] ?? '') })
  }
  const numbers = columns.flatMap((column, index) => (column.kind === 'number' ? [index] : []))
  const decimals = chooseDecimals(all.flatMap(({ cells }) => numbers.map((index) => fromCell(cells[index] ?? ''))))
  const places = new Map(columns.map(({ heading }, index) => [heading, index]))
  const read = all.map((row) => readRow(row, { columns, places, decimals, damaged: text.damaged }))
  return {
    kind,
    columns: columns.map(({ heading }) => heading),
    count: all.length,
    rows: read.flatMap(({ row, problems }) => (problems.length === 0 ? [row] : [])),
    problems: read.flatMap(({ problems }) => problems),
    delimiter: delimiters[csv.delimiter] ?? 'comma',
    decimals,
    encoding: text.encoding,
    ignored: csv.header.filter((heading, index) => heading !== '' && known[headings[index] ?? ''] === undefined),
  }
}

function openBytes(bytes: Buffer): ImportSource['open'] {
  return () => Readable.from([bytes], { objectMode: false })
}

/** The rows that could be read, and nothing else of the file: read again, they are the same. */
export function printReadRows({ columns, rows }: CostTable): string {
  return toCsv(
    columns,
    rows.map(({ cell }) => Object.fromEntries(columns.map((column) => [column, cell(column)]))),
  )
}

function plainHeading(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

/** Costs of single orders go by the order: a line or a parcel alone does not say which. */
function assertOrders(headings: readonly string[]): void {
  const column = ['line_id', 'parcel'].find((name) => headings.includes(name))
  if (column === undefined || headings.includes('order')) return
  throw new AppError(
    'invalid_input',
    `The column ${column} is about single orders, but there is no column order that says which. Add one with the order's id or number. Nothing was imported.`,
  )
}

function assertColumns(kind: CostFileKind, headings: readonly string[]): void {
  const missing = costFiles[kind].needed.filter((choice) => !choice.some((column) => headings.includes(column)))
  const twice = headings.find(
    (heading, index) => costFiles[kind].columns[heading] !== undefined && headings.indexOf(heading) !== index,
  )
  if (missing.length > 0) {
    throw new AppError(
      'invalid_input',
      `The file lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.map((choice) => choice.join(' or ')).join(', ')}. Name the columns in its first row as an exported file of ${kind} does. Nothing was imported.`,
    )
  }
  if (twice !== undefined) {
    throw new AppError(
      'invalid_input',
      `The file has the column ${twice} twice. Keep one of them. Nothing was imported.`,
    )
  }
}

interface Column {
  readonly heading: string
  /** Its place in a row of the file. */
  readonly index: number
  readonly kind: ColumnKind
}

interface Look {
  readonly columns: readonly Column[]
  /** Places of columns among those that mean something. */
  readonly places: ReadonlyMap<string, number>
  readonly decimals: Decimals
  readonly damaged: boolean
}

function readRow(row: CsvRow, { columns, places, decimals, damaged }: Look) {
  const problems: RowProblem[] = 'problem' in row ? [{ ...row.problem, value: clipValue(row.problem.value) }] : []
  const cells: string[] = []
  columns.forEach(({ heading, kind }, index) => {
    if (problems.length > 0) return
    const text = fromCell(row.cells[index] ?? '')
    const value = damaged && text.includes('\uFFFD') ? undefined : readCell(text, kind, decimals)
    if (value === undefined) problems.push(wrongCell({ row: row.number, field: heading, text, decimals }))
    else cells.push(value)
  })
  return { row: { number: row.number, cell: (column: string) => cells[places.get(column) ?? -1] ?? '' }, problems }
}

/** Undefined where a number is written unlike the others. */
function readCell(text: string, kind: ColumnKind, decimals: Decimals): string | undefined {
  if (kind === 'number') return readNumber(text, decimals)
  if (kind !== 'pairs') return text
  const parts = splitList(text).map((part) => {
    const at = part.lastIndexOf(':')
    const number = readNumber(part.slice(at + 1).trim(), decimals)
    return at < 0 || number === undefined ? undefined : `${part.slice(0, at).trim()}:${number}`
  })
  return parts.includes(undefined) ? undefined : joinList(parts.filter((part) => part !== undefined))
}

interface WrongCell {
  readonly row: number
  readonly field: string
  readonly text: string
  readonly decimals: Decimals
}

function wrongCell({ row, field, text, decimals }: WrongCell): RowProblem {
  const place = { row, field, value: clipValue(text) }
  if (text.includes('\uFFFD')) {
    return {
      ...place,
      problem: 'The text holds bytes that are not UTF-8, although the rest of the file is.',
      remedy: 'Save the whole file in one encoding, best UTF-8.',
    }
  }
  if (decimals === 'unclear') {
    return {
      ...place,
      problem: 'This may be thousands or a decimal comma, and nothing else in the file says which.',
      remedy: 'Write amounts with a decimal point and two decimals, such as 1234.00 or 1.23.',
    }
  }
  return {
    ...place,
    problem: `This is not a number as this file writes them: with a decimal ${decimals}.`,
    remedy: decimals === 'point' ? 'Write it like 1234.50.' : 'Write it like 1234,50.',
  }
}
