import { countDays, type DayRange } from '@tillsight/core/days'
import type { AdChoices } from '@tillsight/domain'
import type { Interval, MetricQuery } from '@tillsight/metrics'
import { type Column, claimCount, type FigureColumn, leadMetric } from '../../blocks/breakdown-table/columns.ts'
import { filterOf, isAdFilter, type Level, type RowRef } from '../../blocks/breakdown-table/levels.ts'
import type { Sorting } from '../../blocks/breakdown-table/model.ts'
import { knownClaims } from '../../blocks/claims/claim-choices.ts'
import type { CreditChoice } from '../../blocks/credit/credit-choice.ts'
import type { ResolvedPeriod, SearchState } from '../../search/index.ts'
import type { CatalogueView, MetricView, ShopServices } from '../../services.ts'

/** What the table needs to know of a figure. */
export type AdMetric = Pick<MetricView, 'key' | 'label' | 'description' | 'unit' | 'better'>

/** What the table needs of a shop. */
export interface CampaignsSource extends Pick<ShopServices, 'shop' | 'run'> {
  catalogue(): Pick<CatalogueView, 'claimRules'> & {
    readonly metrics: readonly AdMetric[]
    readonly platforms: readonly { readonly id: string; readonly name: string }[]
  }
}

/** The question of the page: which shop, what the address says, which columns, and what is known of accounts. */
export interface AdsQuestion {
  readonly services: CampaignsSource
  readonly state: SearchState
  readonly period: ResolvedPeriod
  /** Chosen, and known to the catalogue. */
  readonly columns: readonly Column[]
  readonly choices: AdChoices
  /** How the shop's own attribution gives credit. */
  readonly credit: CreditChoice
  /** The present instant. */
  readonly now: string
}

/** The same before it is known what there is to choose from and how credit is given, which takes a moment. */
export type AddressedAds = Omit<AdsQuestion, 'choices' | 'credit'>

/** The figures that the columns show; spend first, whether it is shown or not: courses are of the first one. */
export function metricsOf(columns: readonly Column[]): readonly string[] {
  const figures = columns.filter((column): column is FigureColumn => column.kind === 'figure').map(({ key }) => key)
  return [...new Set([leadMetric, claimCount, ...figures])]
}

/** What the catalogue says of a figure; undefined for one that this version does not have. */
export function metricOf({ services }: Pick<AdsQuestion, 'services'>, key: string): AdMetric | undefined {
  return services.catalogue().metrics.find((metric) => metric.key === key)
}

/** The question about ads as a whole: the days, the comparison, the filters about ads, the currency. */
export function adsQuery(question: AddressedAds, metrics = metricsOf(question.columns)): MetricQuery {
  const { services, state, period } = question
  const { shop } = services
  const filters = state.filters.filter(isAdFilter)
  return {
    metrics,
    from: period.range.from,
    to: period.range.to,
    ...(period.compare ? { compare: period.compare } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...knownClaims(state.claims, services.catalogue()),
    ...(shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }),
  }
}

/** Which rows of which parent, and where they begin. */
export interface RowsAsked {
  readonly level: Level
  /** Undefined: rows of the whole. */
  readonly parent: RowRef | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

/** The question about rows. The search is for those that the table begins with: what is below them is whole. */
export function rowsQuery(question: AddressedAds, { level, parent, cursor, limit }: RowsAsked): MetricQuery {
  const whole = adsQuery(question)
  const { key, direction } = sortingOf(question)
  const { find } = question.state
  const filters = [...(whole.filters ?? []), ...(parent ? [filterOf(parent)] : [])]
  return {
    ...whole,
    dimensions: [level],
    order: { by: key === 'name' ? level : key, direction },
    limit,
    ...(filters.length > 0 ? { filters } : {}),
    ...(find !== undefined && parent === undefined ? { search: find } : {}),
    ...(question.columns.some(({ kind }) => kind === 'trend')
      ? { rowSeries: true, interval: courseInterval(question.period.range), seriesOf: [leadMetric] }
      : {}),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

const usualSorting: Sorting = { key: leadMetric, direction: 'descending' }

/** How rows are sorted: as the address says, where it names a figure that is shown. */
export function sortingOf({ state, columns }: Pick<AdsQuestion, 'state' | 'columns'>): Sorting {
  const key = state.sort?.replace(/^-/, '')
  const isKnown = key === 'name' || columns.some((column) => column.kind === 'figure' && column.key === key)
  if (key === undefined || !isKnown) return usualSorting
  return { key, direction: state.sort?.startsWith('-') ? 'descending' : 'ascending' }
}

/** Few enough points for something an inch wide. */
export function courseInterval(range: DayRange): Interval {
  const days = countDays(range)
  if (days <= 62) return 'day'
  return days <= 400 ? 'week' : 'month'
}
