import type { PlatformFace, StoreDescriptor } from '../descriptor.ts'

/** What pages show of it. */
export const face = {
  id: 'woocommerce',
  kind: 'store',
  name: 'WooCommerce',
  series: 1,
  icon: 'woocommerce',
} as const satisfies PlatformFace

/** What the product says and does about WooCommerce. */
export const descriptor: StoreDescriptor<'woocommerce'> = {
  ...face,
  description: 'Orders, refunds and customers of a WooCommerce store, with its whole history.',
  hasConnectStep: true,
  paymentHosts: [],
  loginHosts: [],
  checkoutHosts: [],
  fees: 'WooCommerce itself keeps no payment fees. Some payment plug-ins leave them on the order: Stripe as _stripe_fee, WooPayments as _wcpay_transaction_fee, PayPal as _paypal_transaction_fee. With any other plug-in the provider’s own statement is the only source.',
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
