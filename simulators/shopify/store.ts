import { StoreWorld } from '../store/store.ts'
import type {
  ShopCustomer,
  ShopDispute,
  ShopEdit,
  ShopEvent,
  ShopOrder,
  ShopOrderOutline,
  ShopProduct,
  ShopRefund,
  ShopReturn,
  ShopTransaction,
} from './history.ts'
import { type Listings, makeListings } from './listings.ts'
import type { Platform, ShopSite } from './options.ts'
import { orderFacts } from './order-facts.ts'
import { orderNode } from './order-node.ts'
import { OrderSums } from './order-sums.ts'
import { lastProductId, OrderTable, outlineOf } from './order-table.ts'
import type { OrderView } from './order-view.ts'
import { makeRefund, type RefundRequest } from './refund-making.ts'
import type { NodeWorld } from './world.ts'

/** An event that webhooks may subscribe to. */
export type StoreEvent =
  | {
      readonly topic: 'orders/create' | 'orders/updated' | 'orders/cancelled' | 'orders/delete'
      readonly orderId: number
    }
  | { readonly topic: 'orders/edited'; readonly orderId: number; readonly edit: ShopEdit }
  | { readonly topic: 'refunds/create'; readonly orderId: number; readonly refundId: number }
  | { readonly topic: 'order_transactions/create'; readonly orderId: number; readonly transaction: ShopTransaction }
  | { readonly topic: 'products/create' | 'products/update' | 'products/delete'; readonly productId: number }
  | { readonly topic: 'inventory_items/update'; readonly productId: number; readonly inventoryItemId: number }
  | { readonly topic: 'customers/create' | 'customers/update' | 'customers/delete'; readonly customerId: number }
  | { readonly topic: 'customers/merge'; readonly customerId: number; readonly mergedId: number }
  | { readonly topic: 'disputes/create' | 'disputes/update'; readonly disputeId: number }
  | { readonly topic: 'shop/update' | 'app/uninstalled' | 'app/scopes_update' }

/** A new order; id and dates are given by the shop unless they are set. */
export type NewOrder = Omit<ShopOrder, 'id' | 'createdAt'> & { readonly id?: number; readonly createdAt?: string }
type Made<T extends ShopEvent> = Omit<T, 'kind' | 'id' | 'at'> & { readonly id?: number; readonly at?: string }

/** The options of cancelling an order. */
export interface CancelRequest {
  readonly reason?: 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF'
  /** Refunds captured payments; default true. */
  readonly refund?: boolean
  /** Restocks the goods; default true. */
  readonly restock?: boolean
  readonly at?: string
}

/** A shop's data and all actions of the merchant and buyers on it, with Shopify's dates and webhooks. */
export class FakeStore extends StoreWorld<ShopOrder, ShopProduct, ShopCustomer, StoreEvent, ShopOrderOutline> {
  readonly orders = new OrderTable()
  readonly refundOrders = new Map<number, number>()
  readonly disputes = new Map<number, ShopDispute>()
  readonly listings: Listings
  readonly #site: ShopSite
  readonly #world: () => NodeWorld
  /** Incremented with every change of catalogue and customers. */
  version = 0
  #lastNumber = 1000

  constructor(site: ShopSite, platform: Platform, world: () => NodeWorld) {
    super(() => platform.clock, 1000)
    this.#site = site
    this.#world = world
    this.listings = makeListings(this, world)
  }

  /** Every order in GraphQL's format, by ascending id. */
  *allOrders(): Iterable<OrderView> {
    const index = this.orders.index('id')
    for (let at = 0; at < index.length; at += 1) yield orderNode(this.orders.order(index.at(at)), this.#world())
  }

  /** The shop's statistics about a customer, without test orders. */
  customerTotals(id: number): { readonly orders: number; readonly spent: bigint } {
    let spent = 0n
    let orders = 0
    for (const row of this.orders.rowsOf(id)) {
      const order = this.orders.order(row)
      if (order.test) continue
      const sums = new OrderSums(orderFacts(order, this.#site))
      spent += sums.received() - sums.refunded()
      orders += 1
    }
    return { orders, spent }
  }

  /** A buyer places an order. As in reality, `orders/updated` follows within the same second. */
  createOrder(input: NewOrder): ShopOrder {
    const createdAt = input.createdAt ?? this.now()
    const id = input.id ?? this.nextId()
    const order: ShopOrder = {
      taxesIncluded: this.#site.taxesIncluded,
      ...input,
      id,
      number: input.number ?? this.nextNumber(),
      createdAt,
    }
    this.noteOrder(outlineOf(order))
    this.orders.put(order)
    const paid = (order.transactions ?? []).map((transaction) => transactionEvent(id, transaction))
    this.emit({ topic: 'orders/create', orderId: id }, ...paid, { topic: 'orders/updated', orderId: id })
    return order
  }

  /** Changes fields of an order that are not events: tags, note, address, journey. */
  updateOrder(id: number, patch: Partial<Omit<ShopOrder, 'id'>>, at = this.now()): ShopOrder {
    const order = { ...this.existing(id), updatedAt: at, ...patch }
    this.orders.put(order)
    this.emit({ topic: 'orders/updated', orderId: id })
    return order
  }

  /** Changes an order without a trace: neither its date nor a webhook, as a journey that becomes ready. */
  alterSilently(id: number, patch: Partial<Omit<ShopOrder, 'id'>>): ShopOrder {
    const before = this.existing(id)
    const { updatedAt } = orderFacts(before, this.#site)
    const order = { ...before, updatedAt, ...patch }
    this.orders.put(order)
    return order
  }

  editOrder(id: number, input: Made<ShopEdit>): ShopOrder {
    const edit: ShopEdit = { ...input, kind: 'edit', id: input.id ?? this.nextId(), at: input.at ?? this.now() }
    const order = this.happen(id, edit)
    this.emit({ topic: 'orders/edited', orderId: id, edit }, { topic: 'orders/updated', orderId: id })
    return order
  }

  /** Refunds and returns; see {@link RefundRequest}. */
  refundOrder(id: number, request: RefundRequest = {}): ShopRefund {
    const order = this.existing(id)
    const refund = makeRefund(order, request, {
      shop: this.#site,
      at: request.at ?? this.now(),
      nextId: () => this.nextId(),
    })
    this.happen(id, refund)
    const moved = (refund.transactions ?? []).map((transaction) => transactionEvent(id, transaction))
    this.emit({ topic: 'refunds/create', orderId: id, refundId: refund.id }, ...moved, {
      topic: 'orders/updated',
      orderId: id,
    })
    return refund
  }

  /** A refund's pending transaction succeeds or fails. */
  settleRefund(orderId: number, refundId: number, status: 'SUCCESS' | 'FAILURE' = 'SUCCESS'): void {
    const at = this.now()
    const order = this.existing(orderId)
    const settle = (entry: ShopTransaction): ShopTransaction =>
      entry.status === 'PENDING' ? { ...entry, status, processedAt: at } : entry
    const happenings = (order.happenings ?? []).map((entry) =>
      entry.kind === 'refund' && entry.id === refundId
        ? { ...entry, transactions: (entry.transactions ?? []).map(settle) }
        : entry,
    )
    this.orders.put({ ...order, happenings, updatedAt: at })
    this.emit({ topic: 'orders/updated', orderId })
  }

  returnOrder(id: number, input: Made<ShopReturn>): ShopReturn {
    const back: ShopReturn = { ...input, kind: 'return', id: input.id ?? this.nextId(), at: input.at ?? this.now() }
    this.happen(id, back)
    this.emit({ topic: 'orders/updated', orderId: id })
    return back
  }

  /** A later payment: a capture, a bank transfer, a payment of what an edit left open. */
  payOrder(id: number, transaction: Omit<ShopTransaction, 'id' | 'at'> & { readonly at?: string }): ShopTransaction {
    const at = transaction.at ?? this.now()
    const paid: ShopTransaction = { ...transaction, id: this.nextId(), at }
    this.happen(id, { kind: 'payment', at, transactions: [paid] })
    this.emit(transactionEvent(id, paid), { topic: 'orders/updated', orderId: id })
    return paid
  }

  fulfilOrder(id: number, at = this.now()): ShopOrder {
    const order = this.happen(id, { kind: 'fulfilment', at })
    this.emit({ topic: 'orders/updated', orderId: id })
    return order
  }

  /** Cancels: captured payments are refunded by default; authorisations are voided. */
  cancelOrder(id: number, { reason, refund = true, restock = true, at = this.now() }: CancelRequest = {}): ShopOrder {
    const sums = new OrderSums(orderFacts(this.existing(id), this.#site))
    const isCaptured = sums.received() > sums.refunded()
    if (!isCaptured && sums.financialStatus() === 'AUTHORIZED') {
      const voided: ShopTransaction = { id: this.nextId(), kind: 'VOID', gateway: 'shopify_payments', at, amount: '0' }
      this.happen(id, { kind: 'payment', at, transactions: [voided] })
    }
    if (!isCaptured || refund) {
      const request: RefundRequest = {
        restock: restock ? 'CANCEL' : 'NO_RESTOCK',
        ...(isCaptured ? {} : { money: 'none' }),
      }
      this.happen(id, makeRefund(this.existing(id), request, { shop: this.#site, at, nextId: () => this.nextId() }))
    }
    const order = this.happen(id, { kind: 'cancel', at, ...(reason ? { reason } : {}) })
    this.emit({ topic: 'orders/cancelled', orderId: id }, { topic: 'orders/updated', orderId: id })
    return order
  }

  deleteOrder(id: number): void {
    for (const entry of this.existing(id).happenings ?? [])
      if (entry.kind === 'refund') this.refundOrders.delete(entry.id)
    this.orders.remove(id)
    this.emit({ topic: 'orders/delete', orderId: id })
  }

  putProduct(product: ShopProduct): void {
    const topic = this.products.has(product.id) ? 'products/update' : 'products/create'
    this.keepProduct(topic === 'products/update' ? { updatedAt: this.now(), ...product } : product)
    this.emit({ topic, productId: product.id })
  }

  deleteProduct(id: number): void {
    this.version += 1
    if (this.products.delete(id)) this.emit({ topic: 'products/delete', productId: id })
  }

  /** Sets the merchant's cost of an item; the product's own date is unchanged. */
  setCost(inventoryItemId: number, cost: string | null, at = this.now()): void {
    for (const product of this.products.values()) {
      if (!product.variants.some((variant) => variant.inventoryItemId === inventoryItemId)) continue
      const variants = product.variants.map((variant) =>
        variant.inventoryItemId === inventoryItemId ? { ...variant, cost, itemUpdatedAt: at } : variant,
      )
      this.keepProduct({ ...product, variants })
      this.emit({ topic: 'inventory_items/update', productId: product.id, inventoryItemId })
    }
  }

  putCustomer(customer: ShopCustomer): void {
    const topic = this.customers.has(customer.id) ? 'customers/update' : 'customers/create'
    this.keepCustomer(topic === 'customers/update' ? { updatedAt: this.now(), ...customer } : customer)
    this.emit({ topic, customerId: customer.id })
  }

  deleteCustomer(id: number): void {
    this.version += 1
    if (this.customers.delete(id)) this.emit({ topic: 'customers/delete', customerId: id })
  }

  /** A buyer's bank opens a dispute, or decides about it. */
  putDispute(dispute: ShopDispute): void {
    const topic = this.disputes.has(dispute.id) ? 'disputes/update' : 'disputes/create'
    this.keep(this.disputes, dispute)
    this.emit({ topic, disputeId: dispute.id })
  }

  /** Merges two customers; the orders of the removed one go to the kept one, with a new date. */
  mergeCustomers(keptId: number, mergedId: number, at = this.now()): void {
    const kept = this.customers.get(keptId)
    if (!kept) throw new Error(`The sandbox has no customer ${keptId}`)
    for (const row of this.orders.rowsOf(mergedId)) {
      this.orders.put({ ...this.orders.order(row), customerId: keptId, updatedAt: at })
    }
    this.customers.delete(mergedId)
    this.keepCustomer({ ...kept, updatedAt: at })
    this.emit(
      { topic: 'customers/merge', customerId: keptId, mergedId },
      { topic: 'customers/update', customerId: keptId },
    )
  }

  /** Changes settings of the shop, and sends `shop/update`. */
  updateShop(patch: Partial<ShopSite>): void {
    Object.assign(this.#site, patch)
    this.emit({ topic: 'shop/update' })
  }

  /** Adds an event to an order, without any webhook. */
  happen(id: number, event: ShopEvent): ShopOrder {
    const { updatedAt: _old, ...before } = this.existing(id)
    const order: ShopOrder = { ...before, happenings: [...(before.happenings ?? []), event] }
    this.noteOrder(outlineOf(order))
    this.orders.put(order)
    return order
  }

  nextNumber(): number {
    this.#lastNumber += 1
    return this.#lastNumber
  }

  protected noteOrder({ id, lastId, number, refundIds }: ShopOrderOutline): void {
    this.noteId(lastId)
    this.#lastNumber = Math.max(this.#lastNumber, number)
    for (const refundId of refundIds) this.refundOrders.set(refundId, id)
  }

  protected keepProduct(product: ShopProduct): void {
    this.version += 1
    this.noteId(lastProductId(product))
    this.keep(this.products, product)
  }

  protected keepCustomer(customer: ShopCustomer): void {
    this.version += 1
    this.keep(this.customers, customer)
  }
}

function transactionEvent(orderId: number, transaction: ShopTransaction): StoreEvent {
  return { topic: 'order_transactions/create', orderId, transaction }
}
