import { Readable } from 'node:stream'
import { AppError, clipValue, type RowProblem } from '@tillsight/core'
import { addDays, type Day, dayOf } from '@tillsight/core/days'
import type { CustomSpendFields, CustomSpendRow } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { inspectText, openCsv, readRows } from '../files/index.ts'
import { largestSpendFileKb } from '../inputs/index.ts'
import { type FieldContext, readSpendFields, type SpendField, type TypedSpend } from './fields.ts'

/** The bytes of a file of custom spend; plain or gzip. */
interface SpendFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A parsed file. */
export interface ReadSpendFile {
  readonly rows: number
  /** Rows that can be imported. */
  readonly entries: readonly CustomSpendFields[]
  /** Number of rows that already exist. */
  readonly known: number
  /** Number of invalid rows. */
  readonly leftOut: number
  readonly problems: readonly RowProblem[]
  /** Unknown headings. */
  readonly ignored: readonly string[]
}

/** Headings by field, in the order of the template. */
const spendColumns = {
  channel: 'channel',
  campaign: 'campaign',
  name: 'name',
  firstDay: 'first_day',
  lastDay: 'last_day',
  amount: 'amount',
  percentOf: 'percent_of',
  currency: 'currency',
  repeats: 'repeats',
  countsAs: 'counts_as',
  note: 'note',
} as const satisfies Record<SpendField, string>

const needed: readonly SpendField[] = ['channel', 'firstDay', 'amount']
const mostRows = 2_000

/**
 * Parses a file of custom spend. Valid rows can be imported while others are left out with a reason; a row identical to an
 * existing entry counts as known. Throws `invalid_input` for a file of another kind.
 */
export async function readSpendFile(
  file: SpendFile,
  context: FieldContext,
  existing: readonly CustomSpendRow[],
): Promise<ReadSpendFile> {
  if (file.bytes.length > largestSpendFileKb * 1024)
    throw new AppError(
      'invalid_input',
      `The file is larger than ${largestSpendFileKb} kB. Split it and import the parts.`,
    )
  const source = { name: file.name, open: () => Readable.from([Buffer.from(file.bytes)], { objectMode: false }) }
  const csv = await openCsv(source, await inspectText(source))
  const { fieldsOf, ignored } = readHeader(csv.header)
  const there = Map.groupBy(existing, signature)
  const counts = new Map([...there].map(([key, rows]) => [key, rows.length]))
  const entries: CustomSpendFields[] = []
  const problems: RowProblem[] = []
  const channels = [...context.channels]
  let [rows, known, leftOut] = [0, 0, 0]
  for await (const row of readRows(csv)) {
    rows += 1
    if (rows > mostRows) throw tooManyRows()
    const typed = fieldsOf(row.cells)
    const found = 'problem' in row ? [row.problem] : undefined
    const read = readSpendFields(typed, { ...context, channels })
    const wrong = found ?? read.problems.map((problem) => toRowProblem(row.number, typed, problem))
    if (wrong.length > 0) {
      leftOut += 1
      problems.push(...wrong)
      continue
    }
    if (!channels.includes(read.fields.channel)) channels.push(read.fields.channel)
    const key = signature(read.fields)
    const left = counts.get(key) ?? 0
    if (left > 0) {
      counts.set(key, left - 1)
      known += 1
    } else entries.push(read.fields)
  }
  return { rows, entries, known, leftOut, problems, ignored }
}

function readHeader(header: readonly string[]) {
  const plain = (heading: string) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
  const headings = header.map(plain)
  const places = Object.entries(spendColumns).map(([field, column]) => [field, headings.indexOf(column)] as const)
  const missing = needed.map((field) => spendColumns[field]).filter((column) => !headings.includes(column))
  if (missing.length > 0)
    throw new AppError(
      'invalid_input',
      `The file lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}. Name the columns in its first row as the template does. Nothing was imported.`,
    )
  const known = new Set<string>(Object.values(spendColumns))
  return {
    ignored: header.filter((heading, index) => heading !== '' && !known.has(headings[index] ?? '')),
    fieldsOf: (cells: readonly string[]): TypedSpend =>
      Object.fromEntries(places.map(([field, place]) => [field, place < 0 ? '' : (cells[place] ?? '')])),
  }
}

function toRowProblem(
  row: number,
  typed: TypedSpend,
  { field, problem, remedy }: { readonly field: SpendField; readonly problem: string; readonly remedy: string },
): RowProblem {
  return { row, field: spendColumns[field], value: clipValue(typed[field] ?? ''), problem, remedy }
}

/** Equal for entries with the same content. */
function signature(fields: CustomSpendFields): string {
  const { channel, campaign, name, repeats, firstDay, lastDay, amount, percentOf, currency, countsAs, note } = fields
  const days = [repeats, firstDay, lastDay]
  return JSON.stringify([channel, campaign, name, ...days, amount, percentOf, currency, countsAs, note])
}

function tooManyRows(): AppError {
  return new AppError(
    'invalid_input',
    `The file has more than ${mostRows.toLocaleString('en')} rows. Split it and import the parts.`,
  )
}

/** A template file for entries of custom spend. */
export const spendTemplate = defineVerb({
  name: 'spend.template',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ csv: z.string() }),
  run: async ({ clock, shop }) => ({ csv: templateCsv(dayOf(clock.now(), shop.zone), shop.currency) }),
})

/** The headings, and example lines. Days are near `today`. */
function templateCsv(today: Day, currency: string): string {
  const first = `${today.slice(0, 8)}01`
  const lines = [
    ['Influencers', 'Summer', 'Reel by @anna', today, '', '450.00', '', currency, 'never', 'ad_spend', 'One day'],
    [
      'Print',
      '',
      'Flyers',
      addDays(today, -6),
      today,
      '700.00',
      '',
      currency,
      'never',
      'ad_spend',
      'Spread over a week',
    ],
    [
      'Agency',
      '',
      'Retainer',
      first,
      '',
      '1200.00',
      '',
      currency,
      'month',
      'marketing',
      'Every month until further notice',
    ],
    ['Agency', '', 'Fee', first, '', '10', 'blendedAdSpend', '', '', 'marketing', '10 % of what is spent on ads'],
  ]
  return [Object.values(spendColumns).join(','), ...lines.map((cells) => cells.join(',')), ''].join('\r\n')
}
