import { amountText, negateAmount } from '@tillsight/core'
import { isRecent, type OutgoingEvent } from '../outbox/index.ts'
import { fromInstantText } from './decimals.ts'
import { type OrderChange, sumSales } from './number-changes.ts'

type Booked = Pick<OrderChange, 'orderId' | 'name' | 'before' | 'after' | 'diff'>

/**
 * What a write books for the first time: an order that had no rows, and refunds that were not among its rows. Without what
 * happened too long ago for anybody to be told of it, as all of a history.
 */
export function listBookedEvents(
  { orderId: order, name, before, after, diff }: Booked,
  { at, currency }: { readonly at: Date; readonly currency: string },
): OutgoingEvent[] {
  const [first] = after
  if (!first) return []
  const events: OutgoingEvent[] = []
  const placedAt = toDate(first.placed_at)
  if (before.length === 0 && isRecent(placedAt, at)) {
    const sales = amountText(sumSales(after.filter(({ kind }) => kind === 'order')))
    const data = { order, name, placedAt: placedAt.toISOString(), currency, sales, customer: first.customer_class }
    events.push({ type: 'order.booked', data, at, key: order, happenedAt: placedAt })
  }
  const added = diff.changes.flatMap(({ before: old, after: row }) => (old || row?.kind !== 'refund' ? [] : [row]))
  for (const [bookedAt, rows] of Map.groupBy(added, (row) => row.booked_at)) {
    const refundedAt = toDate(bookedAt)
    if (!isRecent(refundedAt, at)) continue
    const amount = amountText(negateAmount(sumSales(rows)))
    const data = { order, name, refundedAt: refundedAt.toISOString(), currency, amount }
    events.push({ type: 'refund.booked', data, at, key: `${order} ${bookedAt}`, happenedAt: refundedAt })
  }
  return events
}

function toDate(text: string): Date {
  return new Date(fromInstantText(text) * 1000)
}
