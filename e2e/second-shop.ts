/** The demo's shop beside the first one: at Shopify, in dollars, in another zone. */
export const secondShop = { domain: 'pine-and-harbor.example', name: 'Pine & Harbor', currency: 'USD' } as const
