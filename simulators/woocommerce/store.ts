import type { StoreCoupon, StoreCustomer, StoreHistory, StoreOrder, StoreProduct, StoreRefund } from './history.ts'
import type { FakeSite } from './options.ts'
import { OrderTable, RefundIndex } from './order-table.ts'
import { makeRefund, type RefundRequest, remainingOf } from './refund-making.ts'

/** Something that webhooks may be subscribed to. */
export interface StoreEvent {
  readonly resource: 'order' | 'product' | 'customer' | 'coupon'
  readonly event: 'created' | 'updated' | 'deleted' | 'restored'
  readonly id: number
}

/** A new order; id and date are given by the store unless they are set. */
export type NewOrder = Omit<StoreOrder, 'id' | 'createdAt'> & { readonly id?: number; readonly createdAt?: string }

/** The store's data and everything that people and buyers do to it. Every change fires webhooks as the real one does. */
export class FakeStore {
  readonly orders = new OrderTable()
  readonly refunds = new RefundIndex()
  readonly products = new Map<number, StoreProduct>()
  readonly customers = new Map<number, StoreCustomer>()
  readonly coupons = new Map<number, StoreCoupon>()
  readonly #site: FakeSite
  readonly #listeners: ((event: StoreEvent) => void)[] = []
  readonly #beforeTrash = new Map<number, string>()
  #lastId = 100

  constructor(site: FakeSite) {
    this.#site = site
  }

  /** Calls back on every event; webhooks hang on this. */
  onEvent(listener: (event: StoreEvent) => void): void {
    this.#listeners.push(listener)
  }

  /** The order, also from the bin; undefined when it does not exist. */
  order(id: number): StoreOrder | undefined {
    const row = this.orders.rowOf(id)
    return row === undefined ? undefined : this.orders.order(row)
  }

  /** A buyer or a person in the admin places an order. */
  createOrder(input: NewOrder): StoreOrder {
    const createdAt = input.createdAt ?? this.now()
    const paid = ['processing', 'completed'].includes(input.status) && input.paidAt === undefined
    const order: StoreOrder = {
      ...input,
      id: input.id ?? this.nextId(),
      createdAt,
      modifiedAt: input.modifiedAt ?? createdAt,
      ...(paid ? { paidAt: createdAt } : {}),
    }
    this.#write(order)
    for (const refund of order.refunds ?? []) this.refunds.add(order.id, refund)
    this.emit('order', 'created', order.id)
    for (let nth = 0; nth < this.#site.features.updatesAfterCreate; nth += 1) this.emit('order', 'updated', order.id)
    return order
  }

  /** Changes fields of an order; a change of status pays, completes or refunds it as the store does. */
  updateOrder(id: number, patch: Partial<Omit<StoreOrder, 'id'>>, at = this.now()): StoreOrder {
    const before = this.#existing(id)
    const status = patch.status ?? before.status
    const turned = status !== before.status
    const pays = turned && ['processing', 'completed'].includes(status) && !before.paidAt
    const order: StoreOrder = {
      ...before,
      modifiedAt: at,
      ...(pays ? { paidAt: at } : {}),
      ...(turned && status === 'completed' ? { completedAt: at } : {}),
      ...patch,
    }
    this.#write(order)
    if (before.status === 'trash' && turned) {
      this.#beforeTrash.delete(id)
      return order
    }
    if (turned && status === 'refunded') this.#refundRest(order, at)
    this.emit('order', 'updated', id)
    return this.#existing(id)
  }

  /** Moves an order to the bin. */
  trashOrder(id: number, at = this.now()): void {
    const order = this.#existing(id)
    if (order.status === 'trash') return
    this.#beforeTrash.set(id, order.status)
    this.#write({ ...order, status: 'trash', modifiedAt: at })
    this.emit('order', 'deleted', id)
  }

  /** Takes an order out of the bin again. */
  restoreOrder(id: number, at = this.now()): void {
    const order = this.#existing(id)
    if (order.status !== 'trash') return
    this.#write({ ...order, status: this.#beforeTrash.get(id) ?? 'pending', modifiedAt: at })
    this.#beforeTrash.delete(id)
    this.emit('order', 'restored', id)
  }

  /** Deletes an order for good, from the bin or not: no webhook tells. */
  deleteOrder(id: number): void {
    for (const refund of this.#existing(id).refunds ?? []) this.refunds.remove(refund.id)
    this.orders.remove(id)
  }

  /** Pays back; undefined when the amount is more than what remains. */
  refundOrder(orderId: number, request: RefundRequest = {}): StoreRefund | undefined {
    const order = this.#existing(orderId)
    const refund = makeRefund(order, request, { id: request.id ?? this.nextId(), at: request.at ?? this.now() })
    if (!refund) return undefined
    const full = refund.type === 'full'
    const bumped = full || this.#site.features.partialRefundBumpsModified
    this.refunds.add(orderId, refund)
    this.#write({
      ...order,
      ...(full ? { status: 'refunded' } : {}),
      ...(bumped ? { modifiedAt: refund.createdAt } : {}),
      refunds: [...(order.refunds ?? []), refund],
    })
    this.emit('order', 'updated', orderId)
    return refund
  }

  /** Deletes a refund: the order keeps its status and its date, and old versions tell nobody. */
  deleteRefund(orderId: number, refundId: number): void {
    const order = this.#existing(orderId)
    this.refunds.remove(refundId)
    this.#write({ ...order, refunds: (order.refunds ?? []).filter((refund) => refund.id !== refundId) })
    if (this.#site.features.refundDeletionWebhook) this.emit('order', 'updated', orderId)
  }

  putProduct(product: StoreProduct): void {
    this.#put('product', this.products, product)
  }

  putCustomer(customer: StoreCustomer): void {
    this.#put('customer', this.customers, customer)
  }

  putCoupon(coupon: StoreCoupon): void {
    this.#put('coupon', this.coupons, coupon)
  }

  deleteProduct(id: number): void {
    if (this.products.delete(id)) this.emit('product', 'deleted', id)
  }

  /** Fills the store without webhooks, dates or checks: history is taken as it is. */
  async fill(history: StoreHistory): Promise<void> {
    for await (const product of history.products ?? []) this.#keep(this.products, product)
    for await (const customer of history.customers ?? []) this.customers.set(customer.id, customer)
    for await (const coupon of history.coupons ?? []) this.#keep(this.coupons, coupon)
    const noteRefunds = (order: StoreOrder) => {
      if (order.id > this.#lastId) this.#lastId = order.id
      for (const refund of order.refunds ?? []) {
        if (refund.id > this.#lastId) this.#lastId = refund.id
        this.refunds.add(order.id, refund)
      }
    }
    const orders = history.orders ?? []
    if ('orderAt' in orders) {
      this.orders.loadMade(orders, noteRefunds)
      return
    }
    for await (const order of orders) {
      this.orders.load(order)
      noteRefunds(order)
    }
  }

  /** The store's clock, to the second. */
  now(): string {
    return `${this.#site.clock.now().toISOString().slice(0, 19)}Z`
  }

  /** Ids are shared by orders, refunds, products and coupons. */
  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  emit(resource: StoreEvent['resource'], event: StoreEvent['event'], id: number): void {
    for (const listener of this.#listeners) listener({ resource, event, id })
  }

  #refundRest(order: StoreOrder, at: string): void {
    if (remainingOf(order) <= 0n) return
    const request = { reason: 'Order fully refunded.', refundedPayment: false }
    const refund = makeRefund(order, request, { id: this.nextId(), at })
    if (!refund) return
    this.refunds.add(order.id, refund)
    this.#write({ ...order, refunds: [...(order.refunds ?? []), refund] })
  }

  #write(order: StoreOrder): void {
    if (order.id > this.#lastId) this.#lastId = order.id
    this.orders.put(order)
  }

  #put<T extends { readonly id: number }>(
    resource: 'product' | 'customer' | 'coupon',
    into: Map<number, T>,
    value: T,
  ): void {
    const event = into.has(value.id) ? 'updated' : 'created'
    this.#keep(into, value)
    this.emit(resource, event, value.id)
  }

  #keep<T extends { readonly id: number }>(into: Map<number, T>, value: T): void {
    if (value.id > this.#lastId) this.#lastId = value.id
    into.set(value.id, value)
  }

  #existing(id: number): StoreOrder {
    const order = this.order(id)
    if (!order) throw new Error(`The sandbox has no order ${id}`)
    return order
  }
}
