// Simulated platforms for tests, demos and development. Must not be imported by anything that runs in production.

export { sampleAds } from './ads/sample-ads.ts'
export type { AdSource, FakeAd, FakeAdAccount, FakeAdDay, FakeCampaign, FakePurchase } from './ads/world.ts'
export { type GoogleAdsFake, startGoogleAdsFake } from './googleads/index.ts'
export { type MetaAdsFake, startMetaAdsFake } from './metaads/index.ts'
export { decryptPush } from './push/decrypt.ts'
export { startPushFake } from './push/server.ts'
export {
  type FakeShop,
  fillShop,
  type ShopAddress,
  type ShopCustomer,
  type ShopDispute,
  type ShopEvent,
  type ShopHistory,
  type ShopifyFake,
  type ShopifyFakeOptions,
  type ShopJourney,
  type ShopLine,
  type ShopOrder,
  type ShopProduct,
  type ShopReturn,
  type ShopTransaction,
  type ShopVariant,
  startShopifyFake,
} from './shopify/index.ts'
export { startSlackFake } from './slack/server.ts'
export { type StripeFake, startStripeFake } from './stripe/index.ts'
export { startTikTokAdsFake, type TikTokAdsFake } from './tiktokads/index.ts'
export { type Outage, startReceiver } from './web/receiver.ts'
export {
  fillStore,
  type GeneratedOrders,
  type StoreCoupon,
  type StoreCouponLine,
  type StoreCustomer,
  type StoreFeeLine,
  type StoreHistory,
  type StoreMeta,
  type StoreOrder,
  type StoreOrderLine,
  type StoreProduct,
  type StoreRefund,
  type StoreRefundLine,
  type StoreShippingLine,
  type StoreTax,
  startWooCommerceFake,
  type WooCommerceFake,
  type WooCommerceFakeOptions,
} from './woocommerce/index.ts'
