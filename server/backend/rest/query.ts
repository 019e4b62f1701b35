import { badRange, notOffered, RestRefusal, tooMuch, unreadable } from './refusal.ts'

// Reads what a request asks for from its address. Knows no columns: whether there are such, the engine says.

/** Operators that compare a column with a value. */
export const operators = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'in'] as const
export type Operator = (typeof operators)[number]

/** One comparison of a column. */
export interface Condition {
  readonly column: string
  readonly isNot: boolean
  readonly operator: Operator
  /** Several of `in` only. */
  readonly values: readonly string[]
}

/** Several conditions, of which all or any must hold. */
export interface Group {
  readonly isNot: boolean
  readonly joined: 'and' | 'or'
  readonly nodes: readonly Node[]
}

export type Node = Condition | Group

/** What is shown of a column, and under which name; `*` stands for all columns. */
export interface Selected {
  readonly column: string
  readonly name: string
}

/** One step of an order. */
export interface Ordered {
  readonly column: string
  readonly isDescending: boolean
  readonly areNullsFirst: boolean
}

/** What a request asks for. */
export interface Query {
  readonly select: readonly Selected[]
  /** All of them must hold. */
  readonly filters: readonly Node[]
  readonly order: readonly Ordered[]
  readonly offset: number
  readonly limit: number | undefined
}

const most = { filters: 20, values: 200, depth: 3, nodes: 40, columns: 40, orders: 5, value: 500, pattern: 200 }

const otherOperators = new Set('fts plfts phfts wfts cs cd ov sl sr nxr nxl adj match imatch isdistinct'.split(' '))
const own: ReadonlySet<string> = new Set(['select', 'order', 'limit', 'offset', 'apikey'])
const logic = /^(not\.)?(and|or)$/

/** Reads the query of an address. Throws {@link RestRefusal}. */
export function readQuery(search: URLSearchParams, range?: string): Query {
  const named = [...search].filter(([name]) => !own.has(name))
  if (named.length > most.filters) throw tooMuch(`There are ${named.length} filters; ${most.filters} are the most.`)
  const filters = named.map(([name, value]) => readFilter(name, value))
  const nodes = countNodes(filters)
  if (nodes > most.nodes) throw tooMuch(`There are ${nodes} conditions; ${most.nodes} are the most.`)
  return {
    select: readSelect(search.get('select') ?? '*'),
    filters,
    order: readOrder(search.get('order') ?? ''),
    ...readPart(search, range),
  }
}

function countNodes(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + 1 + ('nodes' in node ? countNodes(node.nodes) : 0), 0)
}

function readFilter(name: string, value: string): Node {
  const group = logic.exec(name)
  const reader = new Reader(value)
  if (group !== null) {
    const node = { isNot: group[1] !== undefined, joined: group[2] as 'and' | 'or', nodes: reader.list(1) }
    reader.end()
    return node
  }
  if (/->|::/.test(name)) throw notOffered(`Parts of a column cannot be compared: ${name.slice(0, 100)}`)
  const [relation, embedded] = name.split('.')
  if (embedded !== undefined && !name.startsWith('"')) throw noRelationship(relation ?? '')
  const condition = reader.condition(unquoted(name), false)
  reader.end()
  return condition
}

function noRelationship(name: string): RestRefusal {
  return new RestRefusal(
    { code: 'PGRST200' },
    `Could not find a relationship with '${name.slice(0, 100)}' in the schema cache`,
    { details: 'Relations are read one at a time here.' },
  )
}

/** A name without the quotes around it. */
function unquoted(name: string): string {
  return /^"(?:[^"\\]|\\.)*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name
}

/** Reads filters from the left to the right. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** `(a.eq.1,or(b.is.null,c.gt.2))` */
  list(depth: number): Node[] {
    if (depth > most.depth) throw tooMuch(`Conditions are nested deeper than ${most.depth}.`)
    this.#expect('(')
    const nodes: Node[] = []
    do {
      nodes.push(this.#node(depth))
      if (nodes.length > most.nodes) throw tooMuch(`There are more than ${most.nodes} conditions.`)
    } while (this.#skip(','))
    this.#expect(')')
    return nodes
  }

  #node(depth: number): Node {
    const group = /^(not\.)?(and|or)(?=\()/.exec(this.#rest())
    if (group === null) {
      const column = this.#column()
      this.#expect('.')
      return this.condition(column, true)
    }
    this.#at += group[0].length
    return { isNot: group[1] !== undefined, joined: group[2] as 'and' | 'or', nodes: this.list(depth + 1) }
  }

  #column(): string {
    if (this.#text[this.#at] === '"') return this.#quoted(() => this.#text[this.#at] === '.') ?? this.#fail('a column')
    const name = /^[^.,()"]+/.exec(this.#rest())?.[0] ?? this.#fail('a column')
    if (/->|::/.test(name)) throw notOffered(`Parts of a column cannot be compared: ${name.slice(0, 100)}`)
    this.#at += name.length
    return name
  }

  /** `not.eq.value`; within a list values end at a comma or a bracket. */
  condition(column: string, isWithin: boolean): Condition {
    const isNot = this.#skip('not.')
    const [found, name = '', quantifier] = /^([a-z]+)(\([^)]*\))?\./.exec(this.#rest()) ?? []
    if (found === undefined) this.#fail('an operator')
    if (quantifier !== undefined || otherOperators.has(name)) throw notOffered(`Operator: ${name}`)
    if (!isOperator(name)) this.#fail('an operator')
    this.#at += found.length
    const values = name === 'in' ? this.#values() : [this.#value(isWithin)]
    const longest = name === 'like' || name === 'ilike' ? most.pattern : most.value
    if (values.some((value) => value.length > longest)) throw tooMuch(`A value is longer than ${longest} characters.`)
    return { column, isNot, operator: name, values }
  }

  #value(isWithin: boolean): string {
    if (!isWithin) {
      const rest = this.#rest()
      this.#at = this.#text.length
      return rest
    }
    return this.#element()
  }

  #values(): string[] {
    this.#expect('(')
    if (this.#skip(')')) return []
    const values: string[] = []
    do {
      values.push(this.#element())
      if (values.length > most.values) throw tooMuch(`There are more than ${most.values} values.`)
    } while (this.#skip(','))
    this.#expect(')')
    return values
  }

  /** A quoted text, or everything up to a comma or a bracket. */
  #element(): string {
    const quoted = this.#text[this.#at] === '"' ? this.#quoted(() => this.#isAtEnd()) : undefined
    if (quoted !== undefined) return quoted
    const bare = /^[^,)]*/.exec(this.#rest())?.[0] ?? ''
    this.#at += bare.length
    return bare
  }

  #isAtEnd(): boolean {
    return [undefined, ',', ')'].includes(this.#text[this.#at])
  }

  /**
   * A text in quotes; undefined where none ends. The client puts quotes around a text without escaping those within it: only
   * one that something else may follow ends it.
   */
  #quoted(mayEnd: () => boolean): string | undefined {
    const start = this.#at
    let read = ''
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const letter = this.#text[this.#at]
      if (letter === '\\') {
        this.#at += 1
        read += this.#text[this.#at] ?? ''
        continue
      }
      if (letter === '"') {
        this.#at += 1
        if (mayEnd()) return read
        this.#at -= 1
      }
      read += letter
    }
    this.#at = start
    return undefined
  }

  end(): void {
    if (this.#at < this.#text.length) this.#fail('the end')
  }

  #rest(): string {
    return this.#text.slice(this.#at)
  }

  #skip(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #expect(text: string): void {
    if (!this.#skip(text)) this.#fail(`"${text}"`)
  }

  #fail(expected: string): never {
    const found = this.#text.slice(this.#at, this.#at + 20)
    throw unreadable('filter', this.#text, `expecting ${expected} at ${this.#at + 1}, found "${found}"`)
  }
}

function isOperator(name: string): name is Operator {
  return operators.some((operator) => operator === name)
}

const aggregate = /(?:^|[.:,])(?:count|sum|avg|min|max)\(\)/

function readSelect(text: string): readonly Selected[] {
  if (aggregate.test(text)) {
    throw new RestRefusal({ code: 'PGRST123' }, 'Use of aggregate functions is not allowed')
  }
  const parts = splitNames(text)
  if (parts.length > most.columns) throw tooMuch(`There are ${parts.length} columns; ${most.columns} are the most.`)
  return parts.map((part) => {
    const [, alias, name = ''] = /^(?:("(?:[^"\\]|\\.)*"|[^":]+):(?!:))?(.*)$/s.exec(part) ?? []
    if (!name.startsWith('"') && name.includes('(')) throw noRelationship(name.replace(/^\.\.\.|\(.*$/g, ''))
    if (!name.startsWith('"') && /->|::/.test(name))
      throw notOffered(`Casts and parts of columns: ${name.slice(0, 100)}`)
    if (name === '' || (name === '*' && alias !== undefined)) throw unreadable('select', text, 'expecting a column')
    return { column: unquoted(name), name: unquoted(alias ?? name) }
  })
}

/** Splits at commas outside quotes and brackets. */
function splitNames(text: string): string[] {
  const parts = ['']
  let isQuoted = false
  let depth = 0
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '(') depth += 1
    else if (!isQuoted && letter === ')') depth -= 1
    if (letter === ',' && !isQuoted && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

function readOrder(text: string): readonly Ordered[] {
  if (text === '') return []
  const parts = splitNames(text)
  if (parts.length > most.orders) throw tooMuch(`There are ${parts.length} orders; ${most.orders} are the most.`)
  return parts.map((part) => {
    if (/->|::/.test(part)) throw notOffered(`Order by a part of a column: ${part.slice(0, 100)}`)
    const [found, column = '', direction, nulls] =
      /^("(?:[^"\\]|\\.)*"|[^.()"]+)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(part) ?? []
    if (found === undefined) throw unreadable('order', text, 'expecting column.asc|desc.nullsfirst|nullslast')
    const isDescending = direction === 'desc'
    return {
      column: unquoted(column),
      isDescending,
      areNullsFirst: nulls === undefined ? isDescending : nulls === 'first',
    }
  })
}

/** From `offset` and `limit`, or from the header where neither is there. What is no number is ignored. */
function readPart(search: URLSearchParams, range: string | undefined): Pick<Query, 'offset' | 'limit'> {
  const number = (name: string): number | undefined => {
    const text = search.get(name) ?? ''
    if (/^-\d+$/.test(text) && Number(text) < 0) throw badRange(`“${name}” must not be negative.`)
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  }
  const [offset, limit] = [number('offset'), number('limit')]
  const asked = /^(\d{1,15})-(\d{1,15})?$/.exec(range?.trim() ?? '')
  if (offset !== undefined || limit !== undefined || asked === null) return { offset: offset ?? 0, limit }
  const from = Number(asked[1])
  const to = asked[2] === undefined ? undefined : Number(asked[2])
  if (to !== undefined && to < from)
    throw badRange('The upper boundary must be greater than or equal to the lower one.')
  return { offset: from, limit: to === undefined ? undefined : to - from + 1 }
}
