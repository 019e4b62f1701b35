import type { Clock } from '@tillsight/core'
import type { MadeOrders, Source } from './stored-orders.ts'

interface Kept {
  readonly id: number
}

/** Everything a store can be filled with; leave out what it does not have. */
export interface History<Order, Product, Customer> {
  readonly products?: Source<Product>
  readonly customers?: Source<Customer>
  readonly orders?: Source<Order> | MadeOrders<Order>
}

/** The orders of a store, however they are kept. */
interface Orders<Order, Outline> {
  rowOf(id: number): number | undefined
  order(row: number): Order
  load(order: Order): Outline
  loadMade(orders: MadeOrders<Order>, each: (outline: Outline) => void): void
}

/** What a store is made of on any platform: its things by id, ids and dates that it gives, and who hears of changes. */
export abstract class StoreWorld<
  Order extends Kept,
  Product extends Kept,
  Customer extends Kept,
  Event,
  Outline extends Kept = Order,
> {
  abstract readonly orders: Orders<Order, Outline>
  readonly products = new Map<number, Product>()
  readonly customers = new Map<number, Customer>()
  readonly #clock: () => Clock
  readonly #listeners: ((events: readonly Event[]) => void)[] = []
  #lastId: number

  /** `lastId`: new things get the ids after it, and after all that the store was filled with. */
  constructor(clock: () => Clock, lastId: number) {
    this.#clock = clock
    this.#lastId = lastId
  }

  /** Called for every action with all its events; webhooks depend on this. */
  onEvents(listener: (events: readonly Event[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Emits the events of one action, which belong together. */
  emit(...events: readonly Event[]): void {
    for (const listener of this.#listeners) listener(events)
  }

  /** An order, also one that only merchants see; undefined when it does not exist. */
  order(id: number): Order | undefined {
    const row = this.orders.rowOf(id)
    return row === undefined ? undefined : this.orders.order(row)
  }

  /** Throws where there is no such order. */
  existing(id: number): Order {
    const order = this.order(id)
    if (!order) throw new Error(`The sandbox has no order ${id}`)
    return order
  }

  /** The store's time, to the second. */
  now(): string {
    return `${this.#clock().now().toISOString().slice(0, 19)}Z`
  }

  /** Ids are shared by all kinds of things. */
  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** Keeps new ids clear of one that is in use. */
  protected noteId(id: number): void {
    if (id > this.#lastId) this.#lastId = id
  }

  protected keep<T extends Kept>(into: Map<number, T>, value: T): void {
    this.noteId(value.id)
    into.set(value.id, value)
  }

  /** Fills the store without webhooks, dates or checks: history is taken as it is. */
  async fill({ products = [], customers = [], orders = [] }: History<Order, Product, Customer>): Promise<void> {
    for await (const product of products) this.keepProduct(product)
    for await (const customer of customers) this.keepCustomer(customer)
    const note = (outline: Outline) => this.noteOrder(outline)
    if ('orderAt' in orders) this.orders.loadMade(orders, note)
    else for await (const order of orders) note(this.orders.load(order))
  }

  protected abstract keepProduct(product: Product): void
  protected abstract keepCustomer(customer: Customer): void
  /** Notes what came in with an order: ids, refunds. */
  protected abstract noteOrder(outline: Outline): void
}
