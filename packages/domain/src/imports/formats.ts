import { AppError } from '@tillsight/core'
import { generic } from './generic.ts'
import type { ImportFormat } from './import-format.ts'
import { onlineRetail } from './online-retail.ts'

/** Every kind of order file that can be imported. */
export const importFormats: readonly ImportFormat[] = [generic, onlineRetail]

/** Throws `invalid_input` for a format that is not known, naming those that are. */
export function importFormat(id: string): ImportFormat {
  const format = importFormats.find((candidate) => candidate.id === id)
  if (format) return format
  const known = importFormats.map((candidate) => candidate.id).join(', ')
  throw new AppError('invalid_input', `“${id.slice(0, 40)}” is not an import format. Use one of: ${known}.`)
}

/**
 * Where each column of `format` stands in a header; also which headings it does not know. Throws `invalid_input` for
 * missing or repeated columns and says which format the header fits, if one does.
 */
export function matchColumns(
  format: ImportFormat,
  header: readonly string[],
): { columns: Map<string, number>; unknown: string[] } {
  const { columns, unknown } = findColumns(format, header)
  const missing = format.columns.filter(({ name, required }) => required && !columns.has(name)).map(({ name }) => name)
  if (missing.length > 0) {
    const fits = importFormats.find((other) => other !== format && hasRequired(other, header))
    const hint = fits
      ? `The header fits the format “${fits.id}”: choose that one.`
      : `Add ${missing.length === 1 ? 'it' : 'them'} to the header row, or choose the format that the file has.`
    throw new AppError(
      'invalid_input',
      `The file lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${missing.join(', ')}. ` +
        `Its header names: ${header
          .map((heading) => heading.slice(0, 40))
          .slice(0, 40)
          .join(', ')}. ${hint} Nothing was imported.`,
    )
  }
  return { columns, unknown }
}

function hasRequired(format: ImportFormat, header: readonly string[]): boolean {
  const { columns } = findColumns(format, header, { lenient: true })
  return format.columns.every(({ name, required }) => !required || columns.has(name))
}

function findColumns(
  format: ImportFormat,
  header: readonly string[],
  { lenient = false }: { lenient?: boolean } = {},
): { columns: Map<string, number>; unknown: string[] } {
  const columns = new Map<string, number>()
  const unknown: string[] = []
  for (const [index, heading] of header.entries()) {
    const wanted = plain(heading)
    const column = format.columns.find(({ name, aliases = [] }) =>
      [name, ...aliases].some((known) => plain(known) === wanted),
    )
    if (!column) {
      if (wanted !== '') unknown.push(heading.slice(0, 40))
    } else if (columns.has(column.name) && !lenient) {
      throw new AppError(
        'invalid_input',
        `The header names the column ${column.name} twice (“${heading}”). Remove or rename one of them. Nothing was imported.`,
      )
    } else columns.set(column.name, index)
  }
  return { columns, unknown }
}

function plain(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
}
