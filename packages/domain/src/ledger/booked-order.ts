import type { Amount, Rate } from '@tillsight/core'
import type { ActualCost } from '@tillsight/costs'
import type { LineType } from '@tillsight/platforms/connectors'
import type { UncountedReason } from './decimals.ts'

/** Which event a row belongs to. */
export type RowKind = 'order' | 'edit' | 'refund' | 'cancel'
/** Whether a row is a sale or a return. */
export type RowSide = 'sale' | 'return'

/** The product details of a line, without amounts. */
export interface LineFacts {
  readonly productId: string
  readonly variantId: string
  readonly sku: string
  readonly title: string
}

/** One ledger row in shop currency. Rows with side `return` have negative amounts and no discount. */
export interface BookedRow extends LineFacts {
  /** Unique within the order. */
  readonly rowId: string
  /** Seconds since 1970, UTC. */
  readonly bookedAt: number
  readonly kind: RowKind
  readonly side: RowSide
  /** What it was booked with: `order`, `edit:id`, `refund:id`, `cancel`, `dispute:id`, `dispute:id:won`. */
  readonly event: string
  /** The sale row of the line that it sells or takes back; empty for what belongs to no line. */
  readonly soldRow: string
  readonly lineType: LineType
  /** In ten-thousandths. */
  readonly quantity: bigint
  readonly gross: Amount
  readonly discount: Amount
  readonly tax: Amount
}

/** A dispute as it was booked, whether it found anything to take or not. */
export interface BookedDispute {
  readonly event: string
  /** Seconds since 1970, UTC. */
  readonly at: number
  readonly fee: ActualCost | null
  readonly wonBy: { readonly event: string; readonly at: number } | null
}

/** Something about an order that the owner should know; it is booked nevertheless. */
export interface BookingIssue {
  readonly kind: 'order_arithmetic' | 'refund_without_lines' | 'refund_above_order' | 'missing_rate'
  readonly key: string
  readonly detail: Readonly<Record<string, string>>
}

/** A counted order with everything booked for it. */
export interface BookedOrder {
  readonly counted: true
  readonly orderId: string
  readonly name: string
  readonly status: string
  /** Seconds since 1970, UTC. */
  readonly placedAt: number
  readonly currency: string
  readonly rate: Rate
  readonly country: string
  readonly region: string
  readonly gateway: string
  readonly salesChannel: string
  readonly coupons: readonly string[]
  /** `Rev` of metrics.md §2.4, in shop currency. */
  readonly revenue: Amount
  /** The row that represents the order when orders are counted. */
  readonly headRowId: string
  readonly rows: readonly BookedRow[]
  readonly disputes: readonly BookedDispute[]
  readonly issues: readonly BookingIssue[]
}

/** An order that does not count. */
export interface UncountedOrder {
  readonly counted: false
  readonly orderId: string
  readonly reason: UncountedReason
  readonly issues: readonly BookingIssue[]
}

/** The result of booking an order. */
export type Booking = BookedOrder | UncountedOrder
