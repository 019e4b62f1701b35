import { plainCell } from '@tillsight/core'

// Cells of cost files: what is written is read back as it was, and no spreadsheet takes it for a formula.

/** Text as a cell. A leading apostrophe or quotation mark gets an apostrophe, too, so that {@link fromCell} finds the same text. */
export function toCell(text: string): string {
  return /^['"]/.test(text) ? `'${text}` : plainCell(text)
}

/** The text of a cell. */
export function fromCell(cell: string): string {
  const text = cell.trim()
  return /^'['"=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? text.slice(1) : text
}

/** Prints rows under their headings, as spreadsheets and the importer read them. */
export function toCsv(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => quote(toCell(row[column] ?? ''))))]
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

function quote(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Several values in one cell, with a bar between them. */
export function joinList(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[\\|]/g, String.raw`\$&`)).join('|')
}

/** The values of a cell. */
export function splitList(text: string): string[] {
  const parts = text.match(/(?:\\.|[^\\|])+/gs) ?? []
  return parts.map((part) => part.replaceAll(/\\(.)/gs, '$1').trim()).filter((part) => part !== '')
}

/** How a file writes decimals; `unclear`: its amounts are either thousands or decimals, and nothing says which. */
export type Decimals = 'point' | 'comma' | 'unclear'

const withPoint = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/
const withComma = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/
const withGroups = /^-?\d{1,3}(?:,\d{3})+$/

/** Finds out how these numbers of one file are written: as most of those are that can only be read one way. */
export function chooseDecimals(numbers: readonly string[]): Decimals {
  let [points, commas, groups] = [0, 0, 0]
  for (const number of numbers) {
    if (withGroups.test(number)) groups += 1
    else if (withPoint.test(number)) points += 1
    else if (withComma.test(number)) commas += 1
  }
  if (points === 0 && commas === 0 && groups > 0) return 'unclear'
  return commas > points ? 'comma' : 'point'
}

/** A number with a decimal point, as amounts are kept; what is none comes back as it is. Undefined: written unlike the file. */
export function readNumber(text: string, decimals: Decimals): string | undefined {
  if (decimals === 'unclear') return withGroups.test(text) ? undefined : text
  if (decimals === 'point') return text.includes(',') ? undefined : text
  if (withComma.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return withPoint.test(text) ? undefined : text
}
