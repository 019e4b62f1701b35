import type { PlatformDefinition, StatDefinition } from '@tillsight/metrics'
import { textFor } from '../../language/text-for.server.ts'
import type { CatalogueView, ConnectionView, ShopView, Unit } from '../../services.ts'
import type { SectionOption, StatOption, SummaryCatalogue } from './summary-catalogue.ts'

/** The shop's store, every ad platform, and what can be said about all of them together. */
export function toSummaryCatalogue(
  { metrics, platforms, dimensions }: CatalogueView,
  shop: ShopView,
  connections: readonly ConnectionView[],
): SummaryCatalogue {
  // What a store sold may have come from files, too.
  const hasFacts = shop.firstDay !== null
  const isConnected = (id: string) =>
    connections.some(({ connector }) => connector === id) || (id === shop.platform && hasFacts)
  const channels = platforms.filter(({ type, id }) => type === 'ads' || id === shop.platform)
  const ofStore = (section: string): StatOption[] =>
    metrics.map(({ key, label, unit }) => ({ key: `${section}.${key}`, section, metric: key, label, unit }))
  return {
    platform: shop.platform,
    sections: [
      ...channels.map(({ id, name, type }): SectionOption => ({ id, name, type, isConnected: isConnected(id) })),
      {
        id: 'blended',
        name: textFor(shop.display.language)('summary.blended'),
        type: 'blended',
        isConnected: isConnected(shop.platform),
      },
    ],
    stats: [
      ...ofStore(shop.platform),
      ...channels.filter(({ type }) => type === 'ads').flatMap(statsOf),
      ...ofStore('blended').filter(({ metric }) => acrossChannels.has(metric)),
    ],
    dimensions: dimensions.map(({ key, label }) => ({ key, label })),
  }
}

/** What does not belong to the store alone: ratios that costs of ads are read against. */
const acrossChannels = new Set(
  [
    ['newCustomerShare', 'aovNew', 'aovReturning', 'repeatRate', 'purchaseFrequency', 'uniqueCustomers'],
    ['refundRateValue', 'refundRateOrders', 'netRevenue', 'newCustomers', 'newCustomerRevenue'],
  ].flat(),
)

function statsOf({ id, stats }: PlatformDefinition): StatOption[] {
  return stats.map((stat) => ({
    key: `${id}.${stat.metric}`,
    section: id,
    metric: stat.metric,
    label: stat.label,
    unit: unitOf(stat),
  }))
}

function unitOf({ metric, isCurrency }: StatDefinition): Unit {
  if (isCurrency) return 'money'
  return metric === 'roas' ? 'ratio' : 'count'
}
