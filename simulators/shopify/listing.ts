import { badRequest, Connection, makeCursor, pageSize, readCursor, windowOf } from './connection.ts'
import { type Condition, compileSearch, parseSearch, type Term, type TermTest } from './search.ts'
import { type Call, type ListArgs } from './world.ts'

const depthLimit = 25_000

/** Refuses to page deeper than Shopify does. */
export function checkDepth(from: number, call: Call): void {
  if (call.isBulk || from < depthLimit) return
  throw badRequest(`Cannot paginate beyond ${depthLimit} objects. Use filters to narrow the result.`)
}

/** Compiles a search; unknown fields are reported as Shopify does, or refused in strict mode. */
export function searchOf<T>(
  args: ListArgs,
  { call, field, test }: { readonly call: Call; readonly field: string; readonly test: TermTest<T> },
): { readonly condition: Condition; readonly fits: (thing: T) => boolean } {
  const query = args.query ?? ''
  const condition = parseSearch(query)
  const unknown = ({ field: name, value }: Term): void => {
    if (call.world.platform.strictSearch) throw badRequest(`Invalid search field for this query: ${name ?? value}`)
    if (name === undefined) return
    call.searchWarnings.push({ path: [field], query, field: name, message: 'Invalid search field for this query.' })
  }
  return { condition, fits: compileSearch(condition, test, unknown) }
}

/** How the items of a list are stored. */
export interface ListOf<T> {
  readonly field: string
  /** Incremented with every change. */
  version(): number
  values(): Iterable<T>
  id(thing: T): number
  readonly sorts: Readonly<Record<string, (thing: T) => string | number>>
  readonly test: TermTest<T>
  node(thing: T): object
}

/** A list of things that fit in memory: products, variants, items, customers. */
export class Listing<T> {
  readonly #of: ListOf<T>
  #sorted: { readonly version: number; readonly key: string; readonly rows: readonly T[] } | undefined
  /** What the last question found: a list is read page by page. */
  #found: { readonly version: number; readonly question: string; readonly rows: readonly T[] } | undefined

  constructor(of: ListOf<T>) {
    this.#of = of
  }

  page(args: ListArgs, call: Call): Connection<object> {
    const size = pageSize(args, call)
    const read = this.#sortOf(args)
    const rows = this.#rows(args, call)
    const isReversed = args.reverse === true
    const place = (cursor: string): number => {
      const { value, id } = readCursor(cursor)
      return firstAt(rows.length, (at) => {
        const row = rows[at]
        return row === undefined || isAfter({ value: read(row), id: this.#of.id(row) }, { value, id }, isReversed)
      })
    }
    const low = args.after ? place(args.after) : 0
    const high = args.before ? Math.max(0, place(args.before) - 1) : rows.length
    checkDepth(low, call)
    const { from, to } = windowOf({ low, high }, size)
    const edges = rows.slice(from, to).map((row) => ({
      cursor: makeCursor({ value: read(row), id: this.#of.id(row) }),
      node: this.#of.node(row),
    }))
    return new Connection(edges, { next: to < rows.length, previous: from > 0 })
  }

  *all(args: ListArgs, call: Call): Iterable<object> {
    for (const row of this.#rows(args, call)) yield this.#of.node(row)
  }

  count(args: ListArgs, call: Call): number {
    return this.#rows(args, call).length
  }

  #rows(args: ListArgs, call: Call): readonly T[] {
    const { fits } = searchOf(args, { call, field: this.#of.field, test: this.#of.test })
    const isReversed = args.reverse === true
    const version = this.#of.version()
    const question = JSON.stringify([args.sortKey ?? 'ID', isReversed, args.query ?? ''])
    if (this.#found?.version === version && this.#found.question === question) return this.#found.rows
    const fitting = this.#inOrder(args).filter(fits)
    const rows = isReversed ? fitting.toReversed() : fitting
    this.#found = { version, question, rows }
    return rows
  }

  #sortOf({ sortKey }: ListArgs): (thing: T) => string | number {
    const sort = this.#of.sorts[sortKey ?? 'ID']
    if (!sort) throw new Error(`The sandbox does not sort ${this.#of.field} by ${sortKey}`)
    return sort
  }

  #inOrder(args: ListArgs): readonly T[] {
    const key = args.sortKey ?? 'ID'
    const version = this.#of.version()
    if (this.#sorted?.version === version && this.#sorted.key === key) return this.#sorted.rows
    const read = this.#sortOf(args)
    const rows = [...this.#of.values()].toSorted((a, b) => {
      const [left, right] = [read(a), read(b)]
      return left < right ? -1 : left > right ? 1 : this.#of.id(a) - this.#of.id(b)
    })
    this.#sorted = { version, key, rows }
    return rows
  }
}

/** The first position that fits, where all behind it do, too; `length` if none does. */
function firstAt(length: number, fits: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (fits(middle)) high = middle
    else low = middle + 1
  }
  return low
}

interface Place {
  readonly value: string | number
  readonly id: number
}

function isAfter(row: Place, cursor: Readonly<Record<keyof Place, unknown>>, isReversed: boolean): boolean {
  const { value, id } = cursor
  if (typeof id !== 'number' || (typeof value !== 'string' && typeof value !== 'number')) {
    throw badRequest('Invalid cursor for current pagination sort.')
  }
  if (row.value === value) return isReversed ? row.id < id : row.id > id
  return isReversed ? row.value < value : row.value > value
}
