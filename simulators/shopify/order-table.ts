import { StoredOrders } from '../store/stored-orders.ts'
import { toSeconds } from '../zone.ts'
import type { ShopOrder, ShopOrderOutline } from './history.ts'
import { outlineOf } from './order-outline.ts'

export type OrderKey = 'id' | 'created' | 'updated' | 'processed' | 'customer'

/** All orders of a shop, findable by everything that its lists are sorted by. */
export class OrderTable extends StoredOrders<ShopOrder, ShopOrderOutline, OrderKey> {
  constructor() {
    super({
      keys: ['id', 'created', 'updated', 'processed', 'customer'],
      outlineOf,
      columnsOf: ({ id, createdAt, updatedAt, processedAt, customerId }) => ({
        id,
        created: toSeconds(createdAt),
        updated: toSeconds(updatedAt),
        processed: toSeconds(processedAt),
        customer: customerId ?? 0,
      }),
    })
  }

  /** Rows of one customer, oldest id first. */
  rowsOf(customerId: number): number[] {
    const index = this.index('customer')
    const from = index.firstAfter(customerId, true)
    const to = index.firstAfter(customerId)
    return Array.from({ length: to - from }, (_, at) => index.at(from + at))
  }
}
