/** A lexical token of ClickHouse SQL: enough to find parameters and clauses, not to parse. */
export interface Token {
  readonly kind: 'word' | 'string' | 'quoted' | 'number' | 'sign'
  readonly text: string
  readonly at: number
}

const blank = /\s+|--[^\n]*|#(?:\s|!)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y
const word = /[\p{L}_][\p{L}\p{N}_]*/uy
const number = /\d[\w.]*/y
const quotes: Readonly<Record<string, Token['kind']>> = { "'": 'string', '"': 'quoted', '`': 'quoted' }

/** Iterates over the tokens of SQL, without comments and white space. */
export function* scan(sql: string): Generator<Token> {
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(sql)?.[0]
  }
  while (at < sql.length) {
    const skipped = match(blank)
    if (skipped) {
      at += skipped.length
      continue
    }
    const token = readToken(sql, at, match)
    yield token
    at += token.text.length
  }
}

function readToken(sql: string, at: number, match: (pattern: RegExp) => string | undefined): Token {
  const first = sql[at] ?? ''
  const quoted = quotes[first]
  if (quoted) return { kind: quoted, text: sql.slice(at, endOfQuoted(sql, at, first)), at }
  const heredoc = first === '$' ? /^\$\w*\$/.exec(sql.slice(at))?.[0] : undefined
  if (heredoc) {
    const end = sql.indexOf(heredoc, at + heredoc.length)
    if (end >= 0) return { kind: 'string', text: sql.slice(at, end + heredoc.length), at }
  }
  const name = match(word)
  if (name) return { kind: 'word', text: name, at }
  const digits = match(number)
  if (digits) return { kind: 'number', text: digits, at }
  return { kind: 'sign', text: first, at }
}

function endOfQuoted(sql: string, start: number, quote: string): number {
  let at = start + 1
  while (at < sql.length) {
    if (sql[at] === '\\') at += 2
    else if (sql[at] !== quote) at += 1
    else if (sql[at + 1] === quote) at += 2
    else return at + 1
  }
  return sql.length
}

/** The parameters `{name:Type}` in SQL, with their types as written but without spaces. */
export function listParameters(sql: string): Map<string, string> {
  const tokens = [...scan(sql)]
  const found = new Map<string, string>()
  for (const [index, token] of tokens.entries()) {
    if (token.text !== '{' || tokens[index + 1]?.kind !== 'word' || tokens[index + 2]?.text !== ':') continue
    const end = tokens.findIndex((other, position) => position > index && other.kind === 'sign' && other.text === '}')
    const type = tokens.slice(index + 3, end < 0 ? undefined : end)
    found.set(tokens[index + 1]?.text ?? '', type.map((part) => part.text).join(''))
  }
  return found
}

/** Bytes of one parameter. A server takes 128 KB of each (`http_max_field_value_size`), of which an address needs three for a byte. */
const mostOfParameter = 40 * 1024

interface Parameterised {
  readonly sql: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** The same statement with its long lists in several parameters. */
export function withShortParameters({ sql, params = {} }: Parameterised): Required<Parameterised> {
  const short: Record<string, unknown> = {}
  let text = sql
  for (const [name, value] of Object.entries(params)) {
    const parts = Array.isArray(value) ? partsOf(value) : []
    if (parts.length < 2) {
      short[name] = value
      continue
    }
    for (const [index, part] of parts.entries()) short[`${name}_part${index}`] = part
    text = text.replace(new RegExp(`\\{\\s*${name}\\s*:([^}]+)\\}`, 'g'), (_whole, type: string) => {
      return `arrayConcat(${parts.map((_part, index) => `{${name}_part${index}:${type}}`).join(', ')})`
    })
  }
  return { sql: text, params: short }
}

function partsOf(list: readonly unknown[]): readonly (readonly unknown[])[] {
  const parts: unknown[][] = []
  let room = 0
  for (const value of list) {
    // With its quotes and comma.
    const size = Buffer.byteLength(String(value)) + 3
    if (room < size) {
      parts.push([])
      room = mostOfParameter
    }
    parts.at(-1)?.push(value)
    room -= size
  }
  return parts
}

/** SQL with its literals replaced, shortened, for logging. */
export function shapeOf(sql: string): string {
  const parts = [...scan(sql)].map((token) => (token.kind === 'string' || token.kind === 'number' ? '?' : token.text))
  const text = parts.join(' ')
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}

/** Text as a string literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A name as an identifier. */
export function quoteName(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}
