import type { Amount } from '@tillsight/core'
import type { OrderRecord, RefundRecord } from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'
import { type UncountedReason, whyUncounted } from './decimals.ts'
import { type Files, loadChildren, loadOrders, presentRefunds } from './facts-store.ts'
import type { LedgerRow } from './ledger-rows.ts'
import { findLedgerRows } from './ledger-store.ts'
import { toBookingRules } from './rules.ts'
import { readOrderLines } from './sold-lines.ts'

/** An order with what the ledger made of it. */
export interface OrderFile {
  readonly order: OrderRecord
  readonly source: string
  readonly refunds: readonly RefundRecord[]
  readonly rows: readonly LedgerRow[]
  /** Why it has no rows. */
  readonly uncounted: UncountedReason | undefined
}

/** Everything held about one order; undefined for one that the shop does not have, or has no more. */
export async function readOrder(
  ctx: Pick<WriteContext, 'shop' | 'warehouse'>,
  orderId: string,
): Promise<OrderFile | undefined> {
  const files: Files = { dossiers: new Map(), versions: new Map() }
  const [, , stored] = await Promise.all([
    loadOrders(ctx.warehouse, [orderId], files),
    loadChildren(ctx.warehouse, [orderId], files),
    findLedgerRows(ctx.warehouse, [orderId]),
  ])
  const dossier = files.dossiers.get(orderId)
  if (!dossier?.order) return undefined
  const { order, source } = dossier
  const rows = (stored.get(orderId) ?? []).sort((a, b) =>
    a.booked_at === b.booked_at ? 0 : a.booked_at < b.booked_at ? -1 : 1,
  )
  const reason = whyUncounted(order, toBookingRules(ctx.shop.settings, ctx.shop.currency)) ?? 'missing_rate'
  // Platforms that do not keep the date leave it to the ledger.
  const reversedAt = rows.find(({ kind }) => kind === 'cancel')?.booked_at
  const cancelledAt = order.cancelledAt ?? (reversedAt === undefined ? null : `${reversedAt.replace(' ', 'T')}Z`)
  return {
    order: { ...order, cancelledAt },
    source,
    refunds: presentRefunds(dossier),
    rows,
    uncounted: rows.length > 0 ? undefined : reason,
  }
}

/** What gift cards paid of orders, in the currency of each: stores may take it off their totals, the ledger does not. */
export async function readGiftCardPayments(
  ctx: Pick<WriteContext, 'shop' | 'warehouse'>,
  orderIds: readonly string[],
): Promise<Map<string, Amount>> {
  const files: Files = { dossiers: new Map(), versions: new Map() }
  await loadOrders(ctx.warehouse, orderIds, files)
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  const paid = new Map<string, Amount>()
  for (const [orderId, { order }] of files.dossiers) {
    const amount = order && readOrderLines(order, rules).giftCards.amount
    if (amount) paid.set(orderId, amount)
  }
  return paid
}
