import { Column, SortedRows } from './columns.ts'

const chunkBytes = 1 << 24

/** Many small texts in a few large buffers outside the heap; texts are only ever appended. */
class PackedTexts {
  readonly #chunks: Buffer[] = []
  #used = chunkBytes
  #places = new Float64Array(1024)
  #lengths = new Uint32Array(1024)
  #count = 0

  /** Stores a text and gives its number. */
  add(text: string): number {
    const bytes = Buffer.byteLength(text)
    let chunk = this.#chunks.at(-1)
    if (!chunk || this.#used + bytes > chunk.length) {
      chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes))
      this.#chunks.push(chunk)
      this.#used = 0
    }
    if (this.#count === this.#places.length) this.#grow()
    chunk.write(text, this.#used)
    this.#places[this.#count] = (this.#chunks.length - 1) * 2 ** 32 + this.#used
    this.#lengths[this.#count] = bytes
    this.#used += bytes
    this.#count += 1
    return this.#count - 1
  }

  /** The text under a number. */
  at(number: number): string {
    const place = this.#places[number] ?? 0
    const start = place % 2 ** 32
    return (
      this.#chunks[Math.floor(place / 2 ** 32)]?.toString('utf8', start, start + (this.#lengths[number] ?? 0)) ?? ''
    )
  }

  #grow(): void {
    const places = new Float64Array(this.#places.length * 2)
    places.set(this.#places)
    this.#places = places
    const lengths = new Uint32Array(this.#lengths.length * 2)
    lengths.set(this.#lengths)
    this.#lengths = lengths
  }
}

/** Orders made on demand, so that a million of them need no memory. `orderAt` must always give the same order. */
export interface MadeOrders<Order> {
  readonly count: number
  orderAt(index: number): Order
}

/** How orders of one platform are kept; every key has an index, times are in seconds since 1970. */
interface OrderShape<Order, Outline, Key extends string> {
  readonly keys: readonly Key[]
  outlineOf(order: Order): Outline
  columnsOf(outline: Outline): Readonly<Record<Key, number>>
  /** Called for every order that comes into a row, new or changed. */
  onRow?(outline: Outline, row: number): void
}

/** All orders of a simulated store: small columns with indexes in memory, bodies packed or made on demand. */
export class StoredOrders<Order extends { readonly id: number }, Outline, Key extends string> {
  readonly #shape: OrderShape<Order, Outline, Key | 'id'>
  readonly #columns = new Map<Key | 'id', Column>()
  readonly #indexes = new Map<Key | 'id', SortedRows>()
  readonly #ids = new Column()
  readonly #byId: SortedRows
  readonly #bodies = new Map<number, Order>()
  readonly #packed = new PackedTexts()
  readonly #packedNumber = new Column()
  readonly #made: { readonly from: number; readonly orders: MadeOrders<Order> }[] = []

  constructor(shape: OrderShape<Order, Outline, Key | 'id'>) {
    this.#shape = shape
    const ids = this.#ids
    this.#byId = indexOf(ids, ids)
    for (const key of shape.keys) {
      const column = key === 'id' ? ids : new Column()
      this.#columns.set(key, column)
      this.#indexes.set(key, key === 'id' ? this.#byId : indexOf(column, ids))
    }
  }

  get size(): number {
    return this.#byId.length
  }

  /** Rows sorted by a key. */
  index(key: Key | 'id'): SortedRows {
    const found = this.#indexes.get(key)
    if (!found) throw new Error(`Orders have no index by ${key}`)
    return found
  }

  key(row: number, key: Key | 'id'): number {
    return this.#columns.get(key)?.at(row) ?? 0
  }

  /** Appends an order without keeping the indexes sorted: for bulk loads. */
  load(order: Order): Outline {
    const outline = this.#shape.outlineOf(order)
    const row = this.#addColumns(outline)
    this.#packedNumber.set(row, this.#packed.add(JSON.stringify(order)))
    for (const index of this.#indexes.values()) index.append(row)
    return outline
  }

  /** Appends orders that are made on demand; only their outlines are made now. */
  loadMade(orders: MadeOrders<Order>, each: (outline: Outline) => void): void {
    this.#made.push({ from: this.#ids.length, orders })
    for (let index = 0; index < orders.count; index += 1) {
      const outline = this.#shape.outlineOf(orders.orderAt(index))
      const row = this.#addColumns(outline)
      this.#packedNumber.set(row, -1)
      for (const sorted of this.#indexes.values()) sorted.append(row)
      each(outline)
    }
  }

  /** Adds or replaces one order. */
  put(order: Order): void {
    const known = this.rowOf(order.id)
    if (known !== undefined) for (const index of this.#indexes.values()) index.remove(known)
    const row = this.#addColumns(this.#shape.outlineOf(order), known)
    this.#bodies.set(row, order)
    for (const index of this.#indexes.values()) index.insert(row)
  }

  /** Returns whether it existed. */
  remove(id: number): boolean {
    const row = this.rowOf(id)
    if (row === undefined) return false
    this.#bodies.delete(row)
    for (const index of this.#indexes.values()) index.remove(row)
    return true
  }

  rowOf(id: number): number | undefined {
    const index = this.#byId
    const position = index.firstAfter(id, true)
    const row = position < index.length ? index.at(position) : -1
    return row >= 0 && this.#ids.at(row) === id ? row : undefined
  }

  order(row: number): Order {
    const kept = this.#bodies.get(row)
    if (kept) return kept
    const packed = this.#packedNumber.at(row)
    if (packed >= 0) return unpack<Order>(this.#packed.at(packed))
    const source = this.#made.findLast((entry) => entry.from <= row)
    if (!source) throw new Error(`Order in row ${row} has no body`)
    return source.orders.orderAt(row - source.from)
  }

  #addColumns(outline: Outline, row = this.#ids.length): number {
    const values = this.#shape.columnsOf(outline)
    for (const [key, column] of this.#columns) column.set(row, values[key])
    this.#shape.onRow?.(outline, row)
    return row
  }
}

function indexOf(column: Column, ids: Column): SortedRows {
  return new SortedRows(
    (row) => column.at(row),
    (row) => ids.at(row),
  )
}

function unpack<Order>(text: string): Order {
  // Holds because only `load` packs, and it packs orders of this table.
  return JSON.parse(text) as Order
}

/** A sequence of values, synchronous or asynchronous. */
export type Source<T> = Iterable<T> | AsyncIterable<T>
