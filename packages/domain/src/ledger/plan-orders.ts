import {
  AppError,
  type CustomerId,
  isAppError,
  parseRate,
  type Rate,
  toCustomerId,
  unidentifiedCustomer,
} from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'
import { createRateLookup, loadRates, type RateLookup } from '../currencies/index.ts'
import {
  type Assignment,
  assignCustomers,
  type CustomerPlace,
  createIdentifierHash,
  type Identifier,
  isAnonymous,
  listIdentifiers,
} from '../customers/index.ts'
import type { OutgoingEvent } from '../outbox/index.ts'
import { type OwnCosts, readOwnCosts } from '../own-costs.ts'
import { type FoundIssue, findCancellations, type NumberChange } from './app-state.ts'
import { book } from './book.ts'
import { listBookedEvents } from './booked-events.ts'
import type { Booking } from './booked-order.ts'
import { type CostedBooking, costBooked, loadCosting, loadGoods } from './cost-orders.ts'
import { ownRate, readInstant } from './decimals.ts'
import { disputesOf } from './disputes.ts'
import { findErasedOrders, withoutBuyer } from './erased-orders.ts'
import { loadOrders, type OrderState, presentRefunds } from './facts-store.ts'
import { diffRows, type LedgerRow, placeColumns, type StoredLedgerRow, toLedgerRows } from './ledger-rows.ts'
import { createCustomerStore, findLedgerRows, withPlanned } from './ledger-store.ts'
import { createDayOf, listClassChanges, listNumberChanges, type OrderChange, shopTimeAt } from './number-changes.ts'
import { type BookingRules, toBookingRules } from './rules.ts'

/** The changes that a write makes to the ledger. */
export interface LedgerPlan {
  readonly rows: readonly StoredLedgerRow[]
  readonly identities: ReadonlyMap<Identifier, CustomerId | undefined>
  /** Customers of the changed orders, before and after. */
  readonly customers: ReadonlySet<CustomerId>
  /** Shop days whose figures change. */
  readonly days: readonly Day[]
  readonly changes: readonly NumberChange[]
  /** Orders and refunds that are booked for the first time. */
  readonly booked: readonly OutgoingEvent[]
  readonly issues: readonly FoundIssue[]
  /** Keys of issues that were checked for on these orders and refunds, by kind. */
  readonly lookedFor: ReadonlyMap<string, readonly string[]>
  readonly counted: number
}

/** The orders to plan for, and how far stored identities can be trusted. */
export interface PlanRequest {
  /** Affected orders with all facts known after the write. */
  readonly dossiers: ReadonlyMap<string, OrderState>
  /** Previous records of orders that have changed. */
  readonly before: ReadonlyMap<string, OrderRecord>
  /** Orders that may have ledger rows. */
  readonly known: readonly string[]
  readonly version: string
  readonly defer: boolean
  /** `suspect`: an interrupted write may have left inconsistencies; `reset`: rebuilt from all orders. */
  readonly identities: 'trusted' | 'suspect' | 'reset'
  /** Identities of parts of the same write that come before, whether they are stored yet or not. */
  readonly planned?: Assignment['identities']
  /** Why history changes, if not because of the orders themselves. */
  readonly cause?: NumberChange['cause']
  /** Whether facts arrive as they happen, so that additions to past days are late. */
  readonly live?: boolean
}

/** One affected order, before and after. */
interface Work {
  readonly dossier: OrderState
  readonly booking: Booking | undefined
  /** Of a counted order: its booking with its costs. */
  readonly costed: CostedBooking | undefined
  readonly identifiers: readonly Identifier[]
  readonly rowsBefore: readonly LedgerRow[]
  /** The ledger's customer for an order whose own record no longer identifies the buyer. */
  readonly keeps: CustomerId | undefined
}

/** Plans which ledger rows, identities and days a set of orders changes. Reads the stores, writes nothing. */
export async function planOrders(ctx: WriteContext, given: PlanRequest): Promise<LedgerPlan> {
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  const hash = createIdentifierHash(ctx.identityKey, ctx.shop.id)
  const identify = (order: OrderRecord): Identifier[] =>
    listIdentifiers(order.customer, order.country, rules.isIgnoredEmail).map(hash)
  const [stored, erased] = await Promise.all([
    findLedgerRows(ctx.warehouse, given.known),
    findErasedOrders(ctx, [...given.dossiers.keys()]),
  ])
  const request = erased.size === 0 ? given : { ...given, dossiers: withoutBuyers(given.dossiers, erased, rules) }
  const own = await readOwnCosts(ctx, [...request.dossiers.keys()])
  const bookings = await bookAll(ctx, { request, rules, stored, own })
  const counted = [...bookings.bookings.values()].filter((booking) => booking.counted)
  const costing = await loadCosting(ctx, counted, {
    goods: await loadGoods(ctx, counted),
    own,
    records: [...request.dossiers.values()].flatMap(({ order }) => order ?? []),
  })
  const works = [...request.dossiers.values()].map((dossier): Work => {
    const { order, orderId } = dossier
    const booking = bookings.bookings.get(orderId)
    const identifiers = booking?.counted && order ? identify(order) : []
    const rowsBefore = stored.get(orderId) ?? []
    const isNameless = order !== undefined && isAnonymous(order.customer)
    const costed =
      booking?.counted && order ? costBooked(booking, { order, refunds: presentRefunds(dossier) }, costing) : undefined
    const keeps = erased.get(orderId) ?? (isNameless ? customerOf(rowsBefore) : undefined)
    return { dossier, booking, costed, identifiers, rowsBefore, keeps }
  })
  const assignment = await assign(ctx, { works, request, identify })
  return toPlan(ctx, { works, request, assignment, issues: bookings.issues })
}

/** While an erasure is in progress, a stored record may still contain what the ledger no longer may. */
function withoutBuyers(
  dossiers: ReadonlyMap<string, OrderState>,
  erased: ReadonlyMap<string, unknown>,
  rules: BookingRules,
): Map<string, OrderState> {
  return new Map(
    [...dossiers].map(([orderId, orderState]) => {
      const { order } = orderState
      return [orderId, order && erased.has(orderId) ? { ...orderState, order: withoutBuyer(order, rules) } : orderState]
    }),
  )
}

interface BookingInput {
  readonly request: Pick<PlanRequest, 'dossiers'>
  readonly rules: BookingRules
  readonly stored: ReadonlyMap<string, readonly LedgerRow[]>
  /** What was told about the orders themselves. */
  readonly own: OwnCosts
}

/** Books all of these orders that exist, with their refunds; also returns their issues. */
export async function bookAll(
  ctx: Pick<WriteContext, 'db' | 'shop'>,
  { request, rules, stored, own }: BookingInput,
): Promise<{ bookings: Map<string, Booking>; issues: FoundIssue[] }> {
  const dossiers = [...request.dossiers.values()]
  const cancelled = dossiers.filter(
    ({ order }) => order?.standing === 'cancelled' && order.paidAt !== null && order.cancelledAt === null,
  )
  const cancellations = await findCancellations(
    ctx.db.kysely,
    ctx.shop.id,
    cancelled.map(({ orderId }) => orderId),
  )
  const referenceRate = await loadReferenceRates(ctx, { dossiers, rules, stored })
  const bookings = new Map<string, Booking>()
  const issues: FoundIssue[] = []
  for (const orderState of dossiers) {
    const { orderId, order } = orderState
    if (!order) continue
    try {
      const facts = {
        order,
        refunds: presentRefunds(orderState),
        disputes: disputesOf(order, {
          known: orderState.disputes.values(),
          own: own.get(orderId) ?? [],
          zone: ctx.shop.zone,
        }),
        cancellationSeenAt: cancellations.get(orderId),
        referenceRate: referenceRate(order),
      }
      const booking = book(facts, rules)
      bookings.set(orderId, booking)
      issues.push(...booking.issues)
    } catch (error) {
      if (!isAppError(error)) throw error
      issues.push({ kind: 'record_unreadable', key: orderId, detail: { order: order.name, problem: error.message } })
    }
  }
  return { bookings, issues }
}

/** Rates for orders in a foreign currency without one: the rate already used in the ledger, else the day's reference rate. */
async function loadReferenceRates(
  ctx: Pick<WriteContext, 'db' | 'shop'>,
  { dossiers, rules, stored }: { dossiers: readonly OrderState[]; rules: BookingRules; stored: BookingInput['stored'] },
): Promise<(order: OrderRecord) => Rate | undefined> {
  const dayOf = createDayOf(ctx.shop.zone)
  const foreign = dossiers.flatMap(({ order }) =>
    order && order.currency !== rules.currency && ownRate(order, rules) === undefined ? [order] : [],
  )
  const days = foreign.flatMap((order) => readableDay(order, dayOf)).sort()
  const [from, to] = [days[0], days.at(-1)]
  const currencies = [rules.currency, ...foreign.map(({ currency }) => currency)]
  const lookup: RateLookup =
    from && to ? await loadRates({ queries: ctx.db.kysely }, currencies, { from, to }) : createRateLookup([])
  return (order) => {
    if (order.currency === rules.currency) return undefined
    const used = stored.get(order.id)?.find((row) => row.head === 1 && row.currency === order.currency)?.rate
    if (used !== undefined) return parseRate(used)
    const [day] = readableDay(order, dayOf)
    return day === undefined ? undefined : lookup(order.currency, rules.currency, day)
  }
}

function readableDay(order: OrderRecord, dayOf: (seconds: number) => Day): Day[] {
  try {
    return [dayOf(readInstant(order.placedAt))]
  } catch (error) {
    // Booking reports the problem with the order.
    if (error instanceof AppError) return []
    throw error
  }
}

/** The customer of stored rows; undefined without rows and for unidentified buyers. */
function customerOf([row]: readonly LedgerRow[]): CustomerId | undefined {
  const customer = row && toCustomerId(row.customer_id)
  return customer === unidentifiedCustomer ? undefined : customer
}

interface AssignInput {
  readonly works: readonly Work[]
  readonly request: PlanRequest
  readonly identify: (order: OrderRecord) => Identifier[]
}

async function assign(ctx: WriteContext, { works, request, identify }: AssignInput): Promise<Assignment> {
  const before = new Set<CustomerId>()
  const loosened = new Set<CustomerId>()
  for (const { dossier, identifiers, rowsBefore } of works) {
    const customer = customerOf(rowsBefore)
    if (customer === undefined) continue
    before.add(customer)
    const old = request.before.get(dossier.orderId) ?? dossier.order
    const kept = new Set(identifiers)
    const lost = !old || identify(old).some((identifier) => !kept.has(identifier))
    if (request.identities === 'suspect' || (lost && request.identities === 'trusted')) loosened.add(customer)
  }
  const stored = createCustomerStore(ctx.warehouse, async (orderIds) => {
    const files = { dossiers: new Map<string, OrderState>(), versions: new Map() }
    await loadOrders(ctx.warehouse, orderIds, files)
    return new Map([...files.dossiers].map(([orderId, { order }]) => [orderId, order ? identify(order) : []]))
  })
  return assignCustomers(withPlanned(stored, request.planned), {
    orders: works.flatMap(({ booking, identifiers, keeps }) =>
      booking?.counted
        ? [{ orderId: booking.orderId, placedAt: booking.placedAt, paid: booking.revenue > 0n, identifiers, keeps }]
        : [],
    ),
    touched: new Set(request.dossiers.keys()),
    before,
    loosened,
    defer: request.defer,
    healing: request.identities === 'suspect',
  })
}

interface PlanParts {
  readonly works: readonly Work[]
  readonly request: PlanRequest
  readonly assignment: Assignment
  readonly issues: readonly FoundIssue[]
}

async function toPlan(ctx: WriteContext, { works, request, assignment, issues }: PlanParts): Promise<LedgerPlan> {
  const dayOf = createDayOf(ctx.shop.zone)
  // While customers are deferred, an order's class is only a guess.
  const knowsClasses = request.identities === 'trusted' && !request.defer
  const time = shopTimeAt(ctx.clock.now(), dayOf)
  const rows: StoredLedgerRow[] = []
  const days = new Set<Day>()
  const customers = new Set<CustomerId>()
  const changes: NumberChange[] = []
  const booked: OutgoingEvent[] = []
  const now = { at: ctx.clock.now(), currency: ctx.shop.currency }
  const touchDay = dayToucher(dayOf, days)
  for (const work of works) {
    const { dossier, costed, rowsBefore } = work
    const place = assignment.places.get(dossier.orderId)
    const { source } = dossier
    const after = costed && place ? toLedgerRows(costed.booked, { place, source, costs: costed.costs }) : []
    const diff = diffRows(rowsBefore, after, request.version)
    noteCustomers(customers, diff)
    for (const row of diff.write) {
      rows.push(row)
      touchDay(row.booked_at)
    }
    if (request.identities === 'suspect') continue
    const change = toOrderChange(work, { request, after, diff })
    changes.push(...listNumberChanges(change, time))
    booked.push(...listBookedEvents(change, now))
    if (knowsClasses) changes.push(...listClassChanges(rowsBefore, after, time))
  }
  for (const { before, after } of await moveOrders(ctx, assignment.moved, request.version)) {
    for (const row of [...before, ...after]) noteCustomer(customers, row)
    for (const row of after) {
      rows.push(row)
      touchDay(row.booked_at)
    }
    if (knowsClasses) changes.push(...listClassChanges(before, after, time))
  }
  return {
    rows,
    identities: assignment.identities,
    customers,
    days: [...days],
    changes,
    booked,
    issues,
    lookedFor: listLookedFor(works),
    counted: assignment.places.size,
  }
}

function noteCustomers(customers: Set<CustomerId>, { changes }: OrderChange['diff']): void {
  for (const { before, after } of changes) {
    if (before) noteCustomer(customers, before)
    if (after) noteCustomer(customers, after)
  }
}

function noteCustomer(customers: Set<CustomerId>, row: LedgerRow): void {
  const customer = customerOf([row])
  if (customer !== undefined) customers.add(customer)
}

/** Marks the shop day of instants, with a cache: instants repeat a lot within a batch. */
function dayToucher(dayOf: (seconds: number) => Day, days: Set<Day>): (instant: string) => void {
  const seen = new Set<string>()
  return (instant) => {
    const minute = instant.slice(0, 16)
    if (seen.has(minute)) return
    seen.add(minute)
    days.add(dayOf(readInstant(`${minute.replace(' ', 'T')}:00Z`)))
  }
}

/** Rows of orders that are unchanged but whose customer's history is not. */
async function moveOrders(
  ctx: WriteContext,
  moved: ReadonlyMap<string, CustomerPlace>,
  version: string,
): Promise<{ readonly before: readonly LedgerRow[]; readonly after: readonly StoredLedgerRow[] }[]> {
  if (moved.size === 0) return []
  const stored = await findLedgerRows(ctx.warehouse, [...moved.keys()])
  return [...stored].flatMap(([orderId, before]) => {
    const place = moved.get(orderId)
    if (!place) return []
    return [
      { before, after: before.map((row) => ({ ...row, ...placeColumns(place), version, is_deleted: 0 as const })) },
    ]
  })
}

interface Derived {
  readonly request: PlanRequest
  readonly after: readonly LedgerRow[]
  readonly diff: OrderChange['diff']
}

function toOrderChange(work: Work, { request, after, diff }: Derived): OrderChange {
  const { dossier, rowsBefore } = work
  const { order, orderId } = dossier
  return {
    orderId,
    name: after[0]?.order_name ?? rowsBefore[0]?.order_name ?? order?.name ?? '',
    fate: request.cause ?? fateOf(work, request),
    evidence: order?.updatedAt ?? '',
    before: rowsBefore,
    after,
    diff,
    live: request.live ?? false,
  }
}

function fateOf({ dossier, booking, rowsBefore }: Work, { before }: PlanRequest): OrderChange['fate'] {
  const { order, orderId } = dossier
  if (!order || order.standing === 'deleted') return 'order_deleted'
  if (!booking?.counted) return 'order_uncounted'
  const earlier = before.get(orderId)
  if (rowsBefore.length === 0) return earlier ? 'counted' : 'new'
  return earlier?.updatedAt === order.updatedAt ? 'reread' : 'changed'
}

function listLookedFor(works: readonly Work[]): Map<string, string[]> {
  const orders = works.map(({ dossier }) => dossier.orderId)
  const refunds = works.flatMap(({ dossier }) => [...dossier.refunds.keys()])
  return new Map([
    ['order_arithmetic', orders],
    ['missing_rate', orders],
    ['record_unreadable', orders],
    ['refund_without_lines', refunds],
    ['refund_above_order', refunds],
  ])
}
