import { platforms as descriptors, type PlatformId, type PlatformStat } from '@tillsight/platforms'
import { metrics } from './catalogue/index.ts'

/** A stat of a platform: its key is `platform.metric`. */
export interface StatDefinition {
  /** Key of the metric within the platform. */
  readonly metric: string
  readonly label: string
  readonly description: string
  readonly isCurrency: boolean
}

/** A platform and the stats it provides. */
export interface PlatformDefinition {
  readonly id: PlatformId
  readonly name: string
  readonly type: 'store' | 'ads'
  readonly description: string
  readonly stats: readonly StatDefinition[]
  /** Fact table with the rows of an ad platform. */
  readonly table?: string
  /** Whether connecting takes a step of its own besides entering keys. */
  readonly hasConnectStep: boolean
}

/** Stats of every store platform; label, description and unit come from the metric catalogue. */
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

const adLabels: Readonly<Record<PlatformStat, string>> = {
  spend: 'Spend',
  conversions: 'Conversions',
  cpa: 'CPA',
  cpc: 'CPC',
  roas: 'ROAS',
  reach: 'Reach',
  impressions: 'Impressions',
  views: 'Views',
  clicks: 'Clicks',
}

/** Stats of an ad platform: metrics of the catalogue under `platform.metric`. */
function adStats(platform: PlatformId, keys: readonly PlatformStat[]): readonly StatDefinition[] {
  return keys.map((key) => ({ ...fromCatalogue(`${platform}.${key}`), metric: key, label: adLabels[key] }))
}

/** The integration catalogue: every platform with exactly its stats, stores first. */
export const platforms: readonly PlatformDefinition[] = descriptors.map((platform) => {
  const { id, name, kind, description, hasConnectStep } = platform
  const shown = { id, name, type: kind, description }
  return platform.kind === 'store'
    ? { ...shown, stats: storeStats, hasConnectStep }
    : { ...shown, stats: adStats(id, platform.stats), table: 'ad_days', hasConnectStep }
})

/** Finds a platform by an id that may be user input. */
export function findPlatform(id: string): PlatformDefinition | undefined {
  return platforms.find((platform) => platform.id === id)
}
