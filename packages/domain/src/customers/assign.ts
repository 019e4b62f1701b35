import { type CustomerId, unidentifiedCustomer } from '@tillsight/core'
import { type Identifier, IdentitySets } from './identifiers.ts'

/** The class of an order's buyer; free orders have `none`. */
export type CustomerClass = 'none' | 'new' | 'returning' | 'unidentified'

/** The fields that class and history depend on. */
export interface CustomerOrder {
  readonly orderId: string
  readonly customer: CustomerId
  /** Seconds since 1970, UTC. */
  readonly placedAt: number
  /** Whether its revenue is above 0. */
  readonly paid: boolean
}

/** An order's position in its customer's history; 0 = no earlier order. */
export interface CustomerPlace {
  readonly customer: CustomerId
  readonly customerClass: CustomerClass
  /** When the customer's paid order before this one was placed. */
  readonly previousPaidAt: number
  /** The same for earlier orders of the class returning only. */
  readonly previousReturningAt: number
}

/** Compares by booking time, then by platform order id, numerically where possible. */
function byBookingTime(a: CustomerOrder, b: CustomerOrder): number {
  if (a.placedAt !== b.placedAt) return a.placedAt - b.placedAt
  if (a.orderId.length !== b.orderId.length) return a.orderId.length - b.orderId.length
  return a.orderId < b.orderId ? -1 : Number(a.orderId > b.orderId)
}

/** Positions every order in its customer's history (metrics.md §1.3): the first paid order is new, later ones returning. */
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

/** The current state of a counted order. */
export interface IdentifiedOrder {
  readonly orderId: string
  readonly placedAt: number
  readonly paid: boolean
  readonly identifiers: readonly Identifier[]
  /** The customer it stays with although it has no identifiers: their personal data was erased. */
  readonly keeps?: CustomerId | undefined
}

/** An order as stored in the ledger, with its position in its customer's history. */
interface PlacedOrder extends CustomerOrder, CustomerPlace {}

/** Look-ups that assigning customers needs. */
export interface CustomerStore {
  findCustomers(identifiers: readonly Identifier[]): Promise<ReadonlyMap<Identifier, CustomerId>>
  listIdentities(customers: readonly CustomerId[]): Promise<ReadonlyMap<Identifier, CustomerId>>
  /** Every counted order of these customers, as the ledger has it. */
  listOrders(customers: readonly CustomerId[]): Promise<readonly PlacedOrder[]>
  /** Identifiers of orders, from their records. */
  listOrderIdentifiers(orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly Identifier[]>>
}

/** The orders of a write, and their previous customers. */
interface AssignmentRequest {
  /** Orders that count after the write. */
  readonly orders: readonly IdentifiedOrder[]
  /** Every order that the write affects, counted or not. */
  readonly touched: ReadonlySet<string>
  /** Customers that the affected orders belonged to before. */
  readonly before: ReadonlySet<CustomerId>
  /** Those among them that lost an identifier, so that they may split. */
  readonly loosened: ReadonlySet<CustomerId>
  /** Leaves the rest of the customers' orders for `recomputeCustomers`. */
  readonly defer: boolean
  /** Whether a write was interrupted, so that the ledger may contain customers that identities lack. */
  readonly healing: boolean
}

/** The customers of orders after a write. */
export interface Assignment {
  /** Positions of the written orders in their customers' histories. */
  readonly places: ReadonlyMap<string, CustomerPlace>
  /** Positions of other orders that differ from the ledger. */
  readonly moved: ReadonlyMap<string, CustomerPlace>
  /** Identities to write; undefined = the identifier no longer belongs to anybody. */
  readonly identities: ReadonlyMap<Identifier, CustomerId | undefined>
}

/**
 * Decides which customer placed each order, and whether they are new or returning, for the customers affected by a write
 * only.
 */
export async function assignCustomers(store: CustomerStore, request: AssignmentRequest): Promise<Assignment> {
  const identifiers = [...new Set(request.orders.flatMap((order) => order.identifiers))]
  const loose = await loosen(store, request)
  const found = identifiers.length === 0 ? new Map<Identifier, CustomerId>() : await store.findCustomers(identifiers)
  const known = new Map([...found].filter(([, customer]) => !request.loosened.has(customer)))

  const sets = new IdentitySets()
  for (const order of request.orders) sets.connect(order.identifiers)
  for (const order of loose.identifiers.values()) sets.connect(order)
  for (const [identifier, customer] of known) sets.connectKnown(identifier, customer)
  keepTogether(sets, request, loose)

  const current = (each: readonly Identifier[], kept: CustomerId | undefined) => {
    if (each[0] !== undefined) return sets.customerOf(each[0])
    return kept === undefined ? unidentifiedCustomer : sets.currentOf(kept)
  }
  const written: CustomerOrder[] = request.orders.map((order) => ({
    ...order,
    customer: current(order.identifiers, order.keeps),
  }))
  const others = await listOthers(store, request, { known, written, loose })
  const now = others.map((order) => {
    const own = loose.identifiers.get(order.orderId)
    return { ...order, customer: current(own ?? [], order.customer) }
  })
  const places = placeOrders([...written, ...now])
  return {
    places: pick(places, written),
    moved: pick(
      places,
      others.filter((order) => !isSamePlace(order, places.get(order.orderId))),
    ),
    identities: await listIdentityChanges(store, { sets, known, identifiers, loose }),
  }
}

/** Orders and identities of customers that may split: they are joined again by their orders' records. */
interface Loose {
  readonly orders: readonly PlacedOrder[]
  readonly identifiers: ReadonlyMap<string, readonly Identifier[]>
  readonly identities: ReadonlyMap<Identifier, CustomerId>
}

async function loosen(store: CustomerStore, { loosened, touched }: AssignmentRequest): Promise<Loose> {
  if (loosened.size === 0) return { orders: [], identifiers: new Map(), identities: new Map() }
  const customers = [...loosened]
  const orders = (await store.listOrders(customers)).filter((order) => !touched.has(order.orderId))
  return {
    orders,
    identifiers:
      orders.length === 0 ? new Map() : await store.listOrderIdentifiers(orders.map((order) => order.orderId)),
    identities: await store.listIdentities(customers),
  }
}

/** Erased orders stay with their customer's other identified orders, so that the customer id stays in use. */
function keepTogether(sets: IdentitySets, { orders }: AssignmentRequest, { orders: others, identifiers }: Loose): void {
  const kept = new Set(orders.flatMap((order) => order.keeps ?? []))
  for (const { orderId, customer } of others) {
    const first = kept.has(customer) ? identifiers.get(orderId)?.[0] : undefined
    if (first !== undefined) sets.connectKnown(first, customer)
  }
}

interface Found {
  readonly known: ReadonlyMap<Identifier, CustomerId>
  readonly written: readonly CustomerOrder[]
  readonly loose: Loose
}

/** The other orders of every customer that the write affects. */
async function listOthers(
  store: CustomerStore,
  request: AssignmentRequest,
  { known, written, loose }: Found,
): Promise<readonly PlacedOrder[]> {
  if (request.defer && request.loosened.size === 0) return []
  const customers = new Set([...known.values(), ...request.before])
  if (request.healing) for (const order of written) customers.add(order.customer)
  customers.delete(unidentifiedCustomer)
  for (const customer of request.loosened) customers.delete(customer)
  const others = customers.size === 0 ? [] : await store.listOrders([...customers])
  return [...others.filter((order) => !request.touched.has(order.orderId)), ...loose.orders]
}

interface Connected {
  readonly sets: IdentitySets
  readonly known: ReadonlyMap<Identifier, CustomerId>
  readonly identifiers: readonly Identifier[]
  readonly loose: Loose
}

async function listIdentityChanges(
  store: CustomerStore,
  { sets, known, identifiers, loose }: Connected,
): Promise<Map<Identifier, CustomerId | undefined>> {
  const renamed = [...new Set(known.values())].filter((customer) => sets.currentOf(customer) !== customer)
  const stored = new Map([...known, ...loose.identities])
  if (renamed.length > 0)
    for (const [identifier, customer] of await store.listIdentities(renamed)) stored.set(identifier, customer)
  const looseIdentifiers = [...loose.identifiers.values()].flat()
  const wanted = new Map<Identifier, CustomerId | undefined>()
  for (const identifier of loose.identities.keys()) wanted.set(identifier, undefined)
  for (const [identifier, customer] of stored)
    if (!loose.identities.has(identifier)) wanted.set(identifier, sets.currentOf(customer))
  for (const identifier of [...identifiers, ...looseIdentifiers]) wanted.set(identifier, sets.customerOf(identifier))
  return new Map([...wanted].filter(([identifier, customer]) => stored.get(identifier) !== customer))
}

function isSamePlace(before: PlacedOrder, after: CustomerPlace | undefined): boolean {
  return (
    after !== undefined &&
    before.customer === after.customer &&
    before.customerClass === after.customerClass &&
    before.previousPaidAt === after.previousPaidAt &&
    before.previousReturningAt === after.previousReturningAt
  )
}

function pick(
  places: ReadonlyMap<string, CustomerPlace>,
  orders: readonly CustomerOrder[],
): Map<string, CustomerPlace> {
  const picked = new Map<string, CustomerPlace>()
  for (const { orderId } of orders) {
    const place = places.get(orderId)
    if (place) picked.set(orderId, place)
  }
  return picked
}
