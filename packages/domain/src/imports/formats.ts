import { AppError } from '@tillsight/core'
import { connectorList } from '@tillsight/platforms/connectors'
import type { ImportFormat } from '@tillsight/platforms/order-files'
import { generic } from './generic.ts'
import { onlineRetail } from './online-retail.ts'

const storeFormats = connectorList
  .flatMap(({ orderFile }) => orderFile ?? [])
  .toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** All formats of order files that can be imported. */
export const importFormats: readonly ImportFormat[] = [generic, ...storeFormats, onlineRetail]

/** Throws `invalid_input` for an unknown format, naming the known ones. */
export function importFormat(id: string): ImportFormat {
  const format = importFormats.find((candidate) => candidate.id === id)
  if (format) return format
  const known = importFormats.map((candidate) => candidate.id).join(', ')
  throw new AppError('invalid_input', `“${id.slice(0, 40)}” is not an import format. Use one of: ${known}.`)
}

/**
 * Heading by column name; an empty text means that the file has none. Columns without an entry are matched by their known
 * names.
 */
export type ColumnMapping = Readonly<Record<string, string>>

/**
 * The index of each column of `format` in a header, and the headings it does not know. Throws `invalid_input` for missing or
 * repeated columns and names the format that fits the header, if one does.
 */
export function matchColumns(
  format: ImportFormat,
  header: readonly string[],
  mapping: ColumnMapping = {},
): { columns: Map<string, number>; unknown: string[] } {
  for (const known of importFormats) {
    const reason = known.refuse?.(header)
    // A person who mapped the columns has seen which ones are missing.
    if (reason === undefined || Object.keys(mapping).length > 0) continue
    throw new AppError('invalid_input', `${reason} Nothing was imported.`)
  }
  const { columns, unknown } = findColumns(format, header, { mapping })
  const missing = listMissing(format, columns)
  if (missing.length > 0) {
    const fits = suggestFormat(header)
    const hint =
      fits !== undefined && fits !== format.id
        ? `The header fits the format “${fits}”: choose that one.`
        : `Add ${missing.length === 1 ? 'it' : 'them'} to the header row, or choose the format that the file has.`
    throw new AppError(
      'invalid_input',
      `The file lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}. ` +
        `Its header names: ${header
          .map((heading) => heading.slice(0, 40))
          .slice(0, 40)
          .join(', ')}. ${hint} Nothing was imported.`,
    )
  }
  return { columns, unknown }
}

/**
 * Id of the format that fits a header best: of those whose required columns are all present, the one that knows most of the
 * headings; undefined if none fits.
 */
export function suggestFormat(header: readonly string[]): string | undefined {
  const fitting = importFormats
    .map((format) => ({ format, columns: findColumns(format, header, { lenient: true }).columns }))
    .filter(({ format, columns }) => listMissing(format, columns).length === 0)
  return fitting.reduce<(typeof fitting)[number] | undefined>(
    (best, next) => (best === undefined || next.columns.size > best.columns.size ? next : best),
    undefined,
  )?.format.id
}

/** Like {@link matchColumns}, but without errors: the heading of each column, if there is one. */
export function readMapping(
  format: ImportFormat,
  header: readonly string[],
  mapping: ColumnMapping,
): { headings: Map<string, string>; unknown: string[] } {
  const { columns, unknown } = findColumns(format, header, { lenient: true, mapping })
  return { headings: new Map([...columns].map(([name, index]) => [name, header[index] ?? ''])), unknown }
}

/** Lists what a header lacks: required columns, and sets of alternatives of which none is present. */
function listMissing(format: ImportFormat, columns: ReadonlyMap<string, number>): string[] {
  const required = format.columns.filter(({ name, required: isNeeded }) => isNeeded && !columns.has(name))
  const has = (name: string) => columns.has(name) || columns.has(`${name}_1`)
  const choices = (format.oneOf ?? []).filter((names) => !names.some(has))
  return [...required.map(({ name }) => name), ...choices.map((names) => names.join(' or '))]
}

function findColumns(
  format: ImportFormat,
  header: readonly string[],
  { lenient = false, mapping = {} }: { lenient?: boolean; mapping?: ColumnMapping } = {},
): { columns: Map<string, number>; unknown: string[] } {
  const columns = findChosen(format, header, mapping)
  const chosen = new Set(columns.values())
  const unknown: string[] = []
  for (const [index, heading] of header.entries()) {
    if (chosen.has(index)) continue
    const wanted = plain(heading)
    const known = nameOf(format, wanted)
    const name = known !== undefined && mapping[known] !== undefined ? undefined : known
    if (name === undefined) {
      if (wanted !== '') unknown.push(heading.slice(0, 40))
    } else if (columns.has(name) && !lenient) {
      throw new AppError(
        'invalid_input',
        `The header names the column ${name} twice (“${heading}”). Remove or rename one of them. Nothing was imported.`,
      )
    } else columns.set(name, index)
  }
  return { columns, unknown }
}

/** The columns that are mapped to an existing heading. */
function findChosen({ columns }: ImportFormat, header: readonly string[], mapping: ColumnMapping): Map<string, number> {
  const chosen = columns.map(({ name }) => [name, mapping[name] ? header.indexOf(mapping[name]) : -1] as const)
  return new Map(chosen.filter(([, index]) => index >= 0))
}

function nameOf({ columns }: ImportFormat, wanted: string): string | undefined {
  const column = columns.find(({ name, aliases = [], numbered = false }) =>
    [name, ...aliases].some((known) =>
      numbered
        ? wanted.startsWith(plain(known)) && /^\d{1,3}$/.test(wanted.slice(plain(known).length))
        : plain(known) === wanted,
    ),
  )
  return column?.numbered ? `${column.name}_${/\d+$/.exec(wanted)?.[0] ?? ''}` : column?.name
}

function plain(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
}
