import type { StoreOrder } from '../woocommerce/history.ts'

/** How the other store's data is to be understood; the same things that its owner would tell the product. */
export interface StoreReading {
  /** Currency of the shop; orders in another one need their rate on them. */
  readonly currency: string
  readonly taxesIncluded: boolean
  /** Tax rates by the store's ids; 7 is 19 % and 8 is 7 % where absent. */
  readonly taxRates?: Readonly<Record<number, { readonly title: string; readonly rate: number }>>
  readonly giftCardProductIds?: readonly string[]
  /** What tips and gift-card payments begin with, where a plug-in writes them as fees. */
  readonly tipFees?: readonly string[]
  readonly giftCardFees?: readonly string[]
  /** Meta key of what one unit of the order's currency is in the shop's. */
  readonly rateMetaKey?: string
  isTest?(order: StoreOrder): boolean
}
