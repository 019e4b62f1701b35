import type { PlatformFace, StoreDescriptor } from '../descriptor.ts'

/** What pages show of it. */
export const face = {
  id: 'shopify',
  kind: 'store',
  name: 'Shopify',
  series: 1,
  icon: 'shopify',
} as const satisfies PlatformFace

/** What the product says and does about Shopify. */
export const descriptor: StoreDescriptor<'shopify'> = {
  ...face,
  description: 'Orders, edits, returns and customers of a Shopify store, with its whole history.',
  hasConnectStep: true,
  paymentHosts: ['shop.app', 'pay.shopify.com', 'checkout.shopify.com', 'shopifypayments.com'],
  loginHosts: ['accounts.shopify.com'],
  checkoutHosts: ['checkout.shopify.com', 'pay.shopify.com', 'shop.app'],
  fees: 'Shopify tells the fees of payments that went through Shopify Payments. For any other provider its own statement is the only source.',
}
