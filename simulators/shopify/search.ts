/** One comparison of a search, such as `updated_at:>='2026-11-20T10:00:00Z'`. */
export interface Term {
  readonly kind: 'term'
  /** Undefined: plain text. */
  readonly field: string | undefined
  readonly operator: '=' | '>' | '>=' | '<' | '<='
  readonly value: string
}

export type Condition =
  | Term
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

const token =
  /\s*(?:(\()|(\))|(-(?=[\w('"]))|((?:\w+:)?(?:>=|<=|>|<|=)?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s()]+)))/y

/** Parses Shopify's search syntax; an empty text finds everything. */
export function parseSearch(text: string): Condition {
  const tokens: string[] = []
  token.lastIndex = 0
  for (let found = token.exec(text); found; found = token.exec(text)) {
    tokens.push(found[0].trim())
    if (token.lastIndex >= text.trimEnd().length) break
  }
  return new Parser(tokens).either()
}

class Parser {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  either(): Condition {
    const of = [this.#all()]
    while (this.#peek() === 'OR') {
      this.#at += 1
      of.push(this.#all())
    }
    return of.length === 1 && of[0] ? of[0] : { kind: 'or', of }
  }

  #all(): Condition {
    const of: Condition[] = []
    for (let next = this.#peek(); next !== undefined && next !== ')' && next !== 'OR'; next = this.#peek()) {
      if (next === 'AND') this.#at += 1
      else of.push(this.#one())
    }
    return { kind: 'and', of }
  }

  #one(): Condition {
    const next = this.#tokens[this.#at] ?? ''
    this.#at += 1
    if (next === 'NOT' || next === '-') return { kind: 'not', of: this.#one() }
    if (next !== '(') return readTerm(next)
    const inner = this.either()
    this.#at += 1
    return inner
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]
  }
}

function readTerm(text: string): Term {
  const found = /^(?:(\w+):)?(>=|<=|>|<|=)?(.*)$/s.exec(text)
  const value = (found?.[3] ?? '').replace(/^(['"])(.*)\1$/s, '$2').replaceAll(/\\(.)/gs, '$1')
  return { kind: 'term', field: found?.[1], operator: readOperator(found?.[2]), value }
}

function readOperator(text: string | undefined): Term['operator'] {
  return text === '>' || text === '>=' || text === '<' || text === '<=' ? text : '='
}

/** How one kind of object is searched: a test for a term, or undefined for an unknown field. */
export type TermTest<T> = (term: Term) => ((thing: T) => boolean) | undefined

/** Compiles a search into a test; terms with unknown fields are reported to `unknown` and match everything. */
export function compileSearch<T>(
  condition: Condition,
  test: TermTest<T>,
  unknown: (term: Term) => void,
): (thing: T) => boolean {
  if (condition.kind === 'term') {
    const found = test(condition)
    if (!found) unknown(condition)
    return found ?? (() => true)
  }
  if (condition.kind === 'not') {
    const inner = compileSearch(condition.of, test, unknown)
    return (thing) => !inner(thing)
  }
  const parts = condition.of.map((entry) => compileSearch(entry, test, unknown))
  return condition.kind === 'and'
    ? (thing) => parts.every((part) => part(thing))
    : (thing) => parts.some((part) => part(thing))
}

/** A test of a date; a day without a time means the whole day where it has to be equal. */
export function dateTest<T>({ operator, value }: Term, read: (thing: T) => string | null): (thing: T) => boolean {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const wanted = Date.parse(value)
  return (thing) => {
    const text = read(thing)
    if (text === null) return false
    if (operator === '=' && isDay) return text.startsWith(value)
    return compare(Date.parse(text), operator, wanted)
  }
}

/** A test of a number. */
export function numberTest<T>({ operator, value }: Term, read: (thing: T) => number): (thing: T) => boolean {
  const wanted = Number(value.replace(/^gid:\/\/shopify\/\w+\//, ''))
  return (thing) => compare(read(thing), operator, wanted)
}

/** A case-insensitive test of a text; `a*` matches a prefix. */
export function textTest<T>(
  { value }: Term,
  read: (thing: T) => string | readonly string[] | null,
): (thing: T) => boolean {
  const wanted = value.toLowerCase()
  const fits = (text: string): boolean =>
    wanted.endsWith('*') ? text.toLowerCase().startsWith(wanted.slice(0, -1)) : text.toLowerCase() === wanted
  return (thing) => {
    const text = read(thing)
    if (text === null) return false
    return typeof text === 'string' ? fits(text) : text.some(fits)
  }
}

export function compare(have: number, operator: Term['operator'], wanted: number): boolean {
  if (operator === '>') return have > wanted
  if (operator === '>=') return have >= wanted
  if (operator === '<') return have < wanted
  return operator === '<=' ? have <= wanted : have === wanted
}
