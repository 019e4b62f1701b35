import { Column, SortedRows } from '../store/columns.ts'
import { StoredOrders } from '../store/stored-orders.ts'
import { toSeconds } from '../zone.ts'
import type { StoreOrder, StoreRefund } from './history.ts'

export type OrderKey = 'id' | 'created' | 'modified'

/** The columns of an order that queries use; times in seconds since 1970. */
interface OrderColumns {
  readonly id: number
  readonly created: number
  readonly modified: number
  readonly status: string
  readonly customerId: number
}

/** All orders of the store, indexed by what its lists are sorted by, with counts by status. */
export class OrderTable extends StoredOrders<StoreOrder, StoreOrder, OrderKey> {
  readonly #status = new Column()
  readonly #customers = new Column()
  readonly #codes = new Map<string, number>()
  readonly #statusNames: string[] = []
  readonly #counters = new Map<string, { readonly version: number; readonly counts: Uint32Array }>()
  /** Incremented with every change; response caches compare it. */
  version = 0

  constructor() {
    super({
      keys: ['id', 'created', 'modified'],
      outlineOf: (order) => order,
      columnsOf: ({ id, createdAt, modifiedAt = createdAt }) => ({
        id,
        created: toSeconds(createdAt),
        modified: toSeconds(modifiedAt),
      }),
      onRow: (order, row) => this.#noteRow(order, row),
    })
  }

  override remove(id: number): boolean {
    const found = super.remove(id)
    if (found) this.version += 1
    return found
  }

  columns(row: number): OrderColumns {
    return {
      id: this.key(row, 'id'),
      created: this.key(row, 'created'),
      modified: this.key(row, 'modified'),
      status: this.statusAt(row),
      customerId: this.#customers.at(row),
    }
  }

  statusAt(row: number): string {
    return this.#statusNames[this.#status.at(row)] ?? ''
  }

  /** Every status that some order has or had. */
  statuses(): readonly string[] {
    return this.#statusNames
  }

  /** For each position of an index, the number of rows before it with one of the statuses. */
  counts(key: OrderKey, statuses: readonly string[]): Uint32Array {
    const name = `${key}:${statuses.join()}`
    const known = this.#counters.get(name)
    if (known?.version === this.version) return known.counts
    const wanted = new Uint8Array(this.#codes.size)
    for (const status of statuses) {
      const code = this.#codes.get(status)
      if (code !== undefined) wanted[code] = 1
    }
    const rows = this.index(key).view()
    const counts = new Uint32Array(rows.length + 1)
    for (let at = 0; at < rows.length; at += 1) {
      counts[at + 1] = (counts[at] ?? 0) + (wanted[this.#status.at(rows[at] ?? 0)] ?? 0)
    }
    this.#counters.set(name, { version: this.version, counts })
    return counts
  }

  #noteRow(order: StoreOrder, row: number): void {
    this.version += 1
    let code = this.#codes.get(order.status)
    if (code === undefined) {
      code = this.#codes.size
      this.#codes.set(order.status, code)
      this.#statusNames.push(order.status)
    }
    this.#status.set(row, code)
    this.#customers.set(row, order.customerId ?? 0)
  }
}

/** The position of one refund. */
export interface RefundPlace {
  readonly id: number
  readonly orderId: number
  readonly created: number
}

/** All refunds over all orders, by id and by date. */
export class RefundIndex {
  readonly #places: RefundPlace[] = []
  readonly #rows = new Map<number, number>()
  readonly byId = new SortedRows(
    (row) => this.place(row).id,
    (row) => this.place(row).id,
  )
  readonly byCreated = new SortedRows(
    (row) => this.place(row).created,
    (row) => this.place(row).id,
  )
  version = 0

  add(orderId: number, refund: StoreRefund): void {
    this.version += 1
    const row = this.#places.length
    this.#places.push({ id: refund.id, orderId, created: toSeconds(refund.createdAt) })
    this.#rows.set(refund.id, row)
    this.byId.append(row)
    this.byCreated.append(row)
  }

  remove(id: number): void {
    const row = this.#rows.get(id)
    if (row === undefined) return
    this.version += 1
    this.#rows.delete(id)
    this.byId.remove(row)
    this.byCreated.remove(row)
  }

  place(row: number): RefundPlace {
    const place = this.#places[row]
    if (!place) throw new Error(`No refund in row ${row}`)
    return place
  }
}
