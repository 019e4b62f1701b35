import type { PlatformRecord } from '@tillsight/platforms/connectors'
import type { WriteContext } from '../context/index.ts'
import type { Booking } from './booked-order.ts'
import { type Dossier, fileRecord } from './facts-store.ts'
import { bookAll } from './plan-orders.ts'
import { importSource } from './record-rows.ts'
import { toBookingRules } from './rules.ts'

/** How the orders of a file would be booked, by order: each with those of its refunds that come along. Stores nothing. */
export async function previewBookings(
  ctx: Pick<WriteContext, 'db' | 'shop'>,
  records: readonly PlatformRecord[],
): Promise<ReadonlyMap<string, Booking>> {
  const dossiers = new Map<string, Dossier>()
  for (const record of records) {
    if (record.type !== 'order' && record.type !== 'refund' && record.type !== 'refund_set') continue
    fileRecord(dossiers, record, { source: importSource, parent_id: '' })
  }
  const rules = toBookingRules(ctx.shop.settings, ctx.shop.currency)
  return (await bookAll(ctx, { request: { dossiers }, rules, stored: new Map() })).bookings
}
