import { type AccountPlan, ad, video } from './plan.ts'

const pine = {
  brand: ['Pine & Harbor', 'Official store. Blankets, mugs and maple from New England.'],
  knits: ['Fall knits are here', 'Soft, heavy, made to last. Free delivery over $150.'],
  mugs: ['Camp mugs that survive', 'Enamel, dishwasher safe, made for the woods.'],
  maple: ['Small-batch maple syrup', 'Tapped, boiled and bottled in Vermont.'],
  again: ['Still thinking it over?', 'Your cart is waiting for you.'],
  story: ['From the loom to your porch', 'How a camp blanket is made.'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

/** Pine & Harbor at Google Ads. */
export const pineGoogle: AccountPlan = {
  advertiser: 'shopify',
  platform: 'googleads',
  id: '6390175524',
  name: 'Pine & Harbor',
  currency: 'USD',
  zone: 'America/New_York',
  perDay: 110,
  claims: 1,
  landing: 'https://pine-and-harbor.example',
  source: 'google',
  campaigns: [
    {
      name: 'Brand | Search',
      kind: 'search',
      tag: 'brand',
      share: 0.12,
      pull: 26,
      cpc: 0.31,
      ctr: 0.19,
      fromMonth: 0,
      sets: { Brand: [ad('Brand A', pine.brand, 2), ad('Brand B', pine.knits)] },
    },
    {
      name: 'Shopping | All products',
      kind: 'shopping',
      tag: 'shopping',
      share: 0.4,
      pull: 30,
      cpc: 0.62,
      ctr: 0.011,
      fromMonth: 0,
      sets: { Home: [ad('Product ad', pine.mugs)], Pantry: [ad('Product ad', pine.maple)] },
    },
    {
      name: 'Performance Max | Blankets',
      kind: 'whole',
      tag: 'blankets',
      share: 0.48,
      pull: 34,
      cpc: 0.7,
      ctr: 0.013,
      fromMonth: 6,
      sets: {},
    },
  ],
}

/** Pine & Harbor at Meta Ads. */
export const pineMeta: AccountPlan = {
  advertiser: 'shopify',
  platform: 'metaads',
  id: '3317748820164095',
  name: 'Pine & Harbor',
  currency: 'USD',
  zone: 'America/New_York',
  perDay: 80,
  claims: 1,
  landing: 'https://pine-and-harbor.example',
  source: 'facebook',
  campaigns: [
    {
      name: 'Prospecting | Fall knits',
      kind: 'social',
      tag: 'fall-knits',
      share: 0.68,
      pull: 40,
      cpc: 0.95,
      ctr: 0.012,
      fromMonth: 0,
      sets: {
        'Broad US': [ad('Knits image', pine.knits, 3), video('Loom reel', pine.story, 3)],
        'Lookalike 1 %': [ad('Mugs image', pine.mugs), ad('Knits carousel', pine.knits, 2)],
      },
    },
    {
      name: 'Retargeting | Cart',
      kind: 'retargeting',
      tag: 'retargeting',
      share: 0.32,
      pull: 30,
      cpc: 0.74,
      ctr: 0.017,
      fromMonth: 0,
      sets: { 'Cart 7 days': [ad('Reminder', pine.again)] },
    },
  ],
}
