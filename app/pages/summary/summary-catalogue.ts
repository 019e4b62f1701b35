import type { Unit } from '../../services.ts'

/** What a shop's summary can contain. Small enough to be sent with the page: browsers use it for the layout too. */
export interface SummaryCatalogue {
  /** Id of the store's section: its platform. */
  readonly platform: string
  /** In default order. */
  readonly sections: readonly SectionOption[]
  /** All stats that widgets can show, by section. */
  readonly stats: readonly StatOption[]
  readonly dimensions: readonly DimensionChoice[]
  /** Costs of goods are known, so that profit means something. */
  readonly hasCosts?: boolean
}

/** A metric or dimension to choose. */
export interface Choice {
  readonly key: string
  readonly label: string
}

/** A dimension for breakdowns. */
export interface DimensionChoice extends Choice {
  /** A dimension of ads, not of orders. */
  readonly isOfAds: boolean
}

/** Dimensions that a stat can be broken down by. */
export function dimensionsOf(
  { dimensions }: Pick<SummaryCatalogue, 'dimensions'>,
  stat: Pick<StatOption, 'by'> | undefined,
): readonly DimensionChoice[] {
  const by = stat?.by
  return by === undefined
    ? dimensions.filter(({ isOfAds }) => !isOfAds)
    : dimensions.filter(({ key }) => by.includes(key))
}

/** A section of the summary: a channel. */
export interface SectionOption {
  /** `woocommerce`, `metaads`, `blended`. */
  readonly id: string
  readonly name: string
  readonly type: 'store' | 'ads' | 'blended'
  readonly isConnected: boolean
  /** The stats that connecting it would bring, as a list in words. */
  readonly brings?: string
}

/** A metric of a section. */
export interface StatOption {
  /** `platform.metric`, the key in pins and settings. */
  readonly key: string
  readonly section: string
  readonly metric: string
  readonly label: string
  readonly unit: Unit
  /** Dimensions for a breakdown, unless it is made of orders alone. */
  readonly by?: readonly string[]
}

/** The catalogue on its way to the browser: as objects, its stats would be half of the values of the page. */
export interface PackedCatalogue extends Omit<SummaryCatalogue, 'stats'> {
  /**
   * A line for each stat, by tabs: key, name, unit, number of its dimensions, and its metric where that is not within the key;
   * `=` where it is the key.
   */
  readonly stats: string
  /** The sets of dimensions that stats have: a line each. */
  readonly by: string
}

/** Packs the stats. */
export function packCatalogue({ stats, ...rest }: SummaryCatalogue): PackedCatalogue {
  const sets = [...new Set(stats.flatMap(({ by }) => by?.join(' ') ?? []))]
  const lines = stats.map(({ key, section, metric, label, unit, by }) => {
    const set = by ? String(sets.indexOf(by.join(' '))) : ''
    const named = metric === key ? '=' : metric
    return [key, label, unit, set, key === `${section}.${metric}` ? '' : named].join('\t').trimEnd()
  })
  return { ...rest, stats: lines.join('\n'), by: sets.join('\n') }
}

/** Unpacks the stats. */
export function unpackCatalogue({ stats, by, ...rest }: PackedCatalogue): SummaryCatalogue {
  const sets = by.split('\n').map((set) => (set === '' ? [] : set.split(' ')))
  const lines = stats === '' ? [] : stats.split('\n')
  return { ...rest, stats: lines.map((line) => unpackStat(line, sets)) }
}

function unpackStat(line: string, sets: readonly (readonly string[])[]): StatOption {
  const [key = '', label = '', unit = '', set = '', metric = ''] = line.split('\t')
  const section = key.slice(0, key.indexOf('.'))
  const dimensions = set === '' ? {} : { by: sets[Number(set)] ?? [] }
  const own = metric === '=' ? key : metric
  // It was packed by the same build.
  return { key, section, metric: own || key.slice(section.length + 1), label, unit: unit as Unit, ...dimensions }
}

/** A widget that is on the summary by default. */
export interface DefaultWidget {
  readonly key: string
  readonly stat: string
  readonly section: string
  readonly kind: 'number' | 'line' | 'bars'
  readonly size: 1 | 2 | 3 | 4
}

/** Shown large in the first row by default. */
const storePins = ['sales', 'orders', 'aov', 'unitsSold', 'newCustomers']
/** Said beside sales once ad spend is known. */
const adPins = ['sales', 'orders', 'blendedAdSpend', 'mer', 'aov']
const mostDefaultPins = 5

/** Grouped by subject, four each: a row on a wide screen. */
const storeOrder: readonly string[] = [
  storePins,
  ['orderRevenue', 'grossSales', 'discounts', 'returns'],
  ['paidOrders', 'trueaov', 'saleTaxes', 'taxes'],
  ['newCustomerOrders', 'newCustomerRevenue', 'returningCustomers', 'returningCustomerRevenue'],
].flat()

/** Keys of the stats that are pinned by default: what is left where costs are known, what was sold, and what ads did for it. */
export function defaultPins(catalogue: SummaryCatalogue): string[] {
  const { platform, stats, hasCosts } = catalogue
  const profit = hasCosts ? [profitOrder[0]] : []
  return [...profit, ...(hasAds(catalogue) ? adPins : storePins)].slice(0, mostDefaultPins).flatMap((metric) => {
    const own = `${platform}.${metric}`
    return (stats.find(({ key }) => key === own) ?? stats.find((stat) => stat.metric === metric))?.key ?? []
  })
}

function hasAds({ sections }: Pick<SummaryCatalogue, 'sections'>): boolean {
  return sections.some(({ type, isConnected }) => type === 'ads' && isConnected)
}

/** The default widgets, in the order of the page. */
export function defaultWidgets(catalogue: SummaryCatalogue): DefaultWidget[] {
  const { platform, stats, sections, hasCosts } = catalogue
  const known = new Set(stats.map(({ key }) => key))
  const store = storeOrder.map((metric) => `${platform}.${metric}`)
  const sales = `${platform}.sales`
  const charts: DefaultWidget[] = known.has(sales)
    ? [
        { key: `${platform}.chart`, stat: sales, section: platform, kind: 'line', size: 2 },
        { key: `${platform}.breakdown`, stat: sales, section: platform, kind: 'bars', size: 2 },
      ]
    : []
  const blended = hasAds(catalogue) ? adsOrder : blendedOrder
  const others = sections.filter(({ type }) => type !== 'store').flatMap(({ id }) => usualStats(id, stats, blended))
  // Beside the store's own figures, though marketing and other expenses are in them.
  const profit = hasCosts ? profitOrder.flatMap((metric) => profitWidget(metric, { platform, stats })) : []
  return [...charts, ...profit, ...[...store.filter((key) => known.has(key)), ...others].map(numberWidget)]
}

/** Default widgets of a shop that knows its costs. */
const profitOrder = ['netProfit', 'cm3', 'grossMargin', 'netMargin'] as const

function profitWidget(metric: string, { platform, stats }: Pick<SummaryCatalogue, 'platform' | 'stats'>) {
  const stat = stats.find((each) => each.metric === metric)
  return stat ? [{ ...numberWidget(stat.key), section: platform }] : []
}

/** Default widgets of total ad spend, once any platform is connected; others can be added. */
const adsOrder: readonly string[] = [
  ['blendedAdSpend', 'blendedRoas', 'mer', 'adSpendShare'],
  ['ncac', 'cpaBlended', 'ncRoas', 'claimedRoas'],
].flat()

/** Default widgets across all channels while no ad spend is known. */
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
