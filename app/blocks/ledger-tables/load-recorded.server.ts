import type { CatalogueView } from '../../services.ts'
import { labelOf } from '../figures-page/dimension-labels.server.ts'
import { figureOf, type PageQuestion } from '../figures-page/load-page.server.ts'
import { changeColumn, metricColumn, shareColumn } from './columns.server.ts'
import { loadOrigins } from './load-origins.server.ts'
import { loadTable } from './load-table.server.ts'

/** Facts that stores write on orders, by which an order can be told from another. */
export const recordedFacts = ['coupon', 'sales_channel', 'source'] as const
export type RecordedFact = (typeof recordedFacts)[number]

/** Orders by one fact that the store recorded; the address chooses which, the first of `facts` if it does not. */
export function loadRecorded(page: PageQuestion, facts: readonly RecordedFact[]) {
  const { services, state } = page
  const figure = figureOf(services)
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
      shareColumn(figure('orderRevenue')),
      metricColumn(figure('aov')),
      metricColumn(figure('newCustomerShare')),
      changeColumn(figure('orderRevenue')),
    ],
    usualSorting: '-orderRevenue',
    labelOf: ({ dimensions: values }) => (values[by] ? nameOf(by, values[by], platforms) : unrecorded[by]),
    showsUnrecorded: true,
  })
  return { by, choices, table }
}

const unrecorded = {
  coupon: 'No coupon',
  sales_channel: 'Not recorded',
  source: 'Not recorded',
} as const satisfies Record<RecordedFact, string>

/** A connection is called as its platform is. */
function nameOf(by: RecordedFact, value: string, platforms: CatalogueView['platforms']): string {
  const platform = by === 'source' ? platforms.find(({ id }) => id === value) : undefined
  return platform?.name ?? labelOf({ dimension: by, value, language: 'en' })
}

/** What the store wrote on the orders about the visit they came from. */
export function loadVisits({ services, range }: PageQuestion, by: 'source' | 'campaign') {
  const { currency, display } = services.shop
  return loadOrigins(services, {
    ...range,
    by,
    ...(display.currency === currency ? {} : { currency: display.currency }),
  })
}

/** The store's name, as its integration has it. */
export function storeName({ services }: Pick<PageQuestion, 'services'>): string {
  const { platform } = services.shop
  return services.catalogue().platforms.find(({ id }) => id === platform)?.name ?? 'the store'
}
