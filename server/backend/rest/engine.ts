import { setImmediate } from 'node:timers/promises'
import type { Condition, Node, Ordered, Query, Selected } from './query.ts'
import { badRange, RestRefusal, unreadable } from './refusal.ts'

// Filters, orders and cuts rows that were read already. Comparisons are those of SQL: null is neither equal nor unequal.

/** Kinds of columns; those of lists and JSON can only be shown, and compared with null. */
export type ColumnType = 'text' | 'boolean' | 'date' | 'timestamp' | 'json'

export type Value = string | boolean | object | null
export type Row = Readonly<Record<string, Value>>

/** The shape of a relation's rows. */
export interface Shape {
  readonly name: string
  readonly columns: Readonly<Record<string, ColumnType>>
  /** Columns that no two rows share, by which every order ends, so that pages never overlap. */
  readonly key: readonly string[]
}

/** A part of the rows that fit. */
export interface Found {
  readonly rows: readonly Row[]
  readonly total: number
}

/** As many rows as an answer has at most. */
const mostRows = 1000

/** For so long others wait for a query at most. */
const sliceMs = 20

/**
 * Prepares a query, so that a wrong one is refused before anything is read. What comes back works on the rows in slices, between which
 * others have their turn, and ends with the signal.
 */
export function prepare(shape: Shape, query: Query): (rows: readonly Row[], signal: AbortSignal) => Promise<Found> {
  const tests = query.filters.map((node) => toTest(shape, node))
  const compare = toComparison(shape, query.order)
  const project = toProjection(shape, query.select)
  const limit = Math.min(query.limit ?? mostRows, mostRows)
  return async (rows, signal) => {
    const fitting: Row[] = []
    let since = performance.now()
    for (const row of rows) {
      if (tests.every((test) => test(row) === true)) fitting.push(row)
      if (performance.now() - since < sliceMs) continue
      await setImmediate()
      signal.throwIfAborted()
      since = performance.now()
    }
    fitting.sort(compare)
    return { rows: fitting.slice(query.offset, query.offset + limit).map(project), total: fitting.length }
  }
}

/** Throws where a page behind the last row was asked for and the rows were counted. */
export function assertWithin({ offset }: Query, { total }: Found): void {
  if (offset > total) throw badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
}

function typeOf({ name, columns }: Shape, column: string): ColumnType {
  const type = Object.hasOwn(columns, column) ? columns[column] : undefined
  if (type !== undefined) return type
  throw new RestRefusal({ code: '42703' }, `column ${name}.${column.slice(0, 100)} does not exist`)
}

/** Null is what is neither true nor false. */
type Test = (row: Row) => boolean | null

function negate(test: Test): Test {
  return (row) => {
    const holds = test(row)
    return holds === null ? null : !holds
  }
}

function toTest(shape: Shape, node: Node): Test {
  const test =
    'nodes' in node
      ? joined(
          node.joined,
          node.nodes.map((each) => toTest(shape, each)),
        )
      : toCondition(shape, node)
  return node.isNot ? negate(test) : test
}

function joined(how: 'and' | 'or', tests: readonly Test[]): Test {
  const decisive = how === 'or'
  return (row) => {
    const results = tests.map((test) => test(row))
    if (results.includes(decisive)) return decisive
    return results.includes(null) ? null : !decisive
  }
}

function toCondition(shape: Shape, { column, operator, values }: Condition): Test {
  const type = typeOf(shape, column)
  const [value = ''] = values
  if (operator === 'is') return toIs(column, type, value)
  if (type === 'json') throw noOperator(type, operator)
  if (operator === 'like' || operator === 'ilike') {
    if (type !== 'text') throw noOperator(type, operator)
    const matches = toMatcher(value, operator === 'ilike')
    return (row) => {
      const text = row[column]
      return typeof text === 'string' ? matches(text) : null
    }
  }
  const literals = values.map((each) => toLiteral(type, each))
  const [literal = ''] = literals
  // As quick for many values as for one.
  const listed = new Set(literals)
  const holds = (own: string | boolean): boolean =>
    operator === 'in' ? listed.has(own) : fits[operator](compareValues(own, literal))
  return (row) => {
    const own = row[column]
    return typeof own === 'string' || typeof own === 'boolean' ? holds(own) : null
  }
}

const fits = {
  eq: (order: number) => order === 0,
  neq: (order: number) => order !== 0,
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
}

function noOperator(type: ColumnType, operator: string): RestRefusal {
  return new RestRefusal({ code: '42883' }, `operator does not exist: ${type} ${operator} unknown`, {
    hint: type === 'json' ? 'This column can be compared with null only.' : null,
  })
}

function toIs(column: string, type: ColumnType, value: string): Test {
  const wanted = value.toLowerCase()
  if (wanted === 'null') return (row) => row[column] === null
  if (wanted === 'not_null') return (row) => row[column] !== null
  if (!['true', 'false', 'unknown'].includes(wanted))
    throw unreadable('filter', `is.${value}`, 'expecting null, not_null, true, false or unknown')
  if (type !== 'boolean') {
    throw new RestRefusal(
      { code: '42804' },
      `argument of IS ${wanted.toUpperCase()} must be type boolean, not type ${type}`,
    )
  }
  if (wanted === 'unknown') return (row) => row[column] === null
  return (row) => row[column] === (wanted === 'true')
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((text) => [text, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((text) => [text, false] as const),
])
const someDay = /^\d{4}-\d{2}-\d{2}$/
const someInstant = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** A value as the rows have it. Throws for one that is none of the column's type. */
function toLiteral(type: ColumnType, text: string): string | boolean {
  const literal =
    type === 'boolean'
      ? booleans.get(text.toLowerCase())
      : type === 'date'
        ? toDay(text)
        : type === 'timestamp'
          ? toInstant(text)
          : text
  if (literal !== undefined) return literal
  const name = type === 'timestamp' ? 'timestamp with time zone' : type
  throw new RestRefusal({ code: '22P02' }, `invalid input syntax for type ${name}: "${text.slice(0, 100)}"`)
}

function toDay(text: string): string | undefined {
  const day = someDay.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined
}

/** An instant without a zone is one of UTC. */
function toInstant(text: string): string | undefined {
  const [found, day = '', time = '00:00', seconds = ':00', zone = 'Z'] = someInstant.exec(text.trim()) ?? []
  if (found === undefined || toDay(day) === undefined) return undefined
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2').toUpperCase()
  const instant = new Date(`${day}T${time}${seconds}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
}

/** By code point, as the bytes of UTF-8 are; days and instants have one form only. */
function compareValues(one: string | boolean, other: string | boolean): number {
  if (typeof one === 'boolean' || typeof other === 'boolean') return Number(one) - Number(other)
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))
}

function toComparison(shape: Shape, order: readonly Ordered[]): (one: Row, other: Row) => number {
  for (const { column } of order) {
    if (typeOf(shape, column) === 'json') {
      throw new RestRefusal({ code: '42883' }, 'could not identify an ordering operator for type json')
    }
  }
  const last = shape.key.map((column) => ({ column, isDescending: false, areNullsFirst: false }))
  const steps = [...order, ...last]
  return (one, other) => {
    for (const { column, isDescending, areNullsFirst } of steps) {
      const [a, b] = [one[column] ?? null, other[column] ?? null]
      if (a === null && b === null) continue
      if (a === null || b === null) return (a === null) === areNullsFirst ? -1 : 1
      const compared = compareValues(a as string | boolean, b as string | boolean)
      if (compared !== 0) return isDescending ? -compared : compared
    }
    return 0
  }
}

function toProjection(shape: Shape, select: readonly Selected[]): (row: Row) => Row {
  const shown = select.flatMap(({ column, name }) => {
    if (column === '*') return Object.keys(shape.columns).map((each) => ({ column: each, name: each }))
    typeOf(shape, column)
    return [{ column, name }]
  })
  return (row) => Object.fromEntries(shown.map(({ column, name }) => [name, row[column] ?? null]))
}

const anyText = Symbol('any text')
const anyLetter = Symbol('any letter')
type Token = string | typeof anyText | typeof anyLetter

/** A matcher without regular expressions: no pattern makes it slow. */
function toMatcher(pattern: string, ignoresCase: boolean): (text: string) => boolean {
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text)
  const tokens = toTokens(fold(pattern))
  return (text) => matches(tokens, Array.from(fold(text)))
}

function toTokens(pattern: string): Token[] {
  const letters = Array.from(pattern)
  const tokens: Token[] = []
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters[index] ?? ''
    if (letter === '\\') {
      index += 1
      const escaped = letters[index]
      if (escaped === undefined) {
        throw new RestRefusal({ code: '22025' }, 'LIKE pattern must not end with escape character')
      }
      tokens.push(escaped)
    } else if (letter === '*' || letter === '%') tokens.push(anyText)
    else tokens.push(letter === '_' ? anyLetter : letter)
  }
  return tokens
}

/** Goes back to the last “any text” only, which is enough. */
function matches(tokens: readonly Token[], letters: readonly string[]): boolean {
  let [token, letter] = [0, 0]
  let back: { readonly token: number; letter: number } | undefined
  while (letter < letters.length) {
    const wanted = tokens[token]
    if (wanted === anyText) {
      back = { token, letter }
      token += 1
    } else if (wanted !== undefined && (wanted === anyLetter || wanted === letters[letter])) {
      token += 1
      letter += 1
    } else if (back !== undefined) {
      back.letter += 1
      token = back.token + 1
      letter = back.letter
    } else return false
  }
  return tokens.slice(token).every((each) => each === anyText)
}
