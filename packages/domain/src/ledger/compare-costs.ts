import { type Amount, addAmounts, parseAmount, subtractAmounts, zeroAmount } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { CostState, RowCosts } from '@tillsight/costs'
import type { WriteContext } from '../context/index.ts'
import type { StoredCosts } from '../cost-rules.ts'
import type { BookedOrder } from './booked-order.ts'
import { type CostedBooking, costBooked, loadCosting } from './cost-orders.ts'
import { type Files, inPieces, loadChildren, loadOrders, presentRefunds } from './facts-store.ts'
import { findLedgerRows } from './ledger-store.ts'
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

/** Works out orders as the shop's costs are and as they would be; those that stay the same are left out. Writes nothing. */
export async function compareCosts(
  ctx: Pick<WriteContext, 'db' | 'shop' | 'warehouse'>,
  orderIds: readonly string[],
  change: (stored: StoredCosts) => StoredCosts,
): Promise<CostedDifference[]> {
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  const found: CostedDifference[] = []
  for (const ids of inPieces(orderIds)) {
    const files: Files = { dossiers: new Map(), versions: new Map() }
    const [, , stored] = await Promise.all([
      loadOrders(ctx.warehouse, ids, files),
      loadChildren(ctx.warehouse, ids, files),
      findLedgerRows(ctx.warehouse, ids),
    ])
    const { bookings } = await bookAll(ctx, { request: files, rules, stored })
    const counted = [...bookings.values()].filter((booking) => booking.counted)
    const [now, then] = await Promise.all([loadCosting(ctx, counted), loadCosting(ctx, counted, change)])
    for (const booking of counted) {
      const state = files.dossiers.get(booking.orderId)
      if (state?.order === undefined) continue
      const facts = { order: state.order, refunds: presentRefunds(state) }
      found.push(
        ...differenceOf(
          booking,
          [now, then].map((costing) => costBooked(booking, facts, costing)),
          now.dayOf,
        ),
      )
    }
  }
  return found
}

function differenceOf(
  { orderId, name, placedAt }: BookedOrder,
  [before, after]: readonly CostedBooking[],
  dayOf: (seconds: number) => Day,
): CostedDifference[] {
  if (before === undefined || after === undefined) return []
  const byDay = new Map<Day, Amount>()
  let lines = 0
  // States of the whole order stand on the day on which it was placed.
  if (statesOf(before) !== statesOf(after)) byDay.set(dayOf(placedAt), zeroAmount)
  const rows = new Map(
    [before, after].flatMap(({ booked }) => booked.rows.map((row) => [row.rowId, row.bookedAt] as const)),
  )
  for (const [rowId, bookedAt] of rows) {
    const [old, own] = [before.costs.rows.get(rowId), after.costs.rows.get(rowId)]
    const gain = subtractAmounts(profitOf(own), profitOf(old))
    const isMoved = goodsOf(old) !== goodsOf(own)
    if (isMoved) lines += 1
    const day = dayOf(bookedAt)
    if (isMoved || gain !== 0n) byDay.set(day, addAmounts(byDay.get(day) ?? zeroAmount, gain))
  }
  return byDay.size === 0 ? [] : [{ orderId, orderName: name, lines, byDay, moved: movedBetween(before, after) }]
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

function goodsOf(costs: RowCosts | undefined): string {
  return costs === undefined ? '' : `${costs.cost} ${costs.goodsState}`
}

/** What a row's costs leave of its revenue, without the revenue. */
function profitOf(costs: RowCosts | undefined): Amount {
  if (costs === undefined) return zeroAmount
  const { charges, cost, handling, shippingCost, fee, returnCost, orderExpense } = costs
  return subtractAmounts(charges, cost, handling, shippingCost, fee, returnCost, orderExpense)
}
