import type { StoreOrder, StoreRefund } from '../../simulators/index.ts'
import { instantText } from '../local-time.ts'
import type { Random } from './random.ts'
import { drawRefunds } from './refunds.ts'

const day = 86_400

/** An order before anything happened to it. */
export type PlacedOrder = Omit<StoreOrder, 'status' | 'paidAt' | 'completedAt' | 'modifiedAt' | 'refunds'>

type Series = 'sold' | 'abandoned' | 'failed' | 'never_paid' | 'cancelled_later'

/** Applies an order's events until `now`: payment, shipping, completion, cancellation, refund. Nothing is in the future. */
export function liveOrder(placed: PlacedOrder, random: Random, now: string): StoreOrder {
  const order = runSeries(placed, random, now)
  return (order.modifiedAt ?? '') > now ? { ...order, modifiedAt: now } : order
}

function runSeries(placed: PlacedOrder, random: Random, now: string): StoreOrder {
  const at = seconds(placed.createdAt)
  const isSample = placed.couponLines?.some((coupon) => coupon.code === 'muster100') === true
  const series: Series =
    isSample || placed.createdVia === 'rest-api'
      ? 'sold'
      : random.weighted<Series>([
          ['sold', 935],
          ['abandoned', 18],
          ['failed', 22],
          ['never_paid', 16],
          ['cancelled_later', 9],
        ])
  switch (series) {
    case 'abandoned':
      return ended(placed, 'pending', at + 5)
    case 'failed':
      return ended(placed, 'failed', at + random.integer(20, 300))
    case 'never_paid':
      return neverPaid(placed, random.integer(2, 8) * day, now)
    case 'cancelled_later':
      return cancelledLater(placed, random.integer(3600, 25 * day), now)
    case 'sold':
      return sold(placed, random, now)
  }
}

/** A bank transfer that never arrived: on hold, then cancelled without payment. */
function neverPaid(placed: PlacedOrder, patience: number, now: string): StoreOrder {
  const at = seconds(placed.createdAt) + patience
  return at > seconds(now) ? ended(placed, 'on-hold', seconds(placed.createdAt) + 5) : ended(placed, 'cancelled', at)
}

/** Paid, then called off before it was sent: counted on its day, reversed on the day of the cancellation. */
function cancelledLater(placed: PlacedOrder, after: number, now: string): StoreOrder {
  const paidAt = instantText(seconds(placed.createdAt) + 40)
  const at = seconds(placed.createdAt) + after
  if (at > seconds(now)) return { ...ended(placed, 'processing', seconds(paidAt)), paidAt }
  return { ...ended(placed, 'cancelled', at), paidAt }
}

function sold(placed: PlacedOrder, random: Random, now: string): StoreOrder {
  const created = seconds(placed.createdAt)
  const waits =
    placed.paymentMethod === 'bacs' ? random.integer(1, 4) * day + random.integer(0, 40_000) : random.integer(15, 90)
  const sentAt = created + waits + random.integer(day, 3 * day)
  const staysShipped = random.chance(0.03)
  const paidOnDelivery = placed.paymentMethod === 'cod'
  const paid = paidOnDelivery ? sentAt + day : created + waits
  const isPaid = paid <= seconds(now)
  const history = isPaid ? { paidAt: instantText(paid) } : {}
  if (!isPaid && !paidOnDelivery) return ended(placed, 'on-hold', created + 5)
  if (sentAt > seconds(now)) return { ...ended(placed, 'processing', Math.min(paid, seconds(now))), ...history }
  const completed = sentAt + 2 * day
  if (staysShipped || completed > seconds(now))
    return { ...ended(placed, 'shipped', Math.max(sentAt, isPaid ? paid : sentAt)), ...history }
  const order: StoreOrder = {
    ...ended(placed, 'completed', completed),
    ...history,
    completedAt: instantText(completed),
  }
  return withRefunds(
    order,
    drawRefunds(order, random).filter((refund) => refund.createdAt <= now),
  )
}

function withRefunds(order: StoreOrder, refunds: readonly StoreRefund[]): StoreOrder {
  const last = refunds.at(-1)
  if (!last) return order
  return { ...order, refunds, modifiedAt: last.createdAt, ...(last.type === 'full' ? { status: 'refunded' } : {}) }
}

function ended(placed: PlacedOrder, status: string, modifiedAt: number): StoreOrder {
  return { ...placed, status, modifiedAt: instantText(modifiedAt) }
}

function seconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000)
}
