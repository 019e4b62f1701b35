import type { Checkpoint, ConnectorContext, Stream } from '../contract.ts'
import type { InstantText } from '../records.ts'
import { backfillByCreation } from './backfill.ts'
import { changedSince, orderQuery, overlapSeconds } from './changed-orders.ts'
import { type OrderOrRefund, withCheckedRefunds } from './order-refunds.ts'
import { compareOrders } from './orders-compare.ts'
import { openStore } from './store.ts'
import { shiftInstant, toInstantText } from './values.ts'

export const ordersStream: Stream<OrderOrRefund> = {
  id: 'orders',
  label: 'Orders',
  settlesAfterDays: 3,
  // 2: fees in objects, costs and restocked pieces of lines; a cost of 0 is none. 3: what was captured with which fee, what left
  // the house, bundles, and costs of whole orders.
  generation: 3,
  everyMinutes: { withWebhooks: 10, without: 5 },
  async *backfill(ctx, from) {
    const store = await openStore(ctx)
    const toRecords = withCheckedRefunds(store, ctx.heldRefunds, { fetchesNew: false })
    yield* backfillByCreation(store, orderQuery, { from, toRecords })
  },
  async *increment(ctx, from) {
    const store = await openStore(ctx)
    yield* changedSince(store, startOf(ctx, from), ctx.heldRefunds)
  },
  compare: compareOrders,
}

/** Where an increment starts: ten minutes before the last delivered change, or before the start of the back-fill. */
function startOf(ctx: ConnectorContext, from: Checkpoint | null): InstantText {
  const last = typeof from?.modified === 'string' ? from.modified : toInstantText(new Date(ctx.since))
  return shiftInstant(last, -overlapSeconds)
}
