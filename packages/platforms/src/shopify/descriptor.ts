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
  ownConsent:
    'Shopify loads the pixel only for visitors who agreed to analytics, where its privacy settings say that they have to be asked.',
  command: {
    about: 'connect a Shopify shop with a token of its app, or with the app’s client ID and secret',
    url: 'name.myshopify.com',
    options: [
      { flag: '--token <shpat>', about: 'Admin API access token of a custom app' },
      { flag: '--client-id <id>', about: 'of an app of your own organisation, instead of a token' },
      {
        flag: '--client-secret <secret>',
        about: 'beside the client ID; with a token, the API secret key of its app',
      },
    ],
  },
}
