import type { DecimalText, InstantText } from '../records.ts'

// Readers of single values. Plug-ins and importers put numbers where text belongs, nulls, empty texts and local
// decimal signs; every reader takes anything and says in `Notes` when it had to guess.

/** Collects oddities of a record, for one warning per record. */
export class Notes {
  readonly #oddities: string[] = []

  add(oddity: string): void {
    if (!this.#oddities.includes(oddity)) this.#oddities.push(oddity)
  }

  /** `order 12: “12,50” read as 12.50`, or nothing. */
  about(what: string): string[] {
    return this.#oddities.length === 0 ? [] : [`${what}: ${this.#oddities.slice(0, 5).join('; ')}`]
  }
}

/** Whether fields can be read from it. */
export function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text of a scalar; empty for anything else. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
}

/** Decodes text that WordPress escaped for HTML: `Wool &amp; Rig` is “Wool & Rig”. */
export function toPlainText(html: string): string {
  return html.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+);/gi, (written, name: string) => {
    if (!name.startsWith('#')) return namedCharacters[name.toLowerCase()] ?? written
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : written
  })
}

/** Trimmed text, or null if empty. */
export function toOptionalText(value: unknown): string | null {
  const text = toText(value).trim()
  return text === '' ? null : text
}

/** An id as text; null for 0 and empty, which mean "none" in WordPress. */
export function toOptionalId(value: unknown): string | null {
  const text = toText(value).trim()
  return text === '' || text === '0' ? null : text
}

const plain = /^-?\d+(?:\.\d{1,6})?$/

/** A decimal with at most six decimals. Missing is 0; empty, unreadable and `12,50` are noted. */
export function toDecimal(value: unknown, notes: Notes): DecimalText {
  if (typeof value === 'string') return plain.test(value) ? value : readLenient(value, notes)
  if (typeof value === 'number' && Number.isFinite(value)) return readLenient(numberText(value), notes)
  return '0'
}

function numberText(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(6) : text
}

function readLenient(text: string, notes: Notes): DecimalText {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace(/^\+/, '')
  const exact = /^-?\d+(?:\.\d+)?$/.exec(bare)
  if (exact) return roundToSix(bare)
  const guess = pointed(bare)
  if (guess !== undefined) {
    notes.add(`“${text.slice(0, 20)}” was read as ${guess}`)
    return roundToSix(guess)
  }
  notes.add(bare === '' ? 'an empty amount was read as 0' : `“${text.slice(0, 20)}” is not an amount and was read as 0`)
  return '0'
}

/** If both comma and point occur, the last one is the decimal sign; a single one always is. */
function pointed(text: string): string | undefined {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  const whole = text.slice(0, Math.max(last, 0)).replace(/[.,']/g, '')
  const result = last < 0 ? text : `${whole === '' || whole === '-' ? `${whole}0` : whole}.${text.slice(last + 1)}`
  const clean = result.endsWith('.') ? result.slice(0, -1) : result
  return /^-?\d+(?:\.\d+)?$/.test(clean) ? clean : undefined
}

function roundToSix(text: string): DecimalText {
  const point = text.indexOf('.')
  if (point < 0 || text.length - point - 1 <= 6) return text
  const micros = toMicros(text.slice(0, point + 7))
  const up = Number(text[point + 7]) >= 5
  return fromMicros(up ? micros + (text.startsWith('-') ? -1n : 1n) : micros)
}

/** `one - other`, exactly. */
export function subtractDecimals(one: DecimalText, other: DecimalText): DecimalText {
  return one === other ? '0' : fromMicros(toMicros(one) - toMicros(other))
}

/** The sum, exactly. */
export function addDecimals(values: readonly DecimalText[]): DecimalText {
  let sum = 0n
  for (const value of values) sum += toMicros(value)
  return fromMicros(sum)
}

/** The same amount with the other sign; zero stays zero. */
export function negateDecimal(value: DecimalText): DecimalText {
  if (isZero(value)) return '0'
  return value.startsWith('-') ? value.slice(1) : `-${value}`
}

/** The amount without its sign. */
export function absoluteDecimal(value: DecimalText): DecimalText {
  return value.startsWith('-') ? value.slice(1) : value
}

/** Whether a decimal is zero, in any notation. */
export function isZero(value: DecimalText): boolean {
  return !/[1-9]/.test(value)
}

/** Whether two amounts differ by at most `cents` cents. */
export function isClose(one: DecimalText, other: DecimalText, cents: number): boolean {
  const difference = toMicros(one) - toMicros(other)
  const allowed = BigInt(cents) * 10_000n
  return difference <= allowed && difference >= -allowed
}

/** `value × numerator / denominator`, rounded at the sixth decimal. */
export function scaleDecimal(value: DecimalText, numerator: bigint, denominator: bigint): DecimalText {
  const scaled = toMicros(value) * numerator
  return fromMicros((scaled + denominator / 2n) / denominator)
}

function toMicros(text: DecimalText): bigint {
  const point = text.indexOf('.')
  if (point < 0) return BigInt(text) * 1_000_000n
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(6, '0'))
}

function fromMicros(micros: bigint): DecimalText {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`
}

const zoneless = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})$/
const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/

/** An instant from a `*_gmt` value, which contains no zone; null for empty and invalid dates. */
export function toInstant(value: unknown): InstantText | null {
  if (typeof value !== 'string' || value === '') return null
  const match = zoneless.exec(value)
  if (match === null && !zoned.test(value)) return null
  const at = Date.parse(match ? `${match[1]}T${match[2]}Z` : value)
  if (Number.isNaN(at) || at <= 0) return null
  return match ? `${match[1]}T${match[2]}Z` : toInstantText(new Date(at))
}

/** Whether an order or a refund has a date to count it on. Those without are left out, also if they were stored before. */
export function isDated(item: unknown): boolean {
  if (!isRow(item)) return true
  return toInstant(item.date_created_gmt) !== null || toInstant(item.date_created) !== null
}

/** `2026-03-28T22:59:59Z`: WordPress has a resolution of seconds. */
export function toInstantText(date: Date): InstantText {
  return `${date.toISOString().slice(0, 19)}Z`
}

/** An instant in the API's format for `dates_are_gmt`: without zone. */
export function toGmtParameter(instant: InstantText): string {
  return instant.slice(0, 19)
}

/** Moves an instant by whole seconds. */
export function shiftInstant(instant: InstantText, seconds: number): InstantText {
  return toInstantText(new Date(Date.parse(instant) + seconds * 1_000))
}

/** The earlier of two instants of this format. */
export function earlier(one: InstantText, other: InstantText): InstantText {
  return one < other ? one : other
}

/** The later of two instants of this format. */
export function later(one: InstantText, other: InstantText): InstantText {
  return one > other ? one : other
}
