import { PackedTexts } from '../../woocommerce/fake/packed-texts.ts'
import { SortedRows } from '../../woocommerce/fake/sorted-rows.ts'
import { toSeconds } from '../../woocommerce/fake/zone.ts'
import type { GeneratedShopOrders, ShopOrder, ShopOrderOutline } from './history.ts'
import { outlineOf } from './order-outline.ts'

export type OrderKey = 'id' | 'created' | 'updated' | 'processed' | 'customer'

const keys = ['id', 'created', 'updated', 'processed', 'customer'] as const

/** All orders of a shop: small columns with indexes in memory, bodies packed or made on demand. Times in seconds. */
export class OrderTable {
  readonly #columns: Readonly<Record<OrderKey, Column>> = {
    id: new Column(),
    created: new Column(),
    updated: new Column(),
    processed: new Column(),
    customer: new Column(),
  }
  readonly #bodies = new Map<number, ShopOrder>()
  readonly #packed = new PackedTexts()
  readonly #packedNumber = new Column()
  readonly #generated: { readonly from: number; readonly orders: GeneratedShopOrders }[] = []
  readonly indexes: Readonly<Record<OrderKey, SortedRows>>

  constructor() {
    const columns = this.#columns
    const id = (row: number): number => columns.id.at(row)
    const index = (key: OrderKey): SortedRows => new SortedRows((row) => columns[key].at(row), id)
    this.indexes = {
      id: index('id'),
      created: index('created'),
      updated: index('updated'),
      processed: index('processed'),
      customer: index('customer'),
    }
  }

  get size(): number {
    return this.indexes.id.length
  }

  /** Appends an order without keeping the indexes sorted: for bulk loads. */
  load(order: ShopOrder): void {
    const row = this.#addColumns(outlineOf(order))
    this.#packedNumber.set(row, this.#packed.add(JSON.stringify(order)))
    for (const key of keys) this.indexes[key].append(row)
  }

  /** Appends orders that are made on demand; only their outlines are made now. */
  loadGenerated(orders: GeneratedShopOrders, each: (outline: ShopOrderOutline) => void): void {
    this.#generated.push({ from: this.#columns.id.length, orders })
    for (let index = 0; index < orders.count; index += 1) {
      const outline = orders.outlineAt?.(index) ?? outlineOf(orders.orderAt(index))
      const row = this.#addColumns(outline)
      this.#packedNumber.set(row, -1)
      for (const key of keys) this.indexes[key].append(row)
      each(outline)
    }
  }

  /** Adds or replaces one order. */
  put(order: ShopOrder): void {
    const known = this.rowOf(order.id)
    if (known !== undefined) for (const key of keys) this.indexes[key].remove(known)
    const row = this.#addColumns(outlineOf(order), known)
    this.#bodies.set(row, order)
    for (const key of keys) this.indexes[key].insert(row)
  }

  remove(id: number): void {
    const row = this.rowOf(id)
    if (row === undefined) return
    this.#bodies.delete(row)
    for (const key of keys) this.indexes[key].remove(row)
  }

  rowOf(id: number): number | undefined {
    const index = this.indexes.id
    const position = index.firstAfter(id, true)
    const row = position < index.length ? index.at(position) : -1
    return row >= 0 && this.#columns.id.at(row) === id ? row : undefined
  }

  order(row: number): ShopOrder {
    const kept = this.#bodies.get(row)
    if (kept) return kept
    const packed = this.#packedNumber.at(row)
    if (packed >= 0) return unpack(this.#packed.at(packed))
    const source = this.#generated.findLast((entry) => entry.from <= row)
    if (!source) throw new Error(`Order in row ${row} has no body`)
    return source.orders.orderAt(row - source.from)
  }

  key(row: number, key: OrderKey): number {
    return this.#columns[key].at(row)
  }

  /** Rows of one customer, oldest id first. */
  rowsOf(customerId: number): number[] {
    const index = this.indexes.customer
    const from = index.firstAfter(customerId, true)
    const to = index.firstAfter(customerId)
    return Array.from({ length: to - from }, (_, at) => index.at(from + at))
  }

  #addColumns(outline: ShopOrderOutline, row = this.#columns.id.length): number {
    this.#columns.id.set(row, outline.id)
    this.#columns.created.set(row, toSeconds(outline.createdAt))
    this.#columns.updated.set(row, toSeconds(outline.updatedAt))
    this.#columns.processed.set(row, toSeconds(outline.processedAt))
    this.#columns.customer.set(row, outline.customerId ?? 0)
    return row
  }
}

function unpack(text: string): ShopOrder {
  // Holds because only `load` packs, and it packs orders.
  return JSON.parse(text) as ShopOrder
}

class Column {
  #values = new Float64Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  at(row: number): number {
    return this.#values[row] ?? 0
  }

  set(row: number, value: number): void {
    if (row >= this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[row] = value
    if (row >= this.#length) this.#length = row + 1
  }
}
