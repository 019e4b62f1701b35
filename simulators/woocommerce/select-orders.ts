import type { SiteZone } from '../zone.ts'
import type { StoreOrder } from './history.ts'
import { insideWindows, type ListParameters } from './list-parameters.ts'
import type { OrderKey, OrderTable } from './order-table.ts'

/** The orders of a list. */
interface OrderSelection extends ListParameters {
  readonly statuses: readonly string[]
  readonly customer: number | undefined
  readonly product: number | undefined
}

/** Rows of one page and their total number. */
interface Selected {
  readonly total: number
  readonly rows: readonly number[]
}

/** Finds the rows of one page. Windows on the sort column alone cost a few binary searches, whatever the store's size. */
export class OrderSelector {
  readonly #table: OrderTable
  readonly #results = new Map<string, { readonly version: number; readonly rows: Uint32Array }>()

  constructor(table: OrderTable) {
    this.#table = table
  }

  select(selection: OrderSelection, zone: SiteZone): Selected {
    const key = sortKey(selection.orderby)
    const simple =
      selection.orderby !== 'include' &&
      !selection.include &&
      !selection.exclude &&
      selection.customer === undefined &&
      selection.product === undefined &&
      !selection.search &&
      selection.windows.every((window) => window.clock === 'gmt' && window.column === key)
    return simple ? this.#byIndex(selection, key) : this.#byScan(selection, key, zone)
  }

  #range(selection: OrderSelection, key: OrderKey): readonly [number, number] {
    const index = this.#table.index(key)
    let low = 0
    let high = index.length
    for (const window of selection.windows) {
      if (window.clock !== 'gmt' || window.column !== key) continue
      if (window.after !== undefined) low = Math.max(low, index.firstAfter(window.after))
      if (window.before !== undefined) high = Math.min(high, index.firstAfter(window.before, true))
    }
    return [low, Math.max(low, high)]
  }

  #byIndex(selection: OrderSelection, key: OrderKey): Selected {
    const [low, high] = this.#range(selection, key)
    const index = this.#table.index(key)
    const counts = this.#table.counts(key, selection.statuses)
    const before = counts[low] ?? 0
    const total = (counts[high] ?? 0) - before
    const rows: number[] = []
    const wanted = Math.min(selection.perPage, total - selection.skip)
    for (let nth = 0; nth < wanted; nth += 1) {
      const rank = selection.descending ? total - selection.skip - nth : selection.skip + nth + 1
      rows.push(index.at(firstReaching(counts, before + rank, low) - 1))
    }
    return { total, rows }
  }

  #byScan(selection: OrderSelection, key: OrderKey, zone: SiteZone): Selected {
    const { page: _page, perPage, skip, fields: _fields, decimals: _decimals, ...filters } = selection
    const name = JSON.stringify(filters)
    let result = this.#results.get(name)
    if (result?.version !== this.#table.version) {
      result = { version: this.#table.version, rows: this.#scan(selection, key, zone) }
      if (this.#results.size >= 16) this.#results.clear()
      this.#results.set(name, result)
    }
    return { total: result.rows.length, rows: [...result.rows.subarray(skip, skip + perPage)] }
  }

  #scan(selection: OrderSelection, key: OrderKey, zone: SiteZone): Uint32Array {
    const ranges = (['created', 'modified'] as const).map((column) => ({
      column,
      range: this.#range(selection, column),
    }))
    const { column, range } = ranges.reduce((a, b) => (b.range[1] - b.range[0] < a.range[1] - a.range[0] ? b : a))
    const matches = this.#matcher(selection, zone)
    const rows = this.#table.index(column).view().slice(range[0], range[1]).filter(matches)
    if (selection.orderby === 'include' && selection.include) {
      const places = new Map(selection.include.map((id, place) => [id, place]))
      const place = (row: number) => places.get(this.#table.key(row, 'id')) ?? 0
      return rows.sort((a, b) => place(a) - place(b))
    }
    if (key !== column)
      rows.sort(
        (a, b) =>
          this.#table.key(a, key) - this.#table.key(b, key) || this.#table.key(a, 'id') - this.#table.key(b, 'id'),
      )
    return selection.descending ? rows.reverse() : rows
  }

  #matcher(selection: OrderSelection, zone: SiteZone): (row: number) => boolean {
    const { include, exclude, customer, windows } = selection
    const statuses = new Set(selection.statuses)
    const wanted = include && include.length > 0 ? new Set(include) : undefined
    const unwanted = new Set(exclude)
    const inBody = bodyMatcher(selection)
    return (row) => {
      const columns = this.#table.columns(row)
      if (!statuses.has(columns.status) || unwanted.has(columns.id)) return false
      if (wanted && !wanted.has(columns.id)) return false
      if (customer !== undefined && columns.customerId !== customer) return false
      return insideWindows(windows, columns, zone) && (!inBody || inBody(this.#table.order(row)))
    }
  }
}

/** The filters that need more than the columns; undefined when there are none. */
function bodyMatcher({ product, search }: OrderSelection): ((order: StoreOrder) => boolean) | undefined {
  const text = search?.toLowerCase() ?? ''
  if (product === undefined && text === '') return undefined
  return (order) =>
    (product === undefined || order.lines.some((line) => line.productId === product)) &&
    (text === '' || JSON.stringify(order).toLowerCase().includes(text))
}

function sortKey(orderby: string): OrderKey {
  if (orderby === 'modified') return 'modified'
  return orderby === 'date' ? 'created' : 'id'
}

/** First position whose running count reaches `rank`. */
function firstReaching(counts: Uint32Array, rank: number, from: number): number {
  let low = from
  let high = counts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((counts[middle] ?? 0) >= rank) high = middle
    else low = middle + 1
  }
  return low
}
