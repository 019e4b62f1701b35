import { Readable } from 'node:stream'
import { AppError, clipValue, type RowProblem } from '@tillsight/core'
import { inspectText, openCsv, readRows } from '../../files/index.ts'
import { type ColumnProblem, type TouchColumn, type TypedTouch, touchFileColumns } from './columns.ts'
import { type ReadTouch, readTouch, type TouchFileContext } from './read-touch.ts'

/** The bytes of a file of touches; plain or gzip. */
export interface TouchFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A parsed file. */
export interface ReadTouchFile {
  readonly rows: number
  /** One per touch, even if several rows describe it; the last row counts. */
  readonly touches: readonly ReadTouch[]
  /** Number of invalid rows. */
  readonly leftOut: number
  /** The first problems. */
  readonly problems: readonly RowProblem[]
  readonly problemCount: number
  /** Unknown headings. */
  readonly ignored: readonly string[]
}

/** Maximum size of an uploaded file. */
export const largestTouchFileMb = 64
const mostRows = 500_000
const mostProblems = 50

/**
 * Parses a file of touches: valid rows can be imported while others are left out. Throws `invalid_input` for a file of
 * another kind.
 */
export async function readTouchFile(file: TouchFile, context: TouchFileContext): Promise<ReadTouchFile> {
  if (file.bytes.length > largestTouchFileMb * 1024 * 1024)
    throw new AppError(
      'invalid_input',
      `The file is larger than ${largestTouchFileMb} MB. Split it and import the parts.`,
    )
  const source = { name: file.name, open: () => Readable.from([Buffer.from(file.bytes)], { objectMode: false }) }
  const csv = await openCsv(source, await inspectText(source))
  const { typedOf, ignored } = readHeader(csv.header)
  const touches = new Map<string, ReadTouch>()
  const problems: RowProblem[] = []
  let [rows, leftOut, problemCount] = [0, 0, 0]
  for await (const row of readRows(csv)) {
    rows += 1
    if (rows > mostRows) throw tooManyRows()
    const typed = typedOf(row.cells)
    const { read, problems: found } = readTouch(typed, context)
    const wrong = 'problem' in row ? [row.problem] : found.map((problem) => toRowProblem(row.number, typed, problem))
    if (wrong.length === 0 && read) {
      touches.set(read.touch.touch_id, read)
      continue
    }
    leftOut += 1
    problemCount += wrong.length
    problems.push(...wrong.slice(0, mostProblems - problems.length))
  }
  return { rows, touches: [...touches.values()], leftOut, problems, problemCount, ignored }
}

function readHeader(header: readonly string[]) {
  const plain = (heading: string) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
  const headings = header.map(plain)
  if (!headings.includes('at'))
    throw new AppError(
      'invalid_input',
      'The file lacks the column at. Name the columns in its first row as docs/reference/touches.md does. Nothing was imported.',
    )
  const places = touchFileColumns.map((column) => [column, headings.indexOf(column)] as const)
  const known = new Set<string>(touchFileColumns)
  return {
    ignored: header.filter((heading, index) => heading !== '' && !known.has(headings[index] ?? '')),
    typedOf: (cells: readonly string[]): TypedTouch => {
      const values = places.map(([column, place]) => [column, place < 0 ? '' : (cells[place] ?? '').trim()])
      // Every column has an index.
      return Object.fromEntries(values) as Record<TouchColumn, string>
    },
  }
}

function toRowProblem(row: number, typed: TypedTouch, { field, problem, remedy }: ColumnProblem): RowProblem {
  // A person's invalid e-mail address is not repeated: problems are printed and logged.
  const value = field === 'email' ? '' : clipValue(typed[field])
  return { row, field, value, problem, remedy }
}

function tooManyRows(): AppError {
  return new AppError(
    'invalid_input',
    `The file has more than ${mostRows.toLocaleString('en')} rows. Split it and import the parts.`,
  )
}
