// Plain data to fill a simulated shop with: orders and their events, in no wire format. Amounts are decimal text in shop
// currency, in the shop's own price basis: with tax if `taxesIncluded`, otherwise without. Instants are ISO 8601 in UTC. Ids
// are the numeric part of Shopify's global ids.
import type { History } from '../store/store.ts'

/** The part of an order that indexes need. */
export interface ShopOrderOutline {
  readonly id: number
  readonly number: number
  /** The highest id in the order. */
  readonly lastId: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly processedAt: string
  readonly customerId: number | null
  readonly refundIds: readonly number[]
}

/** Everything a shop can be filled with. */
export interface ShopHistory extends History<ShopOrder, ShopProduct, ShopCustomer> {
  readonly disputes?: readonly ShopDispute[]
}

/** Money that a buyer's bank demands back. */
export interface ShopDispute {
  readonly id: number
  readonly orderId: number
  readonly type?: 'CHARGEBACK' | 'INQUIRY'
  readonly status?: 'ACCEPTED' | 'LOST' | 'NEEDS_RESPONSE' | 'PREVENTED' | 'UNDER_REVIEW' | 'WON'
  readonly initiatedAt: string
  readonly finalizedOn?: string | null
  readonly amount: string
  /** Where it is not the shop's. */
  readonly currency?: string
  readonly reason?: string
}

export interface ShopAddress {
  readonly firstName?: string
  readonly lastName?: string
  readonly company?: string
  readonly address1?: string
  readonly city?: string
  readonly provinceCode?: string
  readonly zip?: string
  /** ISO 3166 code. */
  readonly country?: string
  readonly phone?: string
}

/** The tax of one kind on one line, for its whole quantity. */
export interface ShopTax {
  readonly title: string
  /** 0.19 for 19 %. */
  readonly rate: number
  readonly amount: string
}

/** A discount; lines refer to it by its index in the order's list. */
export interface ShopDiscount {
  readonly kind: 'code' | 'automatic' | 'manual'
  /** The code, or the title of an automatic or manual discount. */
  readonly name: string
  readonly target?: 'line' | 'shipping'
  /** For a percentage discount; otherwise a fixed amount. */
  readonly percentage?: number
  readonly amount?: string
}

/** What one discount takes off one line. */
export interface ShopAllocation {
  readonly discount: number
  readonly amount: string
}

export interface ShopLine {
  readonly id: number
  /** In Shopify, tips are lines of their own, as are gift cards sold. */
  readonly kind?: 'product' | 'gift_card' | 'tip'
  /** Null or absent: a custom item. The id stays when the product is deleted. */
  readonly productId?: number | null
  readonly variantId?: number | null
  readonly title: string
  readonly variantTitle?: string | null
  readonly vendor?: string | null
  readonly sku?: string | null
  readonly quantity: number
  readonly unitPrice: string
  /** The whole line's price before discounts, if it differs from quantity times unit price. */
  readonly linePrice?: string
  readonly allocations?: readonly ShopAllocation[]
  readonly taxes?: readonly ShopTax[]
  readonly requiresShipping?: boolean
  readonly properties?: Readonly<Record<string, string>>
}

export interface ShopShipping {
  readonly id: number
  readonly title: string
  readonly code?: string
  readonly source?: string
  readonly price: string
  readonly allocations?: readonly ShopAllocation[]
  readonly taxes?: readonly ShopTax[]
}

/** A duty on a line, or another charge on the whole order. */
export interface ShopCharge {
  readonly id: number
  readonly kind: 'duty' | 'fee'
  readonly name: string
  /** The line that the duty applies to. */
  readonly lineId?: number
  readonly amount: string
  readonly taxes?: readonly ShopTax[]
}

export type TransactionKind = 'AUTHORIZATION' | 'CAPTURE' | 'CHANGE' | 'REFUND' | 'SALE' | 'VOID'
export type TransactionStatus = 'SUCCESS' | 'PENDING' | 'FAILURE' | 'ERROR' | 'AWAITING_RESPONSE' | 'UNKNOWN'

export interface ShopFee {
  readonly id: number
  readonly type?: string
  readonly rate?: string
  readonly rateName?: string
  readonly flat?: string
  readonly amount: string
  readonly tax?: string
  /** Where it is not the shop's. */
  readonly currency?: string
}

export interface ShopTransaction {
  readonly id: number
  readonly kind: TransactionKind
  readonly status?: TransactionStatus
  readonly gateway: string
  readonly at: string
  readonly processedAt?: string
  readonly parentId?: number
  /** Always positive. */
  readonly amount: string
  /** The amount that cash rounding added to the payment, included in {@link amount}. */
  readonly rounding?: string
  readonly test?: boolean
  readonly errorCode?: string
  readonly fees?: readonly ShopFee[]
}

/** The part of one line that is returned; the amounts follow from the quantity unless given. */
export interface ShopLineReturn {
  readonly lineId: number
  readonly quantity: number
  /** In the price basis, after discounts, positive. */
  readonly amount?: string
  readonly tax?: string
  readonly restock?: 'RETURN' | 'CANCEL' | 'NO_RESTOCK' | 'LEGACY_RESTOCK'
  /** Whether the goods really went back into stock, where the kind of restocking does not tell. */
  readonly restocked?: boolean
  /** Id of the refund line; null as Shopify leaves it for some. Absent: made from the refund's id. */
  readonly id?: number | null
}

export interface ShopAdjustment {
  readonly id: number
  readonly reason:
    | 'CUSTOMER'
    | 'DAMAGE'
    | 'FULL_RETURN_BALANCING_ADJUSTMENT'
    | 'PENDING_REFUND_DISCREPANCY'
    | 'REFUND_DISCREPANCY'
    | 'RESTOCK'
  /** Negative: more money is refunded. */
  readonly amount: string
  readonly tax?: string
}

export interface ShopRefund {
  readonly kind: 'refund'
  readonly id: number
  readonly at: string
  readonly processedAt?: string
  readonly note?: string | null
  readonly lines?: readonly ShopLineReturn[]
  readonly shipping?: readonly { readonly id: number; readonly amount: string; readonly tax?: string }[]
  readonly charges?: readonly { readonly chargeId: number; readonly amount: string; readonly tax?: string }[]
  readonly adjustments?: readonly ShopAdjustment[]
  readonly transactions?: readonly ShopTransaction[]
  /** The return it pays for: that one took the sales back, not this refund. */
  readonly returnId?: number
}

export interface ShopEdit {
  readonly kind: 'edit'
  readonly id: number
  readonly at: string
  readonly added?: readonly ShopLine[]
  readonly removed?: readonly ShopLineReturn[]
  readonly addedShipping?: ShopShipping
  /** Further discounts on existing lines, each for its whole remaining quantity. */
  readonly discounted?: readonly { readonly lineId: number; readonly discount: number; readonly amount: string }[]
  readonly transactions?: readonly ShopTransaction[]
}

/** Returned goods, with those taken in exchange and the charges. */
export interface ShopReturn {
  readonly kind: 'return'
  readonly id: number
  readonly at: string
  readonly lines: readonly ShopLineReturn[]
  readonly exchanged?: readonly ShopLine[]
  readonly fee?: { readonly id: number; readonly amount: string; readonly tax?: string }
  readonly transactions?: readonly ShopTransaction[]
}

export interface ShopCancellation {
  readonly kind: 'cancel'
  readonly at: string
  readonly reason?: 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF'
}

/** A payment without a purchase or a return. */
export interface ShopPayment {
  readonly kind: 'payment'
  readonly at: string
  readonly transactions: readonly ShopTransaction[]
}

export interface ShopFulfilment {
  readonly kind: 'fulfilment'
  readonly at: string
}

export type ShopEvent = ShopRefund | ShopEdit | ShopReturn | ShopCancellation | ShopPayment | ShopFulfilment

export interface ShopVisit {
  readonly at: string
  readonly landingPage?: string
  readonly referrer?: string
  readonly source?: string
  readonly sourceType?: string
  readonly sourceDescription?: string
  readonly referralCode?: string
  readonly utm?: Readonly<Partial<Record<'source' | 'medium' | 'campaign' | 'content' | 'term', string>>>
}

/** The customer journey of the order; it becomes ready later, without changing the order. */
export interface ShopJourney {
  readonly readyAt: string
  readonly orderIndex?: number
  readonly daysToConversion?: number
  readonly moments?: number
  readonly first?: ShopVisit
  readonly last?: ShopVisit
}

export interface ShopOrder {
  readonly id: number
  /** The order name `#1001` is made from it; defaults to the id. */
  readonly number?: number
  readonly createdAt: string
  /** Time of the order; in the past for imported ones. */
  readonly processedAt?: string
  /** Absent: the time of the last event. */
  readonly updatedAt?: string
  readonly closedAt?: string | null
  readonly test?: boolean
  /** Absent: the shop's setting. */
  readonly taxesIncluded?: boolean
  readonly dutiesIncluded?: boolean
  /** The buyer's currency, if it is not the shop's, and how much of it one unit of the shop's was worth. */
  readonly presentment?: { readonly currency: string; readonly rate: string }
  readonly customerId?: number | null
  readonly email?: string | null
  readonly phone?: string | null
  readonly billing?: ShopAddress | null
  readonly shipTo?: ShopAddress | null
  readonly lines: readonly ShopLine[]
  readonly shipping?: readonly ShopShipping[]
  readonly charges?: readonly ShopCharge[]
  readonly discounts?: readonly ShopDiscount[]
  readonly transactions?: readonly ShopTransaction[]
  readonly happenings?: readonly ShopEvent[]
  /** `web`, `pos`, `shopify_draft_order` or an app's own. */
  readonly sourceName?: string
  readonly sourceIdentifier?: string
  readonly app?: { readonly id: number; readonly name: string } | null
  readonly channel?: { readonly handle: string; readonly name: string } | null
  readonly cartToken?: string
  readonly checkoutToken?: string
  readonly clientIp?: string
  readonly userAgent?: string
  readonly locale?: string
  readonly tags?: readonly string[]
  readonly note?: string | null
  readonly attributes?: Readonly<Record<string, string>>
  /** Only webhooks carry these two. */
  readonly landingSite?: string
  readonly referringSite?: string
  readonly journey?: ShopJourney | null
}

export interface ShopVariant {
  readonly id: number
  readonly inventoryItemId: number
  readonly sku: string
  readonly title?: string
  readonly price: string
  readonly compareAtPrice?: string | null
  readonly barcode?: string | null
  /** Null or absent: the merchant has entered none. */
  readonly cost?: string | null
  readonly weight?: { readonly unit: 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS'; readonly value: number }
  readonly tracked?: boolean
  /** Whether it is sent; absent: unless the product is a gift card. */
  readonly requiresShipping?: boolean
  readonly quantity?: number
  readonly taxable?: boolean
  /** `{ Size: 'M' }` */
  readonly options?: Readonly<Record<string, string>>
  readonly updatedAt?: string
  /** When the inventory item changed last: its cost has a date of its own. */
  readonly itemUpdatedAt?: string
}

export interface ShopProduct {
  readonly id: number
  readonly title: string
  readonly handle?: string
  readonly status?: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  readonly vendor?: string
  readonly type?: string
  readonly tags?: readonly string[]
  readonly giftCard?: boolean
  readonly imageUrl?: string
  readonly createdAt: string
  readonly updatedAt?: string
  readonly variants: readonly ShopVariant[]
}

export interface ShopCustomer {
  readonly id: number
  readonly email?: string | null
  readonly firstName?: string
  readonly lastName?: string
  readonly phone?: string | null
  readonly marketing?: 'SUBSCRIBED' | 'NOT_SUBSCRIBED' | 'PENDING' | 'UNSUBSCRIBED'
  readonly state?: 'DECLINED' | 'DISABLED' | 'ENABLED' | 'INVITED'
  readonly locale?: string
  readonly tags?: readonly string[]
  readonly address?: ShopAddress | null
  readonly createdAt: string
  readonly updatedAt?: string
}
