// What connectors hand over: platform facts in one vocabulary. Amounts are decimal text in `currency`, without tax
// unless the name says tax; instants are ISO 8601 in UTC; ids are text, as large as the platform makes them.

/** A decimal such as `-12.345`, exactly as received. */
export type DecimalText = string
/** An instant such as `2026-03-28T22:59:59Z`. */
export type InstantText = string

/**
 * The status of an order, common to all platforms. The shop's settings decide what is counted (metrics.md §1.1): `unfinished`
 * and `failed` never took money; `unpaid` was placed and money is expected later; `paid` covers custom statuses and refunded
 * orders too; `cancelled` counts only when `paidAt` is set; `deleted` is gone or in the trash.
 */
export type OrderStatus = 'unfinished' | 'failed' | 'unpaid' | 'paid' | 'cancelled' | 'deleted'

/** The kind of an order line, which decides where its amounts count. */
export type LineType = 'product' | 'gift_card' | 'shipping' | 'charge' | 'tip' | 'adjustment'

/**
 * One line of an order or of a dated edit. An edit that removes something has negative quantity and amounts. A `charge`
 * below zero is a discount, unless the shop's rules know its title as a gift card redeemed.
 */
export interface OrderLine {
  /** Unique within the order. */
  readonly id: string
  readonly type: LineType
  readonly productId: string | null
  readonly variantId: string | null
  readonly sku: string | null
  readonly title: string
  /** Decimal, because some stores sell by weight. */
  readonly quantity: DecimalText
  readonly gross: DecimalText
  readonly discount: DecimalText
  readonly tax: DecimalText
  /** Cost of goods of the whole line, if the store has it; null if none was entered. */
  readonly cost: DecimalText | null
  /** The store's metadata of the line for costs and returned goods; absent if there is none. */
  readonly meta?: Readonly<Record<string, string>>
  /** Whether there is nothing to send; absent where there is, or where the store does not say. */
  readonly physical?: false
}

/** A dated change after the purchase; platforms that overwrite orders deliver none. */
export interface OrderEdit {
  readonly id: string
  readonly at: InstantText
  readonly lines: readonly OrderLine[]
}

/** The data that identifies the buyer. */
export interface OrderCustomer {
  readonly platformId: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Where the visitor came from according to the platform; evidence for attribution. */
export interface OrderOrigin {
  readonly sourceType: string | null
  readonly referrer: string | null
  readonly landingUrl: string | null
  /** By name without the prefix: `source`, `medium`, `campaign`, `content`, `term`, `id` and newer ones. */
  readonly utm: Readonly<Record<string, string>>
}

/** One movement of money for an order. Refunds are negative. */
export interface OrderPayment {
  readonly id: string
  readonly at: InstantText
  readonly gateway: string
  /** In the order's currency. */
  readonly amount: DecimalText
  /** The gateway's fee, in {@link feeCurrency}; null if the platform does not know it. */
  readonly fee: DecimalText | null
  readonly feeCurrency: string | null
  /** The tax on the fee, beside it; absent if there is none, or the platform does not tell. */
  readonly feeTax?: DecimalText
}

/** The current state of an order. */
export interface OrderRecord {
  readonly type: 'order'
  readonly id: string
  /** The merchant's order number: `#1001`, `DE-2026-0412`. */
  readonly name: string
  /** The platform's own status, without prefixes. */
  readonly status: string
  readonly standing: OrderStatus
  readonly test: boolean
  readonly placedAt: InstantText
  readonly paidAt: InstantText | null
  /** Null where the platform does not keep it; then the ledger remembers when the cancellation was first seen. */
  readonly cancelledAt: InstantText | null
  readonly updatedAt: InstantText
  readonly currency: string
  /** The exchange rate to shop currency that the store saved with the order, if any. */
  readonly rate: DecimalText | null
  /** The order's own grand total with tax, before payment by gift card, for the arithmetic check; null if unknown. */
  readonly total: DecimalText | null
  readonly totalTax: DecimalText | null
  readonly lines: readonly OrderLine[]
  readonly edits: readonly OrderEdit[]
  /** Successful ones only; absent if the platform does not report them. */
  readonly payments?: readonly OrderPayment[]
  /** Whether anything was sent; absent where the store does not say. */
  readonly fulfilled?: boolean
  readonly customer: OrderCustomer
  readonly country: string | null
  readonly region: string | null
  readonly gateway: string | null
  readonly salesChannel: string | null
  readonly coupons: readonly string[]
  readonly tags: readonly string[]
  /** Metadata for the shop's rules (test orders, multi-currency plug-ins): scalar values only. */
  readonly meta: Readonly<Record<string, string>>
  /** Meta that is an object or a list, as JSON: fees of payment plug-ins, labels of shipping plug-ins. */
  readonly metaObjects?: Readonly<Record<string, string>>
  readonly origin: OrderOrigin | null
}

/** One line of a refund; amounts are positive when money or goods are returned. */
export interface RefundLine {
  readonly id: string
  readonly type: LineType
  /** The order line that it refunds, if the platform says so. */
  readonly orderLineId: string | null
  readonly productId: string | null
  readonly variantId: string | null
  readonly sku: string | null
  readonly title: string
  readonly quantity: DecimalText
  readonly amount: DecimalText
  readonly tax: DecimalText
  /** Pieces of it that were put back into stock; absent where the refund does not say. */
  readonly restocked?: DecimalText
}

/** Without lines it takes back all that remains (amount equals the rest) or is an adjustment (metrics.md §1.8). */
export interface RefundRecord {
  readonly type: 'refund'
  readonly id: string
  readonly orderId: string
  readonly at: InstantText
  /** The total amount refunded, with tax, positive. */
  readonly amount: DecimalText
  readonly reason: string
  /** False where the payment method gave nothing back, as with cash or a transfer; absent where it did, or is not known to. */
  readonly throughGateway?: false
  readonly lines: readonly RefundLine[]
}

/**
 * Money that a buyer's bank demands back. `void`: nothing was taken (an inquiry, or one that was prevented), or a refund gave it
 * back instead.
 */
export interface DisputeRecord {
  readonly type: 'dispute'
  readonly id: string
  readonly orderId: string
  readonly at: InstantText
  /** Null while it is open. */
  readonly endedAt: InstantText | null
  readonly outcome: 'open' | 'lost' | 'won' | 'void'
  /** What is disputed, with tax, positive. */
  readonly amount: DecimalText
  readonly currency: string
  readonly reason: string
}

/** The sellable unit of a product, with its own price, cost and weight. */
export interface ProductVariant {
  /** A product without variants has one, under the product's own id. */
  readonly id: string
  readonly sku: string | null
  readonly title: string
  readonly price: DecimalText | null
  readonly cost: DecimalText | null
  /** In kilograms. */
  readonly weight: DecimalText | null
  /** Whether there is nothing to send; absent where there is, or where the store does not say. */
  readonly physical?: false
  /** Whether the store counts pieces of it; absent where it does not say. */
  readonly managesStock?: boolean
}

/** A product with its variants. */
export interface ProductRecord {
  readonly type: 'product'
  readonly id: string
  readonly title: string
  readonly status: string
  readonly giftCard: boolean
  readonly categories: readonly string[]
  /** Whom it is bought from; absent where the store does not say. */
  readonly supplier?: string
  readonly imageUrl: string | null
  readonly updatedAt: InstantText | null
  readonly variants: readonly ProductVariant[]
}

/** A registered customer. */
export interface CustomerRecord {
  readonly type: 'customer'
  readonly id: string
  readonly email: string | null
  readonly name: string
  readonly country: string | null
  readonly createdAt: InstantText | null
  readonly updatedAt: InstantText | null
}

/** A coupon that buyers can use. */
export interface CouponRecord {
  readonly type: 'coupon'
  readonly id: string
  readonly code: string
  readonly kind: string
  readonly amount: DecimalText
  readonly expiresAt: InstantText | null
  readonly updatedAt: InstantText | null
}

/** Something the platform no longer has: history keeps it, figures leave it out. */
export interface DeletionRecord {
  readonly type: 'deletion'
  readonly of: 'order' | 'refund' | 'product' | 'customer' | 'coupon'
  readonly id: string
  /** For a refund: its order. */
  readonly orderId?: string
  readonly seenAt: InstantText
}

/**
 * All current refunds of an order: stored refunds of it that are not listed are deleted. Needed because some stores delete
 * refunds without notice.
 */
export interface RefundSetRecord {
  readonly type: 'refund_set'
  readonly orderId: string
  readonly refundIds: readonly string[]
  readonly seenAt: InstantText
}

/**
 * Where a buyer came from, which only the webhook of an order contains. Stored beside the order, which is read without it: it
 * is used if the order itself says nothing.
 */
export interface OrderVisitRecord {
  readonly type: 'order_visit'
  readonly orderId: string
  /** When the order was created; the same in every webhook about it. */
  readonly at: InstantText
  readonly origin: OrderOrigin
}

/** All records that a stream can deliver. */
export type PlatformRecord =
  | OrderRecord
  | RefundRecord
  | DisputeRecord
  | ProductRecord
  | CustomerRecord
  | CouponRecord
  | DeletionRecord
  | RefundSetRecord
  | OrderVisitRecord

/** The tag of a record. */
export type RecordType = PlatformRecord['type']
