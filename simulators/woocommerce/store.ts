import { StoreWorld } from '../store/store.ts'
import type { StoreCoupon, StoreCustomer, StoreHistory, StoreOrder, StoreProduct, StoreRefund } from './history.ts'
import type { FakeSite } from './options.ts'
import { OrderTable, RefundIndex } from './order-table.ts'
import { makeRefund, type RefundRequest, remainingOf } from './refund-making.ts'
import { withCosts, withRestocked, withStock } from './stock.ts'

/** An event that webhooks may subscribe to. */
export interface StoreEvent {
  readonly resource: 'order' | 'product' | 'customer' | 'coupon'
  readonly event: 'created' | 'updated' | 'deleted' | 'restored'
  readonly id: number
}

/** A new order; id and date are given by the store unless they are set. */
export type NewOrder = Omit<StoreOrder, 'id' | 'createdAt'> & { readonly id?: number; readonly createdAt?: string }

/** The store's data and all actions of the merchant and buyers on it. Every change fires webhooks, as in a real store. */
export class FakeStore extends StoreWorld<StoreOrder, StoreProduct, StoreCustomer, StoreEvent> {
  readonly orders = new OrderTable()
  readonly refunds = new RefundIndex()
  readonly coupons = new Map<number, StoreCoupon>()
  readonly #site: FakeSite
  readonly #beforeTrash = new Map<number, string>()

  constructor(site: FakeSite) {
    super(() => site.clock, 100)
    this.#site = site
  }

  /** A buyer or a person in the admin places an order. */
  createOrder(input: NewOrder): StoreOrder {
    const createdAt = input.createdAt ?? this.now()
    const paid = ['processing', 'completed'].includes(input.status) && input.paidAt === undefined
    const given: StoreOrder = {
      ...input,
      id: input.id ?? this.nextId(),
      createdAt,
      modifiedAt: input.modifiedAt ?? createdAt,
      ...(paid ? { paidAt: createdAt } : {}),
    }
    const hasCosts = given.lines.some(({ cost }) => cost !== undefined)
    const order = withStock(hasCosts ? given : this.#costed(given), this.products)
    this.#write(order)
    for (const refund of order.refunds ?? []) this.refunds.add(order.id, refund)
    this.#tell('order', 'created', order.id)
    for (let nth = 0; nth < this.#site.features.updatesAfterCreate; nth += 1) this.#tell('order', 'updated', order.id)
    return order
  }

  /** Changes fields of an order; a change of status pays, completes or refunds it as the store does. */
  updateOrder(id: number, patch: Partial<Omit<StoreOrder, 'id'>>, at = this.now()): StoreOrder {
    const before = this.existing(id)
    const status = patch.status ?? before.status
    const turned = status !== before.status
    const changed: StoreOrder = { ...before, modifiedAt: at, ...(turned && datesOf(status, before, at)), ...patch }
    const order = turned ? withStock(changed, this.products) : changed
    this.#write(order)
    if (before.status === 'trash' && turned) {
      this.#beforeTrash.delete(id)
      return order
    }
    if (turned && status === 'refunded') this.#refundRest(order, at)
    this.#tell('order', 'updated', id)
    return this.existing(id)
  }

  /** Moves an order to the bin. */
  trashOrder(id: number, at = this.now()): void {
    const order = this.existing(id)
    if (order.status === 'trash') return
    this.#beforeTrash.set(id, order.status)
    this.#write({ ...order, status: 'trash', modifiedAt: at })
    this.#tell('order', 'deleted', id)
  }

  /** Restores an order from the trash. */
  restoreOrder(id: number, at = this.now()): void {
    const order = this.existing(id)
    if (order.status !== 'trash') return
    this.#write({ ...order, status: this.#beforeTrash.get(id) ?? 'pending', modifiedAt: at })
    this.#beforeTrash.delete(id)
    this.#tell('order', 'restored', id)
  }

  /** Deletes an order permanently, from the trash or not, without any webhook. */
  deleteOrder(id: number): void {
    for (const refund of this.existing(id).refunds ?? []) this.refunds.remove(refund.id)
    this.orders.remove(id)
  }

  /** Refunds; undefined if the amount is more than what remains. */
  refundOrder(orderId: number, request: RefundRequest = {}): StoreRefund | undefined {
    const order = this.existing(orderId)
    const refund = makeRefund(order, request, { id: request.id ?? this.nextId(), at: request.at ?? this.now() })
    if (!refund) return undefined
    const full = refund.type === 'full'
    const bumped = full || this.#site.features.partialRefundBumpsModified
    this.refunds.add(orderId, refund)
    const restocked = request.restock === false ? order : withRestocked(order, refund, this.products)
    this.#write({
      // Making a refund works the totals out again, and with them today's costs.
      ...this.#costed(restocked),
      ...(full ? { status: 'refunded' } : {}),
      ...(bumped ? { modifiedAt: refund.createdAt } : {}),
      refunds: [...(order.refunds ?? []), refund],
    })
    this.#tell('order', 'updated', orderId)
    return refund
  }

  /** Deletes a refund: the order keeps its status and its date, and old versions send no webhook. */
  deleteRefund(orderId: number, refundId: number): void {
    const order = this.existing(orderId)
    this.refunds.remove(refundId)
    this.#write({ ...order, refunds: (order.refunds ?? []).filter((refund) => refund.id !== refundId) })
    if (this.#site.features.refundDeletionWebhook) this.#tell('order', 'updated', orderId)
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
    if (this.products.delete(id)) this.#tell('product', 'deleted', id)
  }

  override async fill(history: StoreHistory): Promise<void> {
    for await (const coupon of history.coupons ?? []) this.keep(this.coupons, coupon)
    await super.fill(history)
  }

  protected keepProduct(product: StoreProduct): void {
    this.keep(this.products, product)
  }

  protected keepCustomer(customer: StoreCustomer): void {
    // Users have ids of their own.
    this.customers.set(customer.id, customer)
  }

  protected noteOrder({ id, refunds = [] }: StoreOrder): void {
    this.noteId(id)
    for (const refund of refunds) {
      this.noteId(refund.id)
      this.refunds.add(id, refund)
    }
  }

  #tell(resource: StoreEvent['resource'], event: StoreEvent['event'], id: number): void {
    this.emit({ resource, event, id })
  }

  #refundRest(order: StoreOrder, at: string): void {
    if (remainingOf(order) <= 0n) return
    const request = { reason: 'Order fully refunded.', refundedPayment: false }
    const refund = makeRefund(order, request, { id: this.nextId(), at })
    if (!refund) return
    this.refunds.add(order.id, refund)
    this.#write({ ...order, refunds: [...(order.refunds ?? []), refund] })
  }

  #costed(order: StoreOrder): StoreOrder {
    return this.#site.features.costOfGoods ? withCosts(order, this.products) : order
  }

  #write(order: StoreOrder): void {
    this.noteId(order.id)
    this.orders.put(order)
  }

  #put<T extends { readonly id: number }>(
    resource: 'product' | 'customer' | 'coupon',
    into: Map<number, T>,
    value: T,
  ): void {
    const event = into.has(value.id) ? 'updated' : 'created'
    this.keep(into, value)
    this.#tell(resource, event, value.id)
  }
}

/** The dates that reaching a status sets. */
function datesOf(status: string, { paidAt }: StoreOrder, at: string): Partial<StoreOrder> {
  const pays = ['processing', 'completed'].includes(status) && !paidAt
  return { ...(pays ? { paidAt: at } : {}), ...(status === 'completed' ? { completedAt: at } : {}) }
}
