import type { Unit } from '../../services.ts'
import type { Choice } from './model.ts'

/** What a shop's summary can be made of. Small enough to travel with the page: browsers arrange with it, too. */
export interface SummaryCatalogue {
  /** The shop's store platform: id of its section. */
  readonly platform: string
  /** In their usual order. */
  readonly sections: readonly SectionOption[]
  /** Every stat that a widget may show, section by section. */
  readonly stats: readonly StatOption[]
  readonly dimensions: readonly DimensionChoice[]
}

/** What figures can be broken down by. */
export interface DimensionChoice extends Choice {
  /** Ads have it, orders do not. */
  readonly isOfAds: boolean
}

/** What a stat can be broken down by. */
export function dimensionsOf(
  { dimensions }: Pick<SummaryCatalogue, 'dimensions'>,
  stat: Pick<StatOption, 'by'> | undefined,
): readonly DimensionChoice[] {
  const by = stat?.by
  return by === undefined
    ? dimensions.filter(({ isOfAds }) => !isOfAds)
    : dimensions.filter(({ key }) => by.includes(key))
}

/** A channel. */
export interface SectionOption {
  /** `woocommerce`, `metaads`, `blended`. */
  readonly id: string
  readonly name: string
  readonly type: 'store' | 'ads' | 'blended'
  readonly isConnected: boolean
}

/** A metric of a section. */
export interface StatOption {
  /** `platform.metric`, as pins and settings name it. */
  readonly key: string
  readonly section: string
  readonly metric: string
  readonly label: string
  readonly unit: Unit
  /** Dimensions that it can be broken down by, where it is not made of orders alone. */
  readonly by?: readonly string[]
}

/** Stands on the summary unless somebody changes it. */
export interface DefaultWidget {
  readonly key: string
  readonly stat: string
  readonly section: string
  readonly kind: 'number' | 'line' | 'bars'
  readonly size: 1 | 2 | 3 | 4
}

/** Pinned for whoever has never pinned anything. */
const usualPins = ['sales', 'orders', 'aov', 'unitsSold', 'newCustomers']

/** By subject, four of each: a row on a wide screen. Those that are pinned as a rule come first. */
const storeOrder: readonly string[] = [
  usualPins,
  ['orderRevenue', 'grossSales', 'discounts', 'returns'],
  ['paidOrders', 'trueaov', 'saleTaxes', 'taxes'],
  ['newCustomerOrders', 'newCustomerRevenue', 'returningCustomers', 'returningCustomerRevenue'],
].flat()

/** Keys of the stats that are pinned until the person chooses. */
export function defaultPins({ platform }: Pick<SummaryCatalogue, 'platform'>): string[] {
  return usualPins.map((metric) => `${platform}.${metric}`)
}

/** Every widget that is there without anybody's doing, in the order of the page. */
export function defaultWidgets({ platform, stats, sections }: SummaryCatalogue): DefaultWidget[] {
  const known = new Set(stats.map(({ key }) => key))
  const store = storeOrder.map((metric) => `${platform}.${metric}`)
  const sales = `${platform}.sales`
  const charts: DefaultWidget[] = known.has(sales)
    ? [
        { key: `${platform}.chart`, stat: sales, section: platform, kind: 'line', size: 2 },
        { key: `${platform}.breakdown`, stat: sales, section: platform, kind: 'bars', size: 2 },
      ]
    : []
  const hasAds = sections.some(({ type, isConnected }) => type === 'ads' && isConnected)
  const blended = hasAds ? adsOrder : blendedOrder
  const others = sections.filter(({ type }) => type !== 'store').flatMap(({ id }) => usualStats(id, stats, blended))
  return [...charts, ...[...store.filter((key) => known.has(key)), ...others].map(numberWidget)]
}

/** What the shop's books say about all that ads cost, once any platform is connected; the others can be added. */
const adsOrder: readonly string[] = [
  ['blendedAdSpend', 'blendedRoas', 'mer', 'adSpendShare'],
  ['ncac', 'cpaBlended', 'ncRoas', 'claimedRoas'],
].flat()

/** What can be said about all channels together while no cost of ads is known. */
const blendedOrder: readonly string[] = [
  ['newCustomerShare', 'aovNew', 'aovReturning', 'repeatRate'],
  ['purchaseFrequency', 'uniqueCustomers', 'refundRateValue', 'refundRateOrders'],
].flat()

function usualStats(section: string, stats: readonly StatOption[], blended: readonly string[]): string[] {
  const own = stats.filter((stat) => stat.section === section)
  const wanted = section === 'blended' ? blended : own.map(({ metric }) => metric)
  return wanted.flatMap((metric) => own.find((stat) => stat.metric === metric)?.key ?? [])
}

function numberWidget(key: string): DefaultWidget {
  return { key, stat: key, section: key.slice(0, key.indexOf('.')), kind: 'number', size: 1 }
}
