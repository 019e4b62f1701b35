import type { ShopVerbs, VerbInput } from '@tillsight/domain'
import { figureText, missing, shareText } from '../../format/index.ts'
import type { Language } from '../../language/languages.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { CatalogueView, ShopServices, ShopView } from '../../services.ts'
import { labelOf } from '../figures-page/dimension-labels.server.ts'
import { figureOf, type PageQuery } from '../figures-page/load-page.server.ts'
import { changeColumn, metricColumn, shareColumn } from './columns.server.ts'
import { addRows, groupByCampaign, groupBySource, type OriginGroup } from './group-origins.ts'
import { loadTable } from './load-table.server.ts'
import type { OriginsModel } from './origins-model.ts'

const listed = 100

/** Facts that stores record on orders, to group orders by. */
export const recordedFacts = ['coupon', 'sales_channel', 'source'] as const
export type RecordedFact = (typeof recordedFacts)[number]

/** Orders grouped by a fact that the store recorded; the address chooses which, by default the first of `facts`. */
export function loadRecorded(page: PageQuery, facts: readonly RecordedFact[]) {
  const { services, state } = page
  const figure = figureOf(services)
  const { language } = services.shop.display
  const by = facts.find((fact) => fact === state.by) ?? facts[0] ?? 'coupon'
  const { dimensions, platforms } = services.catalogue()
  const choices = facts.map((key) => ({
    key,
    label: dimensions.find((dimension) => dimension.key === key)?.label ?? key,
  }))
  const table = loadTable(page, {
    labelHeader: choices.find(({ key }) => key === by)?.label ?? by,
    dimensions: [by],
    columns: [
      metricColumn(figure('orders')),
      metricColumn(figure('orderRevenue')),
      shareColumn(figure('orderRevenue'), language),
      metricColumn(figure('aov')),
      metricColumn(figure('newCustomerShare')),
      changeColumn(figure('orderRevenue'), 'orders', language),
    ],
    usualSorting: '-orderRevenue',
    labelOf: ({ dimensions: values }) =>
      values[by] ? nameOf({ by, value: values[by], platforms, language }) : textFor(language)(unrecorded[by]),
    showsUnrecorded: true,
  })
  return { by, choices, table }
}

const unrecorded = {
  coupon: 'value.no_coupon',
  sales_channel: 'origin.not_recorded',
  source: 'origin.not_recorded',
} as const satisfies Record<RecordedFact, string>

interface Recorded {
  readonly by: RecordedFact
  readonly value: string
  readonly platforms: CatalogueView['platforms']
  readonly language: Language
}

/** The label of a value; connections have their platform's name. */
function nameOf({ by, value, platforms, language }: Recorded): string {
  const platform = by === 'source' ? platforms.find(({ id }) => id === value) : undefined
  return platform?.name ?? labelOf({ dimension: by, value, language })
}

/** What the store recorded about the visit before each order. */
export function loadVisits({ services, range, state }: PageQuery, by: 'source' | 'campaign') {
  const { currency, display } = services.shop
  const query = { ...range, by, ...(display.currency === currency ? {} : { currency: display.currency }) }
  return loadOrigins(services, query, state.filters.length > 0)
}

/** The store's name, as its integration has it. */
export function storeName({ services }: Pick<PageQuery, 'services'>): string {
  const { platform } = services.shop
  return (
    services.catalogue().platforms.find(({ id }) => id === platform)?.name ??
    textFor(services.shop.display.language)('origin.store')
  )
}

interface OriginServices extends Pick<ShopServices, 'run'> {
  readonly shop: Pick<ShopView, 'display'>
}

/** Loads what the store recorded about the source of the period's orders. */
async function loadOrigins(
  services: OriginServices,
  query: VerbInput<ShopVerbs['metrics.origins']>,
  /** The page has filters, which this table ignores. */
  isFiltered: boolean,
): Promise<OriginsModel> {
  const { display } = services.shop
  const result = await services.run('metrics.origins', query)
  const t = textFor(display.language)
  const groups = query.by === 'campaign' ? groupByCampaign(result.rows, t) : groupBySource(result.rows, t)
  const format = { ...display, currency: result.currency }
  const count = (value: number) => figureText(value, 'count', format)
  const cellsOf = ({ orders, revenue }: Pick<OriginGroup, 'orders' | 'revenue'>) => [
    count(orders),
    shareText(orders, result.orders, format),
    figureText(revenue, 'money', format),
  ]
  const isWhole = result.rows.length === result.count
  const more = Math.max(0, groups.length - listed) + result.count - result.rows.length
  return {
    orders: count(result.orders),
    recorded: count(result.recorded),
    unrecorded: count(result.orders - result.recorded),
    recordedShare: shareText(result.recorded, result.orders, format),
    recordedPercent: result.orders === 0 ? 0 : (result.recorded / result.orders) * 100,
    hasAny: result.recorded > 0,
    rows: shorten(groups).map((group) => ({
      key: group.key,
      label: group.label,
      kind: group.kind,
      cells: cellsOf(group),
    })),
    // The revenue of rows beyond the limit is unknown here.
    total: isWhole
      ? cellsOf({ ...addRows(result.rows), orders: result.orders })
      : [count(result.orders), shareText(1, 1, format), missing],
    notes: [
      isFiltered ? t('tables.no_filters') : '',
      result.rows.some(({ revenue }) => revenue === null) ? t('tables.unrated') : '',
      more > 0 ? t('tables.more_rows', { count: count(more) }) : '',
    ].filter(Boolean),
  }
}

/** The largest groups, and always the one without a record. */
function shorten(groups: readonly OriginGroup[]): readonly OriginGroup[] {
  return groups.length <= listed ? groups : [...groups.slice(0, listed - 1), ...groups.slice(-1)]
}
