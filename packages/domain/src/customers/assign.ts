import { type CustomerId, unidentifiedCustomer } from '@tillsight/core'
import { type Identifier, IdentitySets } from './identifiers.ts'

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
function byBookingTime(a: CustomerOrder, b: CustomerOrder): number {
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

/** A counted order as it is now. */
export interface IdentifiedOrder {
  readonly orderId: string
  readonly placedAt: number
  readonly paid: boolean
  readonly identifiers: readonly Identifier[]
  /** The customer that it stays with although nothing recognises them any more: their personal data was erased. */
  readonly keeps?: CustomerId | undefined
}

/** An order as the ledger has it, with its place in its customer's history. */
interface PlacedOrder extends CustomerOrder, CustomerPlace {}

/** What the rules must look up. */
export interface CustomerStore {
  findCustomers(identifiers: readonly Identifier[]): Promise<ReadonlyMap<Identifier, CustomerId>>
  listIdentities(customers: readonly CustomerId[]): Promise<ReadonlyMap<Identifier, CustomerId>>
  /** Every counted order of these customers, as the ledger has it. */
  listOrders(customers: readonly CustomerId[]): Promise<readonly PlacedOrder[]>
  /** Identifiers of orders, read from their records. */
  listOrderIdentifiers(orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly Identifier[]>>
}

/** Which orders a write counts, and what they were before. */
interface AssignmentRequest {
  /** Orders that the write counts, as they will be. */
  readonly orders: readonly IdentifiedOrder[]
  /** Every order that the write touches, counted or not. */
  readonly touched: ReadonlySet<string>
  /** Customers that the touched orders belonged to before. */
  readonly before: ReadonlySet<CustomerId>
  /** Those of them that lost an identifier, so that what it connected may fall apart. */
  readonly loosened: ReadonlySet<CustomerId>
  /** Leaves the rest of the customers' orders for `recomputeCustomers`. */
  readonly defer: boolean
  /** A write was interrupted: the ledger may know customers that the identities do not. */
  readonly healing: boolean
}

/** Who bought what now. */
export interface Assignment {
  /** Places of the written orders. */
  readonly places: ReadonlyMap<string, CustomerPlace>
  /** Places of other orders that are no longer what the ledger says. */
  readonly moved: ReadonlyMap<string, CustomerPlace>
  /** Identities to write; undefined = the identifier belongs to nobody any more. */
  readonly identities: ReadonlyMap<Identifier, CustomerId | undefined>
}

/** Decides who bought what and as which kind of customer, for the customers that a write touches and nobody else. */
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

/** Orders and identities of customers that may fall apart: they are connected again from their orders' records. */
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

/** Erased orders stay with those of their customer that still say who bought, so their name stays in use. */
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

/** The other orders of every customer that the write touches. */
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
