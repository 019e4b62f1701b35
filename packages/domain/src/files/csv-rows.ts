import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { RowProblem } from '@tillsight/core'
import { CsvError, parse } from 'csv-parse/sync'
import { explainPacking, type ImportSource, notCsv, openText, type TextKind } from './inspect-text.ts'

const longestLine = 1 << 20

/** One record of the file, or the reason it could not be parsed. */
export type CsvRow =
  | { readonly number: number; readonly cells: readonly string[] }
  | { readonly number: number; readonly cells: readonly string[]; readonly problem: RowProblem }

/** A file known to be text, with its delimiter. */
export interface CsvFile {
  readonly source: ImportSource
  readonly kind: TextKind
  readonly delimiter: string
  readonly header: readonly string[]
}

/** Number of characters parsed at once. */
const batchSize = 1 << 17
/** A batch of this size with unpaired quotation marks contains one that is never closed. */
const batchLimit = 1 << 20
/** Maximum number of lines that one row may span. */
const linesPerRow = 100

/** Parses the header and detects the delimiter: comma, semicolon or tab. */
export async function openCsv(source: ImportSource, kind: TextKind): Promise<CsvFile> {
  for await (const lines of readLines(openText(source, kind))) {
    const first = lines.find((line) => line.trim() !== '')
    if (first === undefined) continue
    const delimiter = chooseDelimiter(first)
    const header = parseText(first, delimiter)?.[0]
    if (!header)
      throw notCsv(
        'The file is not CSV: its first row cannot be read.',
        'Its first row must name the columns, separated by commas.',
      )
    return { source, kind, delimiter, header: header.map((heading) => heading.trim()) }
  }
  throw notCsv('The file is empty.', 'Its first row must name the columns.')
}

/**
 * Every row after the header, numbered as in a spreadsheet (the header is row 1). A row with the wrong number of values, or
 * with an unclosed quotation mark, has a problem; parsing continues with the next line.
 */
export async function* readRows(file: CsvFile): AsyncGenerator<CsvRow> {
  let number = 0
  let headerSeen = false
  for await (const records of readRecords(file)) {
    for (const record of records) {
      number++
      if (record.cells.every((cell) => cell.trim() === '')) continue
      if (!headerSeen) {
        headerSeen = true
        continue
      }
      yield toRow(record, { number, columns: file.header.length })
    }
  }
}

/** A parsed record; `broken` if only its first line could be parsed. */
interface ParsedRecord {
  readonly cells: readonly string[]
  readonly broken: boolean
}

async function* readRecords(file: CsvFile): AsyncGenerator<ParsedRecord[]> {
  let lines: string[] = []
  let size = 0
  let marks = 0
  for await (const more of readLines(openText(file.source, file.kind))) {
    for (const line of more) {
      lines.push(line)
      size += line.length
      marks += countMarks(line)
      if (size < batchSize || (marks % 2 === 1 && size < batchLimit)) continue
      const { records, rest } = parseBatch(lines, { file, isLast: false })
      yield records
      lines = rest
      size = rest.reduce((sum, { length }) => sum + length, 0)
      marks = rest.reduce((sum, restLine) => sum + countMarks(restLine), 0)
    }
  }
  yield parseBatch(lines, { file, isLast: true }).records
}

interface BatchInput {
  readonly file: CsvFile
  readonly isLast: boolean
}

/** Valid batches are parsed as a whole, damaged ones line by line, so that the damage stays local. */
function parseBatch(lines: readonly string[], input: BatchInput): { records: ParsedRecord[]; rest: string[] } {
  const { delimiter, header } = input.file
  const whole = parseText(lines.join(''), delimiter)
  if (whole && !whole.some((cells) => isSuspicious(cells, header.length))) {
    return { records: whole.map((cells) => ({ cells, broken: false })), rest: [] }
  }
  return parseLineByLine(lines, input)
}

function parseLineByLine(
  lines: readonly string[],
  { file, isLast }: BatchInput,
): { records: ParsedRecord[]; rest: string[] } {
  const records: ParsedRecord[] = []
  let start = 0
  while (start < lines.length) {
    if (!isLast && lines.length - start < linesPerRow) break
    const found = findRecord(lines, start, file)
    records.push(found.record)
    start += found.lines
  }
  return { records, rest: lines.slice(start) }
}

/** The record that starts at a line: the shortest run of lines that parses as one valid record. */
function findRecord(
  lines: readonly string[],
  start: number,
  { delimiter, header }: CsvFile,
): { record: ParsedRecord; lines: number } {
  let text = ''
  let marks = 0
  for (let count = 1; count <= linesPerRow && start + count <= lines.length; count++) {
    const line = lines[start + count - 1] ?? ''
    text += line
    marks += countMarks(line)
    const cells = count === 1 || marks % 2 === 0 ? parseText(text, delimiter)?.[0] : undefined
    if (!cells || isSuspicious(cells, header.length)) continue
    if (count === 1 || cells.length === header.length) return { record: { cells, broken: false }, lines: count }
  }
  const first = (lines[start] ?? '').trim().split(delimiter)
  return { record: { cells: first, broken: true }, lines: 1 }
}

/** With lenient quotes, an unclosed quotation mark shows as a value that begins with it and spans lines. */
function isSuspicious(cells: readonly string[], columns: number): boolean {
  const spans = cells.filter((cell) => cell.includes('\n') || cell.includes('\r'))
  return spans.length > 0 && (cells.length !== columns || spans.some((cell) => cell.startsWith('"')))
}

/** Undefined if a quotation mark is still open at the end. */
function parseText(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

function countMarks(line: string): number {
  let count = 0
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) count++
  return count
}

function toRow({ cells, broken }: ParsedRecord, { number, columns }: { number: number; columns: number }): CsvRow {
  if (cells.length === columns && !broken) return { number, cells }
  const place = { row: number, field: '(whole row)', value: cells.join(',') }
  const problem = broken
    ? {
        ...place,
        problem: 'A quotation mark in this row is never closed.',
        remedy: 'Close it, or double quotation marks that belong to a text.',
      }
    : {
        ...place,
        problem: `The row has ${cells.length} values where the header names ${columns} columns.`,
        remedy:
          'Put texts that hold a comma, quotation mark or line break in quotation marks; keep empty values between commas.',
      }
  return { number, cells, problem }
}

function chooseDelimiter(line: string): string {
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

/** Batches of UTF-8 lines with their line ends. A lone carriage return ends a line if the file has no other line ends. */
async function* readLines(text: Readable): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let lineEnd: '\n' | '\r' | undefined
  try {
    for await (const chunk of text) {
      rest += decoder.write(chunk)
      lineEnd ??= chooseLineEnd(rest)
      if (lineEnd === undefined) continue
      const lines = splitLines(rest, lineEnd)
      rest = lines.pop() ?? ''
      if (rest.length > longestLine)
        throw notCsv('The file holds a line of more than a million characters.', 'Export it again in CSV.')
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    throw explainPacking(error)
  } finally {
    text.destroy()
  }
  const last = splitLines(rest + decoder.end(), lineEnd ?? '\r').filter((line) => line !== '')
  if (last.length > 0) yield last
}

function chooseLineEnd(start: string): '\n' | '\r' | undefined {
  if (start.includes('\n')) return '\n'
  return start.length > longestLine ? '\r' : undefined
}

function splitLines(text: string, lineEnd: string): string[] {
  const lines: string[] = []
  let start = 0
  for (let end = text.indexOf(lineEnd); end !== -1; end = text.indexOf(lineEnd, start)) {
    lines.push(text.slice(start, end + 1))
    start = end + 1
  }
  lines.push(text.slice(start))
  return lines
}
