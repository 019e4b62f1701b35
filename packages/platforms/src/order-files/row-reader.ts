import {
  type Amount,
  clipValue,
  isAppError,
  isCurrency,
  type LocalTimes,
  localTimesOf,
  parseAmount,
  type RowProblem,
  zeroAmount,
} from '@tillsight/core'
import { quantityDecimals } from './amounts.ts'
import type { FormatInput, Row } from './contract.ts'

/** Typed access to the values of the current row; errors are added to the row's problems. */
export interface RowReader {
  moveTo(row: Row, problems: RowProblem[]): void
  has(field: string): boolean
  /** Trimmed; empty when the column or the value is missing. */
  raw(field: string): string
  /** Null when empty; longer than `limit` characters is a problem. */
  text(field: string, limit: number): string | null
  required(field: string, limit: number): string
  /** Zero if empty. */
  amount(field: string): Amount
  /** In ten-thousandths; undefined when empty. */
  quantity(field: string): bigint | undefined
  /** ISO 8601 in UTC; undefined when empty. */
  instant(field: string): string | undefined
  currency(field: string): string
  choice<T extends string>(field: string, choices: readonly T[], otherwise: T): T
  refuse(field: string, problem: string, remedy: string): void
}

const dayMs = 86_400_000
const earliest = Date.UTC(1990, 0, 1)
const decimal = /^([+-]?)(\d{1,12})(?:\.(\d{1,4}))?$/

/** A reader over the columns of one file. */
export function createRowReader(input: FormatInput): RowReader {
  const times = localTimesOf(input.zone)
  let row: Row = { number: 0, cells: [] }
  let problems: RowProblem[] = []
  // Rows of one order share their times, and time zone lookups are slow.
  let lastInstant: { value: string; text: string | undefined } = { value: '', text: undefined }
  const has = (field: string) => input.columns.has(field)
  const raw = (field: string) => {
    const index = input.columns.get(field)
    return index === undefined ? '' : (row.cells[index]?.trim() ?? '')
  }
  const refuse = (field: string, problem: string, remedy: string) => {
    problems.push({ row: row.number, field, value: clipValue(raw(field)), problem, remedy })
  }
  const text = (field: string, limit: number) => {
    const value = raw(field)
    if (value.length > limit) {
      refuse(field, `The text has ${value.length} characters; the limit is ${limit}.`, 'Shorten it.')
      return value.slice(0, limit)
    }
    return value === '' ? null : value
  }
  return {
    moveTo(next, list) {
      row = next
      problems = list
    },
    has,
    raw,
    text,
    refuse,
    required(field, limit) {
      const value = text(field, limit)
      if (value === null) refuse(field, 'The value is missing.', 'Fill it in; every row needs it.')
      return value ?? ''
    },
    amount: (field) => readAmount(raw(field), field, refuse),
    quantity: (field) => readQuantity(raw(field), field, refuse),
    instant(field) {
      const value = raw(field)
      if (value !== lastInstant.value || lastInstant.text === undefined) {
        lastInstant = { value, text: readInstant(value, field, { times, now: input.now, refuse }) }
      }
      return lastInstant.text
    },
    currency(field) {
      const value = raw(field).toUpperCase()
      if (value === '') return input.currency
      if (!isCurrency(value)) refuse(field, 'This currency is not known.', 'Use an ISO 4217 code: EUR, USD, GBP, …')
      return value
    },
    choice(field, choices, otherwise) {
      const value = raw(field).toLowerCase()
      if (value === '') return otherwise
      const found = choices.find((choice) => choice === value)
      if (found === undefined) refuse(field, 'This word is not known here.', `Use one of: ${choices.join(', ')}.`)
      return found ?? otherwise
    },
  }
}

/** The values of an order's first row in some columns. */
export interface FirstRow {
  readonly row: number
  /** In the order of the columns. */
  readonly values: readonly string[]
}

/** Rejects values that contradict the first row of the same order; further rows may leave them empty. */
export function compareWithFirst(
  reader: RowReader,
  first: FirstRow,
  { columns, remedy }: { readonly columns: readonly string[]; readonly remedy: string },
): void {
  for (const [index, name] of columns.entries()) {
    const value = reader.raw(name)
    const earlier = first.values[index] ?? ''
    if (value === '' || value === earlier) continue
    reader.refuse(name, `Row ${first.row} of the same order says “${clipValue(earlier)}”.`, remedy)
  }
}

type Refuse = RowReader['refuse']

function readAmount(value: string, field: string, refuse: Refuse): Amount {
  if (value === '') return zeroAmount
  try {
    return parseAmount(value)
  } catch (error) {
    if (!isAppError(error)) throw error
    const remedy = 'Write it like 1234.50: a point before the decimals, no thousands separator, no currency sign.'
    refuse(field, error.message.includes('too large') ? 'The amount is too large.' : 'This is not an amount.', remedy)
    return zeroAmount
  }
}

function readQuantity(value: string, field: string, refuse: Refuse): bigint | undefined {
  if (value === '') return undefined
  const match = decimal.exec(value)
  if (!match) {
    refuse(field, 'This is not a quantity.', 'Write a number, 2 or 0.75, with at most 4 decimals.')
    return undefined
  }
  const units = BigInt((match[2] ?? '') + (match[3] ?? '').padEnd(quantityDecimals, '0'))
  return match[1] === '-' ? -units : units
}

function readInstant(
  value: string,
  field: string,
  { times, now, refuse }: { times: LocalTimes; now: Date; refuse: Refuse },
): string | undefined {
  if (value === '') return undefined
  const epochMs = times.toEpochMs(value)
  if (epochMs === undefined) {
    refuse(
      field,
      'This is not an existing date and time.',
      'Write it like 2026-03-31 14:05:00, with Z or +02:00 behind it if it is not shop time.',
    )
    return undefined
  }
  if (epochMs < earliest || epochMs > now.getTime() + dayMs) {
    refuse(field, epochMs < earliest ? 'The date lies before 1990.' : 'The date lies in the future.', 'Check the year.')
    return undefined
  }
  return toInstantText(epochMs)
}

/** `2026-03-31T12:05:00Z`, as platforms write it. */
function toInstantText(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.000Z$/, 'Z')
}
