import type { PlatformFace, StoreDescriptor } from '../descriptor.ts'

/** The data that pages show about it. */
export const face = {
  id: 'shopify',
  kind: 'store',
  name: 'Shopify',
  series: 1,
  icon: 'shopify',
} as const satisfies PlatformFace

/** The texts and data about Shopify. */
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
  ownScript: 'sandbox',
  installSteps: [
    {
      title: 'Add a custom pixel',
      text: 'In Shopify: Settings, Customer events, Add custom pixel. Permission: required, Analytics. Data sale: does not qualify. Paste this in place of what is there, save and connect.',
      copy: { label: 'Custom pixel', text: '__PIXEL__', isCode: true },
    },
    {
      title: 'Name the visitor on the cart',
      text: "In Online Store, Themes, Edit code: add a snippet `tillsight-cart` with this, and `{% render 'tillsight-cart' %}` before `</body>` in `layout/theme.liquid`. Orders then name their visitor even when the thank-you page is never seen.",
      copy: { label: 'Cart snippet', text: '__CART__', isCode: true },
    },
    {
      title: 'Open the shop in a private window',
      text: 'Agree to be recognised, look at a product, and place a test order.',
    },
    {
      title: 'Or, for shops with an app of their own: the extension',
      text: 'The same code as a web pixel extension, with both snippets and what to do. It takes the place of step 1.',
      download: { label: 'Shopify extension', file: 'extension' },
    },
  ],
  surveySteps: [
    {
      title: 'Put the link into the order confirmation',
      text: 'Shopify runs no scripts of others on the page after an order, so the question is a page of its own. In Shopify: Settings, Notifications, Order confirmation, Edit code. Paste this where buyers will see it.',
      copy: {
        label: 'For the order confirmation',
        text: '<p><a href="__LINK__{{ id }}">How did you hear about us?</a></p>',
        isCode: true,
      },
    },
    {
      title: 'Or, for shops with an app of their own: a block on the page after the order',
      text: 'A checkout UI extension at `purchase.thank-you.block.render` can show the same link with the number at the end of `orderConfirmation.value.order.id`.',
      copy: { label: 'Link', text: '__LINK__{ORDER ID}' },
    },
  ],
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
