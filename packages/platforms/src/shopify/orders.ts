import type { Stream } from '../contract.ts'
import { readChanges } from './changed-orders.ts'
import type { OrderRecords } from './order-record.ts'
import { backfillOrders } from './orders-backfill.ts'
import { compareOrders } from './orders-compare.ts'

/** Orders, each with its edits, payments and everything that was given back. */
export const ordersStream: Stream<OrderRecords> = {
  id: 'orders',
  label: 'Orders',
  settlesAfterDays: 3,
  everyMinutes: { withWebhooks: 10, without: 5 },
  backfill: backfillOrders,
  increment: readChanges,
  compare: compareOrders,
}
