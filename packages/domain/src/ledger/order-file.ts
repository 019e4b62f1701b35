import type { CostPart } from '@tillsight/costs'
import type { OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'
import { readOwnCosts } from '../own-costs.ts'
import { costBooked, loadCosting, loadGoods } from './cost-orders.ts'
import { type UncountedReason, whyUncounted } from './decimals.ts'
import { type DisputeFacts, disputesOf } from './disputes.ts'
import { type Files, loadChildren, loadOrders, presentRefunds } from './facts-store.ts'
import type { LedgerRow } from './ledger-rows.ts'
import { findLedgerRows } from './ledger-store.ts'
import { bookAll } from './plan-orders.ts'
import { toBookingRules } from './rules.ts'

/** An order with its booking in the ledger. */
export interface OrderFile {
  readonly order: OrderRecord
  readonly source: string
  readonly refunds: readonly RefundRecord[]
  readonly disputes: readonly DisputeFacts[]
  readonly rows: readonly LedgerRow[]
  /** Why it has no ledger rows. */
  readonly uncounted: UncountedReason | undefined
}

/** All stored data about one order; undefined for an unknown or deleted order. */
export async function readOrder(
  ctx: Pick<WriteContext, 'db' | 'shop' | 'warehouse'>,
  orderId: string,
): Promise<OrderFile | undefined> {
  const files: Files = { dossiers: new Map(), versions: new Map() }
  const [, , stored, told] = await Promise.all([
    loadOrders(ctx.warehouse, [orderId], files),
    loadChildren(ctx.warehouse, [orderId], files),
    findLedgerRows(ctx.warehouse, [orderId]),
    readOwnCosts(ctx, [orderId]),
  ])
  const orderState = files.dossiers.get(orderId)
  if (!orderState?.order) return undefined
  const { order, source } = orderState
  const rows = (stored.get(orderId) ?? []).sort((a, b) =>
    a.booked_at === b.booked_at ? 0 : a.booked_at < b.booked_at ? -1 : 1,
  )
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  // For platforms that do not record the date, it is taken from the ledger.
  const reversedAt = rows.find(({ kind }) => kind === 'cancel')?.booked_at
  const cancelledAt = order.cancelledAt ?? (reversedAt === undefined ? null : `${reversedAt.replace(' ', 'T')}Z`)
  return {
    order: { ...order, cancelledAt },
    source,
    refunds: presentRefunds(orderState),
    disputes: disputesOf(order, {
      known: orderState.disputes.values(),
      own: told.get(orderId) ?? [],
      zone: ctx.shop.zone,
    }),
    rows,
    uncounted: rows.length > 0 ? undefined : (whyUncounted(order, rules) ?? 'missing_rate'),
  }
}

/** What each cost of an order is by what the shop has told now, and why; none of an order that does not count. */
export async function readOrderCosts(
  ctx: Pick<WriteContext, 'db' | 'shop' | 'warehouse'>,
  orderId: string,
): Promise<readonly CostPart[]> {
  const files: Files = { dossiers: new Map(), versions: new Map() }
  const [, , stored] = await Promise.all([
    loadOrders(ctx.warehouse, [orderId], files),
    loadChildren(ctx.warehouse, [orderId], files),
    findLedgerRows(ctx.warehouse, [orderId]),
  ])
  const state = files.dossiers.get(orderId)
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  const own = await readOwnCosts(ctx, [orderId])
  const booking = (await bookAll(ctx, { request: files, rules, stored, own })).bookings.get(orderId)
  if (!state?.order || !booking?.counted) return []
  const facts = { order: state.order, refunds: presentRefunds(state) }
  const goods = await loadGoods(ctx, [booking])
  return costBooked(booking, facts, await loadCosting(ctx, [booking], { goods, own, records: [state.order] })).costs
    .parts
}
