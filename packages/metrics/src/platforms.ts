import { metrics } from './catalogue/index.ts'

/** Id of a platform that a shop can be connected to. */
export type PlatformId = 'woocommerce' | 'shopify' | 'googleads' | 'metaads' | 'tiktokads'

/** A stat as the specification lists it: its key is `platform.metric`. */
export interface StatDefinition {
  /** Key of the metric within the platform. */
  readonly metric: string
  readonly label: string
  readonly description: string
  readonly isCurrency: boolean
}

/** What a platform is and which stats it brings. */
export interface PlatformDefinition {
  readonly id: PlatformId
  readonly name: string
  readonly type: 'store' | 'ads'
  readonly description: string
  readonly stats: readonly StatDefinition[]
  /** Fact table of an ad platform's rows. */
  readonly table?: string
  /** Whether connecting has a step of its own beside typing in keys. */
  readonly hasConnectStep: boolean
}

/** What every store platform brings; label, description and unit are the metric catalogue's. */
const storeStats = [
  'trueaov',
  'aov',
  'sales',
  'orders',
  'returns',
  'orderRevenue',
  'newCustomers',
  'grossSales',
  'newCustomerRevenue',
  'paidOrders',
  'taxes',
  'returningCustomerRevenue',
  'saleTaxes',
  'returningCustomers',
  'newCustomerOrders',
  'discounts',
  'unitsSold',
].map(fromCatalogue)

function fromCatalogue(id: string): StatDefinition {
  const metric = metrics.find((each) => each.id === id)
  if (metric === undefined) throw new Error(`The metric catalogue does not have ${id}.`)
  return { metric: id, label: metric.label, description: metric.description, isCurrency: metric.unit === 'money' }
}

const adLabels = {
  spend: 'Spend',
  conversions: 'Conversions',
  cpa: 'CPA',
  cpc: 'CPC',
  roas: 'ROAS',
  reach: 'Reach',
  impressions: 'Impressions',
  views: 'Views',
  clicks: 'Clicks',
} as const

/** Stats of an ad platform: metrics of the catalogue under `platform.metric`. */
function adStats(platform: PlatformId, keys: readonly (keyof typeof adLabels)[]): readonly StatDefinition[] {
  return keys.map((key) => ({ ...fromCatalogue(`${platform}.${key}`), metric: key, label: adLabels[key] }))
}

/** The integration catalogue: every platform of the specification with exactly its stats, stores first. */
export const platforms: readonly PlatformDefinition[] = [
  {
    id: 'woocommerce',
    name: 'WooCommerce',
    type: 'store',
    description: 'Orders, refunds and customers of a WooCommerce store, with its whole history.',
    stats: storeStats,
    hasConnectStep: true,
  },
  {
    id: 'shopify',
    name: 'Shopify',
    type: 'store',
    description: 'Orders, edits, returns and customers of a Shopify store, with its whole history.',
    stats: storeStats,
    hasConnectStep: true,
  },
  {
    id: 'googleads',
    name: 'Google Ads',
    type: 'ads',
    description: 'Cost, clicks and claimed purchases of search, shopping, video and Performance Max campaigns.',
    stats: adStats('googleads', ['spend', 'conversions', 'cpa', 'cpc', 'roas']),
    table: 'ad_days',
    hasConnectStep: false,
  },
  {
    id: 'metaads',
    name: 'Meta Ads',
    type: 'ads',
    description: 'Cost, reach and claimed purchases of campaigns on Facebook and Instagram.',
    stats: adStats('metaads', ['spend', 'conversions', 'cpa', 'cpc', 'roas', 'reach', 'impressions']),
    table: 'ad_days',
    hasConnectStep: true,
  },
  {
    id: 'tiktokads',
    name: 'TikTok Ads',
    type: 'ads',
    description: 'Cost, video views and claimed purchases of campaigns on TikTok.',
    stats: adStats('tiktokads', ['spend', 'conversions', 'cpa', 'cpc', 'views', 'clicks']),
    table: 'ad_days',
    hasConnectStep: false,
  },
]

/** The platform of an id that may come from outside. */
export function findPlatform(id: string): PlatformDefinition | undefined {
  return platforms.find((platform) => platform.id === id)
}
