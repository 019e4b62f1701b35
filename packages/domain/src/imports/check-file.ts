import { clipValue, type RowProblem } from '@tillsight/core'
import type { FormatInput, ImportFormat, ImportNote, Reading, Row } from '@tillsight/platforms/order-files'
import { type CsvFile, type CsvRow, type ImportSource, inspectText, notCsv, openCsv, readRows } from '../files/index.ts'
import { type ColumnMapping, matchColumns } from './formats.ts'

/** The result of the first pass over a file: which groups of rows can be imported and why the others cannot. */
export interface CheckedFile {
  readonly file: CsvFile
  readonly reading: Reading
  /** Number of rows of each accepted group. */
  readonly groups: ReadonlyMap<string, number>
  readonly groupsLeftOut: number
  readonly rowsGood: number
  readonly rowsBad: number
  /** The first problems in row order; there may be more. */
  readonly problems: readonly RowProblem[]
  readonly problemCount: number
  readonly warnings: readonly string[]
  readonly notes: readonly ImportNote[]
}

/** A file and the shop to check it for. */
export interface CheckInput {
  readonly source: ImportSource
  readonly format: ImportFormat
  readonly shop: Pick<FormatInput, 'currency' | 'zone' | 'now'>
  /** The heading for each column, where names do not match. */
  readonly mapping?: ColumnMapping
  /** Maximum number of problems to collect; defaults to {@link problemLimit}. */
  readonly problems?: number
  readonly signal?: AbortSignal
  /** Which of these groups are orders of a connection of the shop. */
  readonly findTaken?: (groups: readonly string[]) => Promise<ReadonlySet<string>>
  readonly onRows?: (rows: number) => Promise<void> | void
}

/** Number of problems in a report; enough to correct a file step by step. */
export const problemLimit = 200
const progressEvery = 20_000

/** First pass: finds every problem, writes nothing. Throws `invalid_input` for a file that is not of this format at all. */
export async function checkFile(input: CheckInput): Promise<CheckedFile> {
  const kind = await inspectText(input.source)
  const file = await openCsv(input.source, kind)
  const { columns, unknown } = matchColumns(input.format, file.header, input.mapping)
  const reading = input.format.start({ ...input.shop, columns })
  const tally = newTally(input.problems ?? problemLimit)
  for await (const row of readRows(file)) {
    checkRow(reading, row, { tally, damaged: kind.damaged, header: file.header })
    if (tally.rows % progressEvery === 0) {
      input.signal?.throwIfAborted()
      await input.onRows?.(tally.rows)
    }
  }
  if (tally.rows === 0)
    throw notCsv('The file has a header row and nothing below it.', 'Export it again with the orders.')
  const taken = (await input.findTaken?.([...tally.groups.keys()])) ?? new Set()
  if (taken.size > 0) await leaveOutTaken({ file, reading, tally }, taken, input.format.groupColumn)
  for (const { group, problem } of reading.settle((id) => tally.leftOut.has(id))) {
    tally.leftOut.add(group)
    addProblems(tally, [problem])
  }
  const checked = summarise({ file, reading, tally, warnings: warningsOf(kind, unknown) })
  return { ...checked, problems: checked.problems.map((problem) => inWordsOfFile(problem, input.mapping)) }
}

/** Adds the mapped heading to a problem's field, which is the name its user knows. */
function inWordsOfFile(problem: RowProblem, mapping: ColumnMapping = {}): RowProblem {
  const heading = mapping[problem.field]
  return heading && heading !== problem.field ? { ...problem, field: `${heading} (${problem.field})` } : problem
}

interface Tally {
  readonly limit: number
  rows: number
  ungrouped: number
  problemCount: number
  readonly problems: RowProblem[]
  readonly groups: Map<string, number>
  readonly leftOut: Set<string>
  previous: string | undefined
  /** Group before a row without a group: if the next row continues that group, the row was part of it. */
  suspect: string | undefined
}

function newTally(limit: number): Tally {
  return {
    limit,
    rows: 0,
    ungrouped: 0,
    problemCount: 0,
    problems: [],
    groups: new Map(),
    leftOut: new Set(),
    previous: undefined,
    suspect: undefined,
  }
}

function checkRow(
  reading: Reading,
  row: CsvRow,
  { tally, damaged, header }: { tally: Tally; damaged: boolean; header: readonly string[] },
): void {
  tally.rows++
  const problems: RowProblem[] = 'problem' in row ? [{ ...row.problem, value: clipValue(row.problem.value) }] : []
  if (damaged) problems.push(...unreadableTexts(row, header))
  if (problems.length === 0) reading.look(row, problems)
  const group = reading.groupOf(row)
  addProblems(tally, problems)
  if (group === undefined) {
    tally.ungrouped++
    tally.suspect ??= tally.previous
    return
  }
  if (tally.suspect !== undefined && tally.suspect === group) tally.leftOut.add(group)
  tally.suspect = undefined
  tally.previous = group
  tally.groups.set(group, (tally.groups.get(group) ?? 0) + 1)
  if (problems.length > 0) tally.leftOut.add(group)
}

function addProblems(tally: Tally, problems: readonly RowProblem[]): void {
  tally.problemCount += problems.length
  tally.problems.push(...problems.slice(0, tally.limit - tally.problems.length))
}

/** Excludes orders of a connection and reports their rows: takes another pass, only if there are any. */
async function leaveOutTaken(
  { file, reading, tally }: { file: CsvFile; reading: Reading; tally: Tally },
  taken: ReadonlySet<string>,
  field: string,
): Promise<void> {
  const left = new Set(taken)
  for await (const row of readRows(file)) {
    const group = reading.groupOf(row)
    if (group === undefined || !left.delete(group)) continue
    tally.leftOut.add(group)
    addProblems(tally, [takenOrder(group, { row: row.number, field })])
    if (left.size === 0) return
  }
}

function takenOrder(group: string, place: Pick<RowProblem, 'row' | 'field'>): RowProblem {
  return {
    ...place,
    value: clipValue(group),
    problem: 'A connection of this shop holds an order with this number already, and a file does not replace it.',
    remedy:
      'If it is the same order, take its rows out of the file. If it is another one, give it a number of its own, such as “old-…”.',
  }
}

function unreadableTexts(row: Row, header: readonly string[]): RowProblem[] {
  return row.cells.flatMap((cell, index) =>
    cell.includes('\uFFFD')
      ? [
          {
            row: row.number,
            field: header[index] ?? `column ${index + 1}`,
            value: clipValue(cell),
            problem: 'The text holds bytes that are not UTF-8, although the rest of the file is.',
            remedy: 'Save the whole file in one encoding, best UTF-8.',
          },
        ]
      : [],
  )
}

function summarise(parts: { file: CsvFile; reading: Reading; tally: Tally; warnings: readonly string[] }): CheckedFile {
  const { file, reading, tally, warnings } = parts
  const groups = new Map([...tally.groups].filter(([group]) => !tally.leftOut.has(group)))
  const rowsGood = groups.values().reduce((sum, rows) => sum + rows, 0)
  return {
    file,
    reading,
    groups,
    groupsLeftOut: tally.groups.size - groups.size,
    rowsGood,
    rowsBad: tally.rows - rowsGood,
    problems: tally.problems.toSorted((a, b) => a.row - b.row),
    problemCount: tally.problemCount,
    warnings,
    notes: reading.notes(),
  }
}

function warningsOf(kind: CsvFile['kind'], unknown: readonly string[]): string[] {
  const warnings: string[] = []
  if (kind.encoding === 'windows-1252') {
    warnings.push(
      'The file is not UTF-8; it was read in Windows-1252. If names look wrong, save it in UTF-8 and import it again.',
    )
  }
  if (unknown.length > 0) {
    warnings.push(`These columns are not known and were ignored: ${unknown.slice(0, 20).join(', ')}.`)
  }
  return warnings
}
