import { SortedRows } from '../store/sorted-rows.ts'
import { toSeconds } from '../zone.ts'
import type { StoreRefund } from './history.ts'

/** Where one refund is kept. */
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
