import { StoredOrders } from '../store/stored-orders.ts'
import { toSeconds } from '../zone.ts'
import type { ShopOrder, ShopOrderOutline, ShopProduct } from './history.ts'
import { updatedAtOf } from './order-facts.ts'

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

  /** Rows of one customer, by ascending id. */
  rowsOf(customerId: number): number[] {
    const index = this.index('customer')
    const from = index.firstAfter(customerId, true)
    const to = index.firstAfter(customerId)
    return Array.from({ length: to - from }, (_, at) => index.at(from + at))
  }
}

/** The part of an order that indexes need, and its highest id, so that new ids do not collide. */
export function outlineOf(order: ShopOrder): ShopOrderOutline {
  const { id, number = 0, createdAt, processedAt = createdAt, customerId = null, happenings = [] } = order
  const refundIds = happenings.flatMap((entry) => (entry.kind === 'refund' ? [entry.id] : []))
  return {
    id,
    number,
    lastId: lastIdOf(order),
    createdAt,
    processedAt,
    updatedAt: updatedAtOf(order),
    customerId,
    refundIds,
  }
}

function lastIdOf(order: ShopOrder): number {
  let last = order.id
  const note = (entries: readonly { readonly id: number }[] | undefined): void => {
    for (const { id } of entries ?? []) if (id > last) last = id
  }
  note(order.lines)
  note(order.shipping)
  note(order.charges)
  note(order.transactions)
  for (const event of order.happenings ?? []) {
    if ('id' in event && event.id > last) last = event.id
    if ('transactions' in event) note(event.transactions)
    if (event.kind === 'edit') note(event.added)
  }
  return last
}

/** The highest id in a product. */
export function lastProductId(product: ShopProduct): number {
  return Math.max(product.id, ...product.variants.flatMap((variant) => [variant.id, variant.inventoryItemId]))
}
