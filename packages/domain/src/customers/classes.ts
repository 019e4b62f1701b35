import { type CustomerId, unidentifiedCustomer } from '@tillsight/core'

/** What an order says about its buyer; free orders say `none`. */
export type CustomerClass = 'none' | 'new' | 'returning' | 'unidentified'

/** What class and history depend on. */
export interface CustomerOrder {
  readonly orderId: string
  readonly customer: CustomerId
  /** Seconds since 1970, UTC. */
  readonly placedAt: number
  /** Revenue above 0. */
  readonly paid: boolean
}

/** An order's place in its customer's history; 0 = there is none before. */
export interface CustomerPlace {
  readonly customer: CustomerId
  readonly customerClass: CustomerClass
  /** When the customer's paid order before this one was placed. */
  readonly previousPaidAt: number
  /** The same, looking at returning-customer orders only. */
  readonly previousReturningAt: number
}

/** Order in time: booking time, ties by platform order id, numbers by size. */
export function byBookingTime(a: CustomerOrder, b: CustomerOrder): number {
  if (a.placedAt !== b.placedAt) return a.placedAt - b.placedAt
  if (a.orderId.length !== b.orderId.length) return a.orderId.length - b.orderId.length
  return a.orderId < b.orderId ? -1 : Number(a.orderId > b.orderId)
}

/** Places every order in its customer's history (metrics.md §1.3): the first paid order is new, later ones returning. */
export function placeOrders(orders: Iterable<CustomerOrder>): Map<string, CustomerPlace> {
  const places = new Map<string, CustomerPlace>()
  const byCustomer = new Map<CustomerId, CustomerOrder[]>()
  for (const order of orders) {
    if (!order.paid || order.customer === unidentifiedCustomer) {
      places.set(order.orderId, placeOutsideHistory(order))
      continue
    }
    const history = byCustomer.get(order.customer)
    if (history) history.push(order)
    else byCustomer.set(order.customer, [order])
  }
  for (const history of byCustomer.values()) {
    history.sort(byBookingTime)
    let previousPaidAt = 0
    for (const [index, { orderId, customer, placedAt }] of history.entries()) {
      const previousReturningAt = index > 1 ? previousPaidAt : 0
      places.set(orderId, {
        customer,
        customerClass: index === 0 ? 'new' : 'returning',
        previousPaidAt,
        previousReturningAt,
      })
      previousPaidAt = placedAt
    }
  }
  return places
}

function placeOutsideHistory({ customer, paid }: CustomerOrder): CustomerPlace {
  return { customer, customerClass: paid ? 'unidentified' : 'none', previousPaidAt: 0, previousReturningAt: 0 }
}
