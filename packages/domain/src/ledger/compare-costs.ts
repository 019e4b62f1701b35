import { isDeepStrictEqual } from 'node:util'
import { type Amount, addAmounts, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { CostState, RowCosts } from '@tillsight/costs'
import type { WriteContext } from '../context/index.ts'
import { type StoredCosts } from '../cost-rules.ts'
import { type OwnCosts, readOwnCosts } from '../own-costs.ts'
import type { BookedOrder, BookedRow } from './booked-order.ts'
import { type CostedBooking, type CostingFacts, costBooked, loadCosting, loadGoods } from './cost-orders.ts'
import { type Files, inPieces, loadChildren, loadOrders, presentRefunds } from './facts-store.ts'
import { findLedgerRows } from './ledger-store.ts'
import { createDayOf } from './number-changes.ts'
import { bookAll } from './plan-orders.ts'
import { toBookingRules } from './rules.ts'

/** How a change of what a shop has told moves one order. */
export interface CostedDifference {
  readonly orderId: string
  readonly orderName: string
  /** Lines of goods and refunds whose cost or state changes. */
  readonly lines: number
  /** What profit gains, by each shop day on which an amount or a state changes. */
  readonly byDay: ReadonlyMap<Day, Amount>
  /** What net sales gain, by shop day: a dispute takes goods back. */
  readonly salesByDay: ReadonlyMap<Day, Amount>
  /** How far its costs are known differently: lines of goods by net value when ordered, fees and shipping as one order. */
  readonly moved: readonly MovedState[]
}

/** Something whose cost is known differently; `none`, where no cost is due, is as good as known. */
export interface MovedState {
  readonly kind: 'goods' | 'fees' | 'shipping'
  readonly from: CostState
  readonly to: CostState
  /** Net value in shop currency for goods, otherwise a whole order. */
  readonly weight: Amount
}

type Comparing = Pick<WriteContext, 'db' | 'shop' | 'warehouse'>

/** Works out orders as the shop's costs are and as they would be; those that stay the same are left out. Writes nothing. */
export async function compareCosts(
  ctx: Comparing,
  orderIds: readonly string[],
  change: (stored: StoredCosts) => StoredCosts,
): Promise<CostedDifference[]> {
  const found: CostedDifference[] = []
  for (const ids of inPieces(orderIds)) {
    const files: Files = { dossiers: new Map(), versions: new Map() }
    const [own, ownThen] = await Promise.all([
      readOwnCosts(ctx, ids),
      readOwnCosts(ctx, ids, change),
      loadOrders(ctx.warehouse, ids, files),
      loadChildren(ctx.warehouse, ids, files),
    ])
    const now = await bookCounted(ctx, files, own)
    // Costs alone move no booking: only what is told about an order itself does, such as a dispute.
    const then = isDeepStrictEqual(own, ownThen) ? now : await bookCounted(ctx, files, ownThen)
    const goods = await loadGoods(ctx, now === then ? now : [...now, ...then])
    const [before, after] = await Promise.all([
      costAll(ctx, now, { files, goods, own }),
      costAll(ctx, then, { files, goods, own: ownThen, change }),
    ])
    const dayOf = createDayOf(ctx.shop.zone)
    for (const [orderId, old] of before) {
      const other = after.get(orderId)
      if (other) found.push(...differenceOf(old, other, dayOf))
    }
  }
  return found
}

/** Books the orders that count, as they would be booked now. */
async function bookCounted(ctx: Comparing, { dossiers }: Files, own: OwnCosts): Promise<BookedOrder[]> {
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  // What is booked is looked up only for the exchange rates that it used: that looks through all of the ledger.
  const foreign = [...dossiers.values()].flatMap(({ order }) =>
    order && order.currency !== rules.currency ? [order.id] : [],
  )
  const stored = await findLedgerRows(ctx.warehouse, foreign)
  const { bookings } = await bookAll(ctx, { request: { dossiers }, rules, stored, own })
  return [...bookings.values()].filter((booking) => booking.counted)
}

/** What booked orders cost, by order. */
async function costAll(
  ctx: Comparing,
  bookings: readonly BookedOrder[],
  { files, ...facts }: Omit<CostingFacts, 'records'> & { readonly files: Files },
): Promise<Map<string, CostedBooking>> {
  const records = [...files.dossiers.values()].flatMap(({ order }) => order ?? [])
  const costing = await loadCosting(ctx, bookings, { ...facts, records })
  return new Map(
    bookings.flatMap((booking) => {
      const state = files.dossiers.get(booking.orderId)
      if (state?.order === undefined) return []
      return [[booking.orderId, costBooked(booking, { order: state.order, refunds: presentRefunds(state) }, costing)]]
    }),
  )
}

function differenceOf(
  before: CostedBooking,
  after: CostedBooking,
  dayOf: (seconds: number) => Day,
): CostedDifference[] {
  const { orderId, name, placedAt } = before.booked
  const byDay = new Map<Day, Amount>()
  const salesByDay = new Map<Day, Amount>()
  let lines = 0
  // States of the whole order stand on the day on which it was placed.
  if (statesOf(before) !== statesOf(after)) byDay.set(dayOf(placedAt), zeroAmount)
  const [olds, owns] = [rowsOf(before), rowsOf(after)]
  for (const key of new Set([...olds.keys(), ...owns.keys()])) {
    const [old, own] = [olds.get(key) ?? noRow, owns.get(key) ?? noRow]
    const gain = subtractAmounts(own.profit, old.profit)
    const isMoved = old.goods !== own.goods
    if (isMoved) lines += 1
    const day = dayOf(Math.max(old.bookedAt, own.bookedAt))
    if (isMoved || gain !== 0n) byDay.set(day, addAmounts(byDay.get(day) ?? zeroAmount, gain))
    const sales = subtractAmounts(own.sales, old.sales)
    if (sales !== 0n) salesByDay.set(day, addAmounts(salesByDay.get(day) ?? zeroAmount, sales))
  }
  const moved = movedBetween(before, after)
  return byDay.size === 0 ? [] : [{ orderId, orderName: name, lines, byDay, salesByDay, moved }]
}

const oneOrder = parseAmount('1')

function movedBetween(before: CostedBooking, after: CostedBooking): MovedState[] {
  const sold = before.booked.rows.filter(({ side, lineType }) => side === 'sale' && lineType === 'product')
  const states = [
    ...sold.map(({ rowId, gross, discount }) => ({
      kind: 'goods' as const,
      from: before.costs.rows.get(rowId)?.goodsState ?? 'none',
      to: after.costs.rows.get(rowId)?.goodsState ?? 'none',
      weight: subtractAmounts(gross, discount),
    })),
    { kind: 'fees' as const, from: before.costs.feesState, to: after.costs.feesState, weight: oneOrder },
    { kind: 'shipping' as const, from: before.costs.shippingState, to: after.costs.shippingState, weight: oneOrder },
  ]
  return states.filter(({ from, to }) => from !== to)
}

function statesOf({ costs }: CostedBooking): string {
  return `${costs.feesState} ${costs.shippingState}`
}

const noRow = { bookedAt: 0, sales: zeroAmount, profit: zeroAmount, goods: '' }

/** What each booked row adds to net sales and to profit; a row that moves to another day is two. */
function rowsOf({ booked, costs }: CostedBooking) {
  return new Map(
    booked.rows.map((row) => {
      const own = costs.rows.get(row.rowId)
      const sales = goodsNetOf(row)
      const profit = addAmounts(sales, profitOf(own))
      return [`${row.rowId}\n${row.bookedAt}`, { bookedAt: row.bookedAt, sales, profit, goods: goodsOf(own) }] as const
    }),
  )
}

/** What goods and what is given back without naming any are sold for; other revenue is among the charges. */
function goodsNetOf({ lineType, side, gross, discount }: BookedRow): Amount {
  const counts = lineType === 'product' || (lineType === 'adjustment' && side === 'return')
  return counts ? subtractAmounts(gross, discount) : zeroAmount
}

function goodsOf(costs: RowCosts | undefined): string {
  return costs === undefined ? '' : `${costs.cost} ${costs.goodsState}`
}

/** What a row's costs leave of its revenue, without the revenue. */
function profitOf(costs: RowCosts | undefined): Amount {
  if (costs === undefined) return zeroAmount
  const { charges, cost, handling, shippingCost, fee, returnCost, orderExpense } = costs
  return subtractAmounts(charges, cost, handling, shippingCost, fee, returnCost, orderExpense)
}
