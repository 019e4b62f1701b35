/** The demo's shop beside the first one: at Shopify, in dollars, in another zone. */
export const secondShop = {
  domain: 'pine-and-harbor.example',
  name: 'Pine & Harbor',
  zone: 'America/New_York',
  currency: 'USD',
} as const
