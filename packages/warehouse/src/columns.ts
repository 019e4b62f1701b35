import { AppError } from '@tillsight/core'
import type { ColumnValue } from './contract.ts'

/** A value in the format of JSONEachRow. */
export type Cell = string | number | readonly Cell[]

/** Checks a value against its column and prints it; throws `invalid_input`. ClickHouse itself wraps or guesses instead. */
export type Encoder = (value: ColumnValue) => Cell

/** How values of one type are written, and the column's default. */
interface Writing {
  readonly encode: Encoder
  readonly empty: Cell
}

const types: Readonly<Record<string, (inner: string) => Writing>> = {
  UInt8: integer(0n, 2n ** 8n - 1n),
  UInt16: integer(0n, 2n ** 16n - 1n),
  UInt32: integer(0n, 2n ** 32n - 1n),
  UInt64: integer(0n, 2n ** 64n - 1n),
  Int32: integer(-(2n ** 31n), 2n ** 31n - 1n),
  Int64: integer(-(2n ** 63n), 2n ** 63n - 1n),
  Decimal: (inner) => ({ encode: encodeDecimal(inner), empty: '0' }),
  String: () => ({ encode: encodeText, empty: '' }),
  FixedString: (inner) => ({ encode: encodeFixedString(Number(inner)), empty: '' }),
  LowCardinality: writingOf,
  Array: (inner) => ({ encode: encodeArray(encoderOf(inner)), empty: [] }),
  UUID: () => ({
    encode: encodeMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a UUID'),
    empty: '00000000-0000-0000-0000-000000000000',
  }),
  Date: () => ({ encode: encodeDay, empty: '1970-01-01' }),
  DateTime: () => ({
    encode: (value) => encodeInstant(value, 0, ['1970-01-01 00:00:00', '2106-02-07 06:28:15']),
    empty: '1970-01-01 00:00:00',
  }),
  DateTime64: () => ({
    encode: (value) => encodeInstant(value, 3, ['1900-01-01 00:00:00', '2299-12-31 23:59:59']),
    empty: '1970-01-01 00:00:00',
  }),
  Enum8: (inner) => ({ encode: encodeEnum(inner), empty: enumNames(inner)[0] ?? '' }),
}

function writingOf(type: string): Writing {
  const [, name = '', inner = ''] = /^(\w+)(?:\((.*)\))?$/s.exec(bareType(type)) ?? []
  const writing = types[name]
  if (!writing) throw new Error(`columns of type ${type} cannot be written yet`)
  return writing(inner)
}

/** The encoder of a column declared as `type`, codec and all. */
export function encoderOf(type: string): Encoder {
  return writingOf(type).encode
}

/** ClickHouse's default value for a column of that type. */
export function emptyCell(type: string): Cell {
  return writingOf(type).empty
}

/** `String CODEC(ZSTD(3))` → `String`. */
export function bareType(column: string): string {
  const end = /\s(?:CODEC|DEFAULT|COMMENT|TTL)\b/.exec(column)?.index
  return column.slice(0, end).trim()
}

function refuse(value: ColumnValue, expected: string): never {
  const shown = String(value)
  throw new AppError('invalid_input', `“${shown.slice(0, 60)}” (${typeof value}) is not ${expected}.`)
}

function integer(least: bigint, most: bigint): () => Writing {
  const [leastNumber, mostNumber] = [Number(least), Number(most)]
  const expected = `a whole number from ${least} to ${most}`
  const encode: Encoder = (value) => {
    if (typeof value === 'number') {
      const fits = Number.isSafeInteger(value) && value >= leastNumber && value <= mostNumber
      return fits ? value : refuse(value, expected)
    }
    const whole = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d{1,20}$/.test(value))
    const number = whole ? BigInt(value) : undefined
    if (number === undefined || number < least || number > most) return refuse(value, expected)
    return number.toString()
  }
  return () => ({ encode, empty: '0' })
}

function encodeText(value: ColumnValue): Cell {
  return typeof value === 'string' ? value.toWellFormed() : refuse(value, 'text')
}

function encodeArray(encode: Encoder): Encoder {
  return (value) => (isList(value) ? value.map((item) => encode(item)) : refuse(value, 'a list'))
}

function isList(value: ColumnValue): value is readonly string[] | readonly number[] {
  return Array.isArray(value)
}

function encodeFixedString(bytes: number): Encoder {
  return (value) => {
    const fits = typeof value === 'string' && Buffer.byteLength(value) === bytes && value.isWellFormed()
    return fits ? value : refuse(value, `text of exactly ${bytes} bytes`)
  }
}

function encodeMatch(pattern: RegExp, expected: string): Encoder {
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : refuse(value, expected))
}

function encodeDecimal(inner: string): Encoder {
  const [precision = 0, scale = 0] = inner.split(',').map(Number)
  const pattern = new RegExp(`^-?0*\\d{1,${precision - scale}}(?:\\.\\d{0,${scale}}0*)?$`)
  return encodeMatch(pattern, `a decimal, as text, with at most ${precision - scale} digits and ${scale} decimals`)
}

function encodeDay(value: ColumnValue): Cell {
  const fits = typeof value === 'string' && value >= '1970-01-01' && value <= '2149-06-06' && isDay(value)
  return fits ? value : refuse(value, 'an existing day like 2026-03-31')
}

const instantPattern = /^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.(\d{1,9}))?$/

function encodeInstant(value: ColumnValue, decimals: number, [first, last]: readonly [string, string]): Cell {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? instantText(value, decimals) : value
  const match = typeof text === 'string' ? instantPattern.exec(text) : null
  const exists = match !== null && isDay(match[1] ?? '') && (match[2] ?? '').length <= decimals
  return exists && typeof text === 'string' && text.slice(0, 19) >= first && text.slice(0, 19) <= last
    ? text
    : refuse(
        value,
        `an existing instant like 2026-03-31 18:05:00 (UTC), ${decimals} decimals, from ${first} to ${last}`,
      )
}

/** `YYYY-MM-DD hh:mm:ss[.mmm]` in UTC; finer parts are cut off. */
function instantText(instant: Date, decimals: number): string {
  const text = instant.toISOString().replace('T', ' ')
  return text.slice(0, decimals === 0 ? 19 : 23)
}

// Cached: a batch repeats a few days many times.
const knownDays = new Set<string>()
const mostKnownDays = 20_000

/** Dates roll over in JavaScript, so a valid one is one that is returned unchanged. */
function isDay(text: string): boolean {
  if (knownDays.has(text)) return true
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text)) return false
  if (knownDays.size >= mostKnownDays) knownDays.clear()
  knownDays.add(text)
  return true
}

function enumNames(inner: string): string[] {
  return [...inner.matchAll(/'((?:[^'\\]|\\.)*)'\s*=/g)].map((match) => match[1] ?? '')
}

function encodeEnum(inner: string): Encoder {
  const names = new Set(enumNames(inner))
  return (value) =>
    typeof value === 'string' && names.has(value) ? value : refuse(value, `one of ${[...names].join(', ')}`)
}
