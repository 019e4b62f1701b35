import { badRequest, Connection, makeCursor, pageSize, readCursor } from './connection.ts'
import { checkDepth, searchOf } from './listing.ts'
import { orderFields, orderNode } from './order-node.ts'
import type { OrderKey, OrderTable } from './order-table.ts'
import { type OrderView, orderName } from './order-view.ts'
import { type Condition, compare, numberTest, type Term, type TermTest, textTest } from './search.ts'
import { type Call, type ListArgs, type NodeWorld } from './world.ts'

const sortKeys: Readonly<Record<string, OrderKey>> = {
  ID: 'id',
  ORDER_NUMBER: 'id',
  CREATED_AT: 'created',
  UPDATED_AT: 'updated',
  PROCESSED_AT: 'processed',
}
const columns: Readonly<Record<string, OrderKey>> = {
  id: 'id',
  created_at: 'created',
  updated_at: 'updated',
  processed_at: 'processed',
  customer_id: 'customer',
}
const daySeconds = 86_400
/** Without `read_all_orders`, older orders are silently hidden. */
const visibleSeconds = 60 * daySeconds

/** The orders of a shop as a list that can be searched; dates and ids are looked up without making the orders. */
export class OrderListing {
  readonly #table: OrderTable
  readonly #world: () => NodeWorld

  constructor(table: OrderTable, world: () => NodeWorld) {
    this.#table = table
    this.#world = world
  }

  page(args: ListArgs, call: Call): Connection<OrderView> {
    const { size, fromEnd } = pageSize(args, call)
    if (fromEnd) throw badRequest('The sandbox pages orders forwards only')
    const key = sortKeyOf(args)
    const rows = this.#matches(args, call, args.after ?? undefined)
    const before = args.after ? Number(readCursor(args.after)['depth'] ?? 0) : 0
    checkDepth(before + size - 1, call)
    const edges: { cursor: string; node: OrderView }[] = []
    let hasMore = false
    for (const row of rows) {
      if (edges.length === size) {
        hasMore = true
        break
      }
      const id = this.#table.key(row, 'id')
      const cursor = makeCursor({ value: this.#table.key(row, key), id, depth: before + edges.length + 1 })
      edges.push({ cursor, node: orderNode(this.#table.order(row), this.#world()) })
    }
    return new Connection(edges, { next: hasMore, previous: before > 0 })
  }

  *all(args: ListArgs, call: Call): Iterable<OrderView> {
    // The rows are listed before the first one is given out: orders may change while they are read.
    const rows = Array.from(this.#matches(args, call))
    for (const row of rows) yield orderNode(this.#table.order(row), this.#world())
  }

  /** Looked up in the index that narrows the search most: a count has no order, and a whole shop is long. */
  count(args: ListArgs, call: Call): number {
    const { condition, fits } = searchOf(args, { call, field: 'orders', test: this.#test() })
    const { index, low, high } = Object.values(columns)
      .map((key) => this.#stretch(condition, key))
      .reduce((short, other) => (other.high - other.low < short.high - short.low ? other : short))
    let count = 0
    for (let at = low; at < high; at += 1) {
      const row = index.at(at)
      if (this.#isVisible(row, call) && fits(row)) count += 1
    }
    return count
  }

  /** One order by id; undefined if it is deleted or hidden. */
  one(id: number, call: Call): OrderView | undefined {
    const row = this.#table.rowOf(id)
    if (row === undefined || !this.#isVisible(row, call)) return undefined
    return orderNode(this.#table.order(row), this.#world())
  }

  *#matches(args: ListArgs, call: Call, after?: string): Iterable<number> {
    const key = sortKeyOf(args)
    const { condition, fits } = searchOf(args, { call, field: 'orders', test: this.#test() })
    const { index, ...stretch } = this.#stretch(condition, key)
    const isReversed = args.reverse === true
    let { low, high } = stretch
    if (after !== undefined) {
      const place = this.#placeAfter(key, after, isReversed)
      if (isReversed) high = Math.min(high, place)
      else low = Math.max(low, place)
    }
    for (let nth = 0; nth < high - low; nth += 1) {
      const row = index.at(isReversed ? high - 1 - nth : low + nth)
      if (this.#isVisible(row, call) && fits(row)) yield row
    }
  }

  /** The positions of an index that a search can be in. */
  #stretch(condition: Condition, key: OrderKey) {
    const index = this.#table.index(key)
    const { from, to } = rangeOf(condition, key)
    return { index, low: index.firstAfter(from, true), high: index.firstAfter(to) }
  }

  /** The first position behind a cursor, or the one before it when going backwards. */
  #placeAfter(key: OrderKey, cursor: string, isReversed: boolean): number {
    const { value, id } = readCursor(cursor)
    if (typeof value !== 'number' || typeof id !== 'number') {
      throw badRequest('Invalid cursor for current pagination sort.')
    }
    const index = this.#table.index(key)
    let at = index.firstAfter(value, true)
    const end = index.firstAfter(value)
    while (at < end && this.#table.key(index.at(at), 'id') < id) at += 1
    const isThere = at < end && this.#table.key(index.at(at), 'id') === id
    return isReversed || !isThere ? at : at + 1
  }

  #isVisible(row: number, call: Call): boolean {
    if (call.scopes.has('read_all_orders')) return true
    const now = call.world.platform.clock.now().getTime() / 1000
    return this.#table.key(row, 'created') >= now - visibleSeconds
  }

  #test(): TermTest<number> {
    return (term) => {
      const column = columns[term.field ?? '']
      if (column !== undefined) return this.#columnTest(column, term)
      const test = orderTests(term)
      return test && ((row) => test(orderNode(this.#table.order(row), this.#world())))
    }
  }

  #columnTest(column: OrderKey, term: Term): (row: number) => boolean {
    if (column === 'id' || column === 'customer') return numberTest(term, (row) => this.#table.key(row, column))
    const wanted = Date.parse(term.value) / 1000
    if (Number.isNaN(wanted)) return () => false
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(term.value)
    return (row) => {
      const have = this.#table.key(row, column)
      if (isDay && term.operator === '=') return have >= wanted && have < wanted + daySeconds
      return compare(have, term.operator, wanted)
    }
  }
}

const orderTests: TermTest<OrderView> = (term) => {
  const texts: Readonly<Record<string, (order: OrderView) => string | readonly string[] | null>> = {
    name: (node) => [orderName(node.order), orderName(node.order).slice(1)],
    email: orderFields.email,
    financial_status: orderFields.displayFinancialStatus,
    fulfillment_status: orderFields.displayFulfillmentStatus,
    return_status: orderFields.returnStatus,
    source_name: orderFields.sourceName,
    tag: orderFields.tags,
    test: (node) => String(node.order.test ?? false),
    discount_code: orderFields.discountCodes,
    gateway: orderFields.paymentGatewayNames,
    cart_token: orderFields.cartToken,
    checkout_token: orderFields.checkoutToken,
    status: (node) => ['any', node.facts.cancellation ? 'cancelled' : node.order.closedAt ? 'closed' : 'open'],
  }
  if (term.field === undefined)
    return textTest(term, (node) => [orderName(node.order), orderName(node.order).slice(1), node.order.email ?? ''])
  const read = texts[term.field]
  return read && textTest(term, read)
}

function sortKeyOf({ sortKey }: ListArgs): OrderKey {
  const key = sortKeys[sortKey ?? 'ID']
  if (!key) throw new Error(`The sandbox does not sort orders by ${sortKey}`)
  return key
}

/** The part of an index that a search can be in, from comparisons that must all hold. */
function rangeOf(condition: Condition, key: OrderKey): { readonly from: number; readonly to: number } {
  let from = Number.NEGATIVE_INFINITY
  let to = Number.POSITIVE_INFINITY
  const terms = condition.kind === 'and' ? condition.of : [condition]
  for (const term of terms) {
    if (term.kind !== 'term' || columns[term.field ?? ''] !== key) continue
    const value = key === 'id' || key === 'customer' ? Number(term.value) : Date.parse(term.value) / 1000
    if (Number.isNaN(value)) continue
    if (term.operator.startsWith('>')) from = Math.max(from, value)
    if (term.operator.startsWith('<')) to = Math.min(to, value)
  }
  return { from, to }
}
