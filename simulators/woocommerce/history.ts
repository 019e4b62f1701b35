// Plain data that a store can be filled with: an order history in nobody's wire format.
// Amounts are decimal text without tax unless the name says tax; instants are ISO 8601 in UTC.

import type { History } from '../store/store.ts'
import type { MadeOrders, Source } from '../store/stored-orders.ts'

/** Orders made on demand, so that a million of them need no memory. */
export type GeneratedOrders = MadeOrders<StoreOrder>

/** Everything a shop can be filled with. */
export interface StoreHistory extends History<StoreOrder, StoreProduct, StoreCustomer> {
  readonly coupons?: Source<StoreCoupon>
}

/** One meta entry; `value` is any JSON. */
export interface StoreMeta {
  readonly key: string
  readonly value: unknown
}

export interface StoreAddress {
  readonly firstName?: string
  readonly lastName?: string
  readonly company?: string
  readonly address1?: string
  readonly city?: string
  readonly state?: string
  readonly postcode?: string
  /** ISO 3166 code, or empty. */
  readonly country?: string
  readonly phone?: string
}

/** The tax of one rate on one line. */
export interface StoreTax {
  readonly rateId: number
  readonly total: string
  readonly subtotal?: string
}

export interface StoreOrderLine {
  readonly id: number
  /** 0 = the product was deleted. */
  readonly productId: number
  readonly variationId?: number
  readonly sku: string | null
  readonly name: string
  /** Name of the variable product; null for simple ones. */
  readonly parentName?: string | null
  readonly quantity: number
  readonly subtotal: string
  readonly subtotalTax?: string
  readonly total: string
  readonly totalTax?: string
  readonly taxClass?: string
  readonly taxes?: readonly StoreTax[]
  /** Cost of goods of the whole line; sent only while the cost-of-goods feature is on. */
  readonly cost?: string
  /** The line of the bundle that it is part of, as the bundle plug-in adds to the answer. */
  readonly bundledBy?: number
  readonly meta?: readonly StoreMeta[]
}

export interface StoreShippingLine {
  readonly id: number
  readonly methodId: string
  /** Which of several methods of that kind; 3 if absent. */
  readonly instanceId?: string
  readonly title: string
  readonly total: string
  readonly totalTax?: string
  readonly taxes?: readonly StoreTax[]
}

/** A fee; negative ones are discounts or gift-card payments of plug-ins. */
export interface StoreFeeLine {
  readonly id: number
  readonly name: string
  readonly total: string
  readonly totalTax?: string
  readonly taxes?: readonly StoreTax[]
  readonly meta?: readonly StoreMeta[]
}

export interface StoreCouponLine {
  readonly id: number
  readonly code: string
  readonly discount: string
  readonly discountTax?: string
  readonly discountType?: string
  readonly amount?: number
}

/** The part of a line that a refund reverses; all values are positive. */
export interface StoreRefundLine {
  readonly id: number
  /** The refunded order line; absent if unknown. */
  readonly orderLineId?: number
  readonly productId: number
  readonly variationId?: number
  readonly sku: string | null
  readonly name: string
  readonly quantity: number
  readonly total: string
  readonly totalTax?: string
  readonly taxes?: readonly StoreTax[]
}

/** Refunded shipping or fee; positive. */
export interface StoreRefundCharge {
  readonly id: number
  readonly orderLineId?: number
  readonly name: string
  readonly total: string
  readonly totalTax?: string
  readonly taxes?: readonly StoreTax[]
}

export interface StoreRefund {
  readonly id: number
  readonly createdAt: string
  /** Created by a plug-in without a date: the API returns none. */
  readonly undated?: boolean
  /** The total amount refunded, with tax, positive. */
  readonly amount: string
  readonly reason?: string
  readonly refundedBy?: number
  readonly refundedPayment?: boolean
  /** Whether it fully refunded the order. */
  readonly type?: 'full' | 'partial'
  readonly lines?: readonly StoreRefundLine[]
  readonly shippingLines?: readonly StoreRefundCharge[]
  readonly feeLines?: readonly StoreRefundCharge[]
}

export interface StoreOrder {
  readonly id: number
  /** The merchant's order number; defaults to the id. */
  readonly number?: string
  /** Without the `wc-` prefix. */
  readonly status: string
  readonly currency?: string
  readonly pricesIncludeTax?: boolean
  readonly createdAt: string
  readonly modifiedAt?: string
  readonly paidAt?: string | null
  readonly completedAt?: string | null
  /** 0 or absent = guest. */
  readonly customerId?: number
  readonly email?: string
  readonly billing?: StoreAddress
  readonly shipping?: StoreAddress
  readonly paymentMethod?: string
  readonly paymentMethodTitle?: string
  readonly transactionId?: string
  readonly createdVia?: string
  readonly customerNote?: string
  readonly lines: readonly StoreOrderLine[]
  readonly shippingLines?: readonly StoreShippingLine[]
  readonly feeLines?: readonly StoreFeeLine[]
  readonly couponLines?: readonly StoreCouponLine[]
  readonly meta?: readonly StoreMeta[]
  readonly refunds?: readonly StoreRefund[]
  /** Cards of the plug-in that lists them beside the order; whoever sets both must subtract them from `total`. */
  readonly giftCards?: readonly { readonly code: string; readonly amount: string }[]
  /** The header total where it is not the sum of the parts, as some plug-ins leave it. */
  readonly total?: string
}

export interface StoreVariation {
  readonly id: number
  readonly sku: string
  readonly price: string
  /** `{ Size: 'M' }` */
  readonly attributes: Readonly<Record<string, string>>
  /** In the shop's weight unit (kg). */
  readonly weight?: string
  /** Cost of a piece; absent = the product's. */
  readonly cost?: string
  /** Whether the cost comes on top of the product's instead of replacing it. */
  readonly costIsAdditive?: boolean
  readonly virtual?: boolean
  /** Absent = `parent`: the product's pieces are counted, if any. */
  readonly manageStock?: boolean | 'parent'
  readonly modifiedAt?: string
  readonly meta?: readonly StoreMeta[]
}

export interface StoreProduct {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly price: string
  /** `variable` when it has variations, else `simple`, unless a plug-in brings its own type. */
  readonly type?: string
  readonly status?: string
  readonly createdAt: string
  readonly modifiedAt?: string
  readonly categories?: readonly string[]
  readonly weight?: string
  /** Cost of a piece, in the store's own currency. The store keeps no true zero: it is the same as none. */
  readonly cost?: string
  readonly virtual?: boolean
  readonly downloadable?: boolean
  /** Whether the store counts its pieces. */
  readonly manageStock?: boolean
  readonly imageUrl?: string
  readonly variations?: readonly StoreVariation[]
  readonly meta?: readonly StoreMeta[]
}

/** A registered user; guests exist only inside orders. */
export interface StoreCustomer {
  readonly id: number
  readonly email: string
  readonly firstName?: string
  readonly lastName?: string
  readonly country?: string
  readonly role?: string
  readonly createdAt: string
  readonly modifiedAt?: string
}

export interface StoreCoupon {
  readonly id: number
  readonly code: string
  /** `percent`, `fixed_cart`, `fixed_product`, or a plug-in's own. */
  readonly discountType: string
  readonly amount: string
  readonly createdAt: string
  readonly modifiedAt?: string
  readonly expiresAt?: string | null
  readonly freeShipping?: boolean
}
