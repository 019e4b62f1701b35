/** The demo's second shop: on Shopify, in dollars, in another time zone. */
export const secondShop = {
  domain: 'pine-and-harbor.example',
  name: 'Pine & Harbor',
  zone: 'America/New_York',
  currency: 'USD',
} as const
