import type { PlatformFace, StoreDescriptor } from '../descriptor.ts'

/** The data that pages show about it. */
export const face = {
  id: 'woocommerce',
  kind: 'store',
  name: 'WooCommerce',
  series: 1,
  icon: 'woo',
  iconBox: '-0.3 6.6 10.8 10.8',
} as const satisfies PlatformFace

/** The texts and data about WooCommerce. */
export const descriptor: StoreDescriptor<'woocommerce'> = {
  ...face,
  description: 'Orders, refunds and customers of a WooCommerce store, with its whole history.',
  hasConnectStep: true,
  paymentHosts: [],
  loginHosts: [],
  checkoutHosts: [],
  fees: 'WooCommerce itself keeps no payment fees. Some payment plugins leave them on the order: Stripe as _stripe_fee, WooPayments as _wcpay_transaction_fee, PayPal as _paypal_transaction_fee. With any other plugin the provider’s own statement is the only source.',
  keepsOrderMeta: true,
  ownScript: 'page',
  installSteps: [
    {
      title: 'Download the plugin of this shop',
      text: 'Its key and the address of this installation are in it. There is nothing to set up. Needs WordPress 6.4 and WooCommerce 8.2, or newer.',
      download: { label: 'WooCommerce plugin', file: 'plugin', isMain: true },
    },
    {
      title: 'Upload and activate it',
      text: 'In WordPress: Plugins, Add New Plugin, Upload Plugin. Then empty the page cache, if the shop has one. If a tool delays scripts until somebody moves, leave this one out there.',
    },
    {
      title: 'Open the shop in a private window',
      text: 'Agree to be recognised, and look at a product. Whoever may edit the shop is not followed while signed in.',
    },
    {
      title: 'Place a test order',
      text: 'The order carries the visitor in the field `_tillsight_visitor`, also when the thank-you page is never seen: this is what joins orders to visits.',
    },
  ],
  surveySteps: [
    {
      title: 'Install the plugin of this shop',
      text: 'It shows the question on the order-received page by itself, from the shop’s own address. Plugins downloaded before the survey existed must be [downloaded and uploaded again].',
    },
    {
      title: 'Place a test order in a private window',
      text: 'Whoever may edit the shop is not asked while signed in.',
    },
    {
      title: 'Or ask by email',
      text: 'The question as a page of its own, for emails after an order. Your email tool fills in the order’s ID.',
      copy: { label: 'Link', text: '__LINK__{ORDER ID}' },
    },
  ],
  command: {
    about: 'connect a WooCommerce store with a pair of API keys',
    url: 'address of the store',
    options: [
      { flag: '--key <ck>', about: 'consumer key', isNeeded: true },
      { flag: '--secret <cs>', about: 'consumer secret', isNeeded: true },
    ],
    write: 'the key may write: new orders arrive by webhook within seconds',
  },
  originNotes: 'In the store’s admin: WooCommerce, Settings, Advanced, Features, Order Attribution.',
}
