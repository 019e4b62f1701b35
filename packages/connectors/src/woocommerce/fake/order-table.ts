import type { GeneratedOrders, StoreOrder } from './history.ts'
import { PackedTexts } from './packed-texts.ts'
import { SortedRows } from './sorted-rows.ts'
import { toSeconds } from './zone.ts'

export type OrderKey = 'id' | 'created' | 'modified'

/** The columns of one order that queries look at; times in seconds since 1970. */
interface OrderColumns {
  readonly id: number
  readonly created: number
  readonly modified: number
  readonly status: string
  readonly customerId: number
}

/** All orders of the store: small columns with indexes in memory, bodies packed or made on demand. */
export class OrderTable {
  readonly #ids = new Column()
  readonly #created = new Column()
  readonly #modified = new Column()
  readonly #status = new Column()
  readonly #customers = new Column()
  readonly #bodies = new Map<number, StoreOrder>()
  readonly #packed = new PackedTexts()
  readonly #packedNumber = new Column()
  readonly #generated: { readonly from: number; readonly orders: GeneratedOrders }[] = []
  readonly #codes = new Map<string, number>()
  readonly #statusNames: string[] = []
  readonly #counters = new Map<string, { readonly version: number; readonly counts: Uint32Array }>()
  readonly indexes: Readonly<Record<OrderKey, SortedRows>>
  /** Goes up with every change: caches of answers compare it. */
  version = 0

  constructor() {
    const id = (row: number) => this.#ids.at(row)
    this.indexes = {
      id: new SortedRows(id, id),
      created: new SortedRows((row) => this.#created.at(row), id),
      modified: new SortedRows((row) => this.#modified.at(row), id),
    }
  }

  get size(): number {
    return this.indexes.id.length
  }

  /** Appends an order without keeping the indexes sorted: for bulk loads. */
  load(order: StoreOrder): void {
    const row = this.#addColumns(order)
    this.#packedNumber.set(row, this.#packed.add(JSON.stringify(order)))
    for (const index of Object.values(this.indexes)) index.append(row)
  }

  /** Appends orders that are made on demand; each is made once now, for its columns. */
  loadGenerated(orders: GeneratedOrders, each: (order: StoreOrder, row: number) => void): void {
    this.#generated.push({ from: this.#ids.length, orders })
    for (let index = 0; index < orders.count; index += 1) {
      const order = orders.orderAt(index)
      const row = this.#addColumns(order)
      this.#packedNumber.set(row, -1)
      for (const sorted of Object.values(this.indexes)) sorted.append(row)
      each(order, row)
    }
  }

  /** Adds or replaces one order. */
  put(order: StoreOrder): void {
    const known = this.rowOf(order.id)
    if (known !== undefined) for (const index of Object.values(this.indexes)) index.remove(known)
    const row = this.#addColumns(order, known)
    this.#bodies.set(row, order)
    for (const index of Object.values(this.indexes)) index.insert(row)
  }

  remove(id: number): void {
    const row = this.rowOf(id)
    if (row === undefined) return
    this.version += 1
    this.#bodies.delete(row)
    for (const index of Object.values(this.indexes)) index.remove(row)
  }

  rowOf(id: number): number | undefined {
    const index = this.indexes.id
    const position = index.firstAfter(id, true)
    const row = position < index.length ? index.at(position) : -1
    return row >= 0 && this.#ids.at(row) === id ? row : undefined
  }

  order(row: number): StoreOrder {
    const kept = this.#bodies.get(row)
    if (kept) return kept
    const packed = this.#packedNumber.at(row)
    if (packed >= 0) return unpack(this.#packed.at(packed))
    const source = this.#generated.findLast((entry) => entry.from <= row)
    if (!source) throw new Error(`Order in row ${row} has no body`)
    return source.orders.orderAt(row - source.from)
  }

  columns(row: number): OrderColumns {
    return {
      id: this.#ids.at(row),
      created: this.#created.at(row),
      modified: this.#modified.at(row),
      status: this.statusAt(row),
      customerId: this.#customers.at(row),
    }
  }

  key(row: number, key: OrderKey): number {
    return key === 'id' ? this.#ids.at(row) : key === 'created' ? this.#created.at(row) : this.#modified.at(row)
  }

  statusAt(row: number): string {
    return this.#statusNames[this.#status.at(row)] ?? ''
  }

  /** Every status that some order has or had. */
  statuses(): readonly string[] {
    return this.#statusNames
  }

  /** How many rows with one of the statuses lie before each position of an index. */
  counts(key: OrderKey, statuses: readonly string[]): Uint32Array {
    const name = `${key}:${statuses.join()}`
    const known = this.#counters.get(name)
    if (known?.version === this.version) return known.counts
    const wanted = new Uint8Array(this.#codes.size)
    for (const status of statuses) {
      const code = this.#codes.get(status)
      if (code !== undefined) wanted[code] = 1
    }
    const rows = this.indexes[key].view()
    const counts = new Uint32Array(rows.length + 1)
    for (let at = 0; at < rows.length; at += 1) {
      counts[at + 1] = (counts[at] ?? 0) + (wanted[this.#status.at(rows[at] ?? 0)] ?? 0)
    }
    this.#counters.set(name, { version: this.version, counts })
    return counts
  }

  #addColumns(order: StoreOrder, row = this.#ids.length): number {
    this.version += 1
    let code = this.#codes.get(order.status)
    if (code === undefined) {
      code = this.#codes.size
      this.#codes.set(order.status, code)
      this.#statusNames.push(order.status)
    }
    const created = toSeconds(order.createdAt)
    this.#ids.set(row, order.id)
    this.#created.set(row, created)
    this.#modified.set(row, order.modifiedAt === undefined ? created : toSeconds(order.modifiedAt))
    this.#status.set(row, code)
    this.#customers.set(row, order.customerId ?? 0)
    return row
  }
}

function unpack(text: string): StoreOrder {
  // Holds because only `load` packs, and it packs store orders.
  return JSON.parse(text) as StoreOrder
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
