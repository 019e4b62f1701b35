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

/** What was paid comes from the platform's own books; what it brought is the platform's word about itself. */
function adStats(
  name: string,
  click: string,
): Readonly<Record<'spend' | 'conversions' | 'cpa' | 'cpc', StatDefinition>> {
  return {
    spend: {
      metric: 'spend',
      label: 'Spend',
      description: `What ads cost, as billed by ${name}, in the days of the ad account.`,
      isCurrency: true,
    },
    conversions: {
      metric: 'conversions',
      label: 'Conversions',
      description: `Purchases claimed by ${name} for its own ads, dated to the ad; other platforms may claim the same order.`,
      isCurrency: false,
    },
    cpa: {
      metric: 'cpa',
      label: 'CPA',
      description: `Spend for each purchase claimed by ${name}; no value without a purchase.`,
      isCurrency: true,
    },
    cpc: {
      metric: 'cpc',
      label: 'CPC',
      description: `Spend for each ${click} counted by ${name}; no value without a click.`,
      isCurrency: true,
    },
  }
}

/** Claimed value and spend of one row share their day's rate, so this is the same in every currency. */
function roas(name: string): StatDefinition {
  return {
    metric: 'roas',
    label: 'ROAS',
    description: `Purchase value claimed by ${name} for each unit of spend; the shop’s own books may say less.`,
    isCurrency: false,
  }
}

const google = adStats('Google Ads', 'click')
const meta = adStats('Meta Ads', 'click on a link')
const tiktok = adStats('TikTok Ads', 'click')

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
    stats: [google.spend, google.conversions, google.cpa, google.cpc, roas('Google Ads')],
    table: 'ad_days',
    hasConnectStep: false,
  },
  {
    id: 'metaads',
    name: 'Meta Ads',
    type: 'ads',
    description: 'Cost, reach and claimed purchases of campaigns on Facebook and Instagram.',
    stats: [
      meta.spend,
      meta.conversions,
      meta.cpa,
      meta.cpc,
      roas('Meta Ads'),
      {
        metric: 'reach',
        label: 'Reach',
        description: 'People who saw an ad, each counted once by Meta; days and campaigns do not add up to it.',
        isCurrency: false,
      },
      {
        metric: 'impressions',
        label: 'Impressions',
        description: 'Times that an ad was on a screen, as counted by Meta Ads.',
        isCurrency: false,
      },
    ],
    table: 'ad_days',
    hasConnectStep: true,
  },
  {
    id: 'tiktokads',
    name: 'TikTok Ads',
    type: 'ads',
    description: 'Cost, video views and claimed purchases of campaigns on TikTok.',
    stats: [
      tiktok.spend,
      tiktok.conversions,
      tiktok.cpa,
      tiktok.cpc,
      {
        metric: 'views',
        label: 'Views',
        description: 'Times that playback of a video ad started, as counted by TikTok Ads; replays are not counted.',
        isCurrency: false,
      },
      {
        metric: 'clicks',
        label: 'Clicks',
        description: 'Clicks on ads, as counted by TikTok Ads.',
        isCurrency: false,
      },
    ],
    table: 'ad_days',
    hasConnectStep: false,
  },
]

/** The platform of an id that may come from outside. */
export function findPlatform(id: string): PlatformDefinition | undefined {
  return platforms.find((platform) => platform.id === id)
}
