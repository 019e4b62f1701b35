import { refuse } from './errors.ts'

/** One condition of WHERE; `BETWEEN` and `DURING` are taken apart into two. */
export interface Condition {
  readonly field: string
  readonly operator: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'IN' | 'NOT IN'
  readonly values: readonly string[]
}

/** A parsed GAQL query. */
export interface Query {
  readonly select: readonly string[]
  readonly resource: string
  readonly where: readonly Condition[]
  readonly orderBy: readonly { readonly field: string; readonly isDescending: boolean }[]
  readonly limit: number | undefined
}

/** Parses a query. Refuses anything outside the language; `today` is the account's. */
export function parseQuery(text: string, today: string): Query {
  const tokens = text.match(/'[^']*'|"[^"]*"|[\w.*]+|!=|>=|<=|[=<>(),]/g) ?? []
  const reader = new Reader(tokens)
  reader.expect('SELECT')
  const select = reader.list(() => reader.take())
  reader.expect('FROM')
  const resource = reader.take()
  const where: Condition[] = []
  if (reader.skip('WHERE')) {
    do where.push(...readCondition(reader, today))
    while (reader.skip('AND'))
  }
  const orderBy = reader.skip('ORDER') ? readOrder(reader) : []
  const limit = reader.skip('LIMIT') ? Number(reader.take()) : undefined
  if (!reader.isAtEnd) refuse('queryError', 'UNEXPECTED_INPUT', `Error in query: unexpected input ${reader.take()}.`)
  if (limit !== undefined && !(limit > 0)) refuse('queryError', 'LIMIT_VALUE_TOO_LOW', 'Limit value must be positive.')
  const double = select.find((field, at) => select.indexOf(field) !== at)
  if (double !== undefined) refuse('queryError', 'DUPLICATE_FIELD', `Field '${double}' is selected twice.`)
  return { select, resource, where, orderBy, limit }
}

class Reader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }

  take(): string {
    const token = this.#tokens[this.#at]
    if (token === undefined) refuse('queryError', 'UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
    this.#at += 1
    return token
  }

  skip(word: string): boolean {
    if (this.#tokens[this.#at]?.toUpperCase() !== word) return false
    this.#at += 1
    return true
  }

  expect(word: string): void {
    if (!this.skip(word)) refuse('queryError', 'BAD_FIELD_NAME', `Error in query: ${word} expected.`)
  }

  list(read: () => string): string[] {
    const found = [read()]
    while (this.skip(',')) found.push(read())
    return found
  }
}

function readOrder(reader: Reader): Query['orderBy'] {
  reader.expect('BY')
  const found: { field: string; isDescending: boolean }[] = []
  do {
    const field = reader.take()
    const isDescending = reader.skip('DESC')
    if (!isDescending) reader.skip('ASC')
    found.push({ field, isDescending })
  } while (reader.skip(','))
  return found
}

const lastDays: Readonly<Record<string, number>> = { LAST_7_DAYS: 7, LAST_14_DAYS: 14, LAST_30_DAYS: 30 }

function readCondition(reader: Reader, today: string): Condition[] {
  const field = reader.take()
  const word = reader.take().toUpperCase()
  const value = () => unquoted(reader.take())
  if (isComparison(word)) return [{ field, operator: word, values: [value()] }]
  switch (word) {
    case 'NOT':
      reader.expect('IN')
      return [{ field, operator: 'NOT IN', values: readValues(reader) }]
    case 'IN':
      return [{ field, operator: 'IN', values: readValues(reader) }]
    case 'BETWEEN': {
      const from = value()
      reader.expect('AND')
      return between(field, from, value())
    }
    case 'DURING':
      return during(field, reader.take().toUpperCase(), today)
    default:
      return refuse('queryError', 'BAD_OPERATOR', `Error in query: ${word} is not an operator.`)
  }
}

const comparisons = ['=', '!=', '>', '>=', '<', '<='] as const

function isComparison(word: string): word is (typeof comparisons)[number] {
  return comparisons.some((known) => known === word)
}

function during(field: string, range: string, today: string): Condition[] {
  const days = lastDays[range]
  if (range === 'TODAY') return between(field, today, today)
  if (days === undefined) refuse('queryError', 'INVALID_VALUE_WITH_DURING_OPERATOR', `Invalid date range ${range}.`)
  return between(field, shifted(today, -days), shifted(today, -1))
}

function readValues(reader: Reader): string[] {
  reader.expect('(')
  const values = reader.list(() => unquoted(reader.take()))
  reader.expect(')')
  return values
}

function between(field: string, from: string, to: string): Condition[] {
  return [
    { field, operator: '>=', values: [from] },
    { field, operator: '<=', values: [to] },
  ]
}

function unquoted(token: string): string {
  return /^['"]/.test(token) ? token.slice(1, -1) : token
}

/** A calendar day plus a number of days. */
export function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
