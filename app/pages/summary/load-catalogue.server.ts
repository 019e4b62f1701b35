import type { PlatformDefinition } from '@tillsight/metrics'
import type { ConnectionView } from '../../blocks/connections/connections.ts'
import { type FreshnessModel, type Present, printSources } from '../../blocks/figures-page/print-freshness.server.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { CatalogueView, MetricView, ShopView } from '../../services.ts'
import type { SectionOption, StatOption, SummaryCatalogue } from './summary-catalogue.ts'

/** Sections of the summary: the store, one across all channels, and every ad platform. */
export function toSummaryCatalogue(
  { metrics, platforms, dimensions }: CatalogueView,
  shop: ShopView,
  connections: readonly Pick<ConnectionView, 'connector'>[],
): SummaryCatalogue {
  // The store's facts may also come from imported files.
  const hasFacts = shop.firstDay !== null
  const isConnected = (id: string) =>
    connections.some(({ connector }) => connector === id) || (id === shop.platform && hasFacts)
  const channels = platforms.filter(({ type, id }) => type === 'ads' || id === shop.platform)
  const optionOf = (section: string, { key, label, unit, about, dimensions: by }: MetricView): StatOption => ({
    key: `${section}.${key}`,
    section,
    metric: key,
    label,
    unit,
    ...(about === 'orders' ? {} : { by }),
  })
  const ofOrders = new Set(metrics.filter(({ about }) => about === 'orders').flatMap((metric) => metric.dimensions))
  const stats = [
    ...metrics.filter(({ about }) => about === 'orders').map((metric) => optionOf(shop.platform, metric)),
    ...channels.filter(({ type }) => type === 'ads').flatMap((platform) => statsOf(platform, metrics)),
    ...metrics.filter(isAcrossChannels).map((metric) => optionOf('blended', metric)),
  ]
  const { language } = shop.display
  // Printed here: a list's grammar is slow to load in a browser.
  const list = new Intl.ListFormat(language)
  const withState = (section: Omit<SectionOption, 'isConnected'>, isReady: boolean): SectionOption => {
    if (isReady) return { ...section, isConnected: true }
    const labels = stats.filter((stat) => stat.section === section.id).map(({ label }) => label)
    return { ...section, isConnected: false, brings: list.format(labels) }
  }
  const toSection = ({ id, name, type }: PlatformDefinition) => withState({ id, name, type }, isConnected(id))
  const blended = { id: 'blended', name: textFor(language)('summary.blended'), type: 'blended' } as const
  return {
    platform: shop.platform,
    sections: [
      ...channels.filter(({ type }) => type !== 'ads').map(toSection),
      withState(blended, isConnected(shop.platform)),
      ...channels.filter(({ type }) => type === 'ads').map(toSection),
    ],
    stats,
    dimensions: dimensions.map(({ key, label }) => ({ key, label, isOfAds: !ofOrders.has(key) })),
  }
}

/** Metrics of all ads, and those that ad spend is compared with. Metrics of one platform are in its section. */
function isAcrossChannels({ key, about }: MetricView): boolean {
  return about === 'orders' ? acrossChannels.has(key) : !key.includes('.') && key !== 'platformSpend'
}

/** Order metrics that ad spend is compared with; they do not belong to the store's section alone. */
const acrossChannels = new Set(
  [
    ['newCustomerShare', 'aovNew', 'aovReturning', 'repeatRate', 'purchaseFrequency', 'uniqueCustomers'],
    ['refundRateValue', 'refundRateOrders', 'netRevenue', 'newCustomers', 'newCustomerRevenue'],
  ].flat(),
)

/** The stats that the specification lists for the platform. */
function statsOf(platform: PlatformDefinition, metrics: readonly MetricView[]): StatOption[] {
  return platform.stats.flatMap((stat): StatOption[] => {
    const key = `${platform.id}.${stat.metric}`
    const metric = metrics.find((each) => each.key === key)
    if (!metric) return []
    const { unit, dimensions: by } = metric
    return [{ key, section: platform.id, metric: key, label: stat.label, unit, by }]
  })
}

/**
 * Freshness of each connected section, by its last complete sync; of the section across all channels, by the oldest of them.
 */
export function printFreshness(
  { sections }: Pick<SummaryCatalogue, 'sections'>,
  present: Present,
): Readonly<Record<string, FreshnessModel>> {
  const connected = sections.filter(({ isConnected }) => isConnected)
  return Object.fromEntries(
    connected.map(({ id, type }) => {
      const own = present.connections.filter(({ connector }) => type === 'blended' || connector === id)
      return [id, printSources(own, present)]
    }),
  )
}
