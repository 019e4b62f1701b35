import type { GeneratedOrders, Source, StoreHistory, StoreOrder } from '../woocommerce/history.ts'
import { fromStoreOrder, isCheckout } from './from-store-order.ts'
import { buyerOf, customerIdOf, fromStoreCustomer, fromStoreProduct } from './from-store-people.ts'
import type { StoreReading } from './from-store-reading.ts'
import type {
  GeneratedShopOrders,
  ShopCustomer,
  ShopHistory,
  ShopOrder,
  ShopOrderOutline,
  ShopProduct,
} from './history.ts'

/**
 * The history of another kind of store in Shopify's clothes. What never became an order there is left out; guests become
 * customers, as Shopify makes them.
 */
export function storeAsShop(history: StoreHistory, reading: StoreReading): ShopHistory {
  const { orders = [] } = history
  if ('orderAt' in orders) {
    const { places, buyers } = scan(orders)
    return {
      products: products(history),
      customers: customers(history, buyers),
      orders: generated(orders, places, reading),
    }
  }
  return {
    products: products(history),
    customers: customers(history, buyersOf(orders)),
    orders: converted(orders, reading),
  }
}

async function* products({ products: rows = [] }: StoreHistory): AsyncIterable<ShopProduct> {
  for await (const product of rows) yield fromStoreProduct(product)
}

/** Registered customers, and buyers that are none. */
async function* customers(history: StoreHistory, buyers: Source<ShopCustomer>): AsyncIterable<ShopCustomer> {
  const seen = new Set<number>()
  for await (const customer of history.customers ?? []) {
    seen.add(customer.id)
    yield fromStoreCustomer(customer)
  }
  for await (const buyer of buyers) {
    if (seen.has(buyer.id)) continue
    seen.add(buyer.id)
    yield buyer
  }
}

async function* buyersOf(orders: Source<StoreOrder>): AsyncIterable<ShopCustomer> {
  for await (const order of orders) {
    const buyer = isCheckout(order) ? undefined : buyerOf(order)
    if (buyer) yield buyer
  }
}

async function* converted(orders: Source<StoreOrder>, reading: StoreReading): AsyncIterable<ShopOrder> {
  for await (const order of orders) if (!isCheckout(order)) yield fromStoreOrder(order, reading)
}

function generated(orders: GeneratedOrders, places: Uint32Array, reading: StoreReading): GeneratedShopOrders {
  return {
    count: places.length,
    orderAt: (index) => fromStoreOrder(orders.orderAt(places[index] ?? 0), reading),
    outlineAt: (index) => storeOutline(orders.orderAt(places[index] ?? 0)),
  }
}

/** Ids that the conversion makes stay below these factors; see `from-store-order.ts` and `from-store-refunds.ts`. */
function storeOutline(order: StoreOrder): ShopOrderOutline {
  const { id, createdAt, modifiedAt: updatedAt = createdAt } = order
  const refundIds = (order.refunds ?? []).map((refund) => refund.id)
  const lastId = Math.max(id, ...refundIds) * 1000 + 999
  return {
    id,
    number: id,
    lastId,
    createdAt,
    processedAt: createdAt,
    updatedAt,
    customerId: customerIdOf(order),
    refundIds,
  }
}

/** Which of a great many orders are kept, and their buyers in few words: each order is made once for it. */
function scan(orders: GeneratedOrders): { readonly places: Uint32Array; readonly buyers: Iterable<ShopCustomer> } {
  const places = new Uint32Array(orders.count)
  const buyers = new Map<number, ShopCustomer>()
  let kept = 0
  for (let at = 0; at < orders.count; at += 1) {
    const order = orders.orderAt(at)
    if (isCheckout(order)) continue
    places[kept] = at
    kept += 1
    const id = customerIdOf(order)
    if (id !== null && !buyers.has(id)) buyers.set(id, { id, email: order.email ?? null, createdAt: order.createdAt })
  }
  return { places: places.subarray(0, kept), buyers: buyers.values() }
}
