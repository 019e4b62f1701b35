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

/** The properties of a metric that the table needs. */
export type AdMetric = Pick<MetricView, 'key' | 'label' | 'description' | 'unit' | 'better'>

/** The shop services that the table needs. */
export interface CampaignsSource extends Pick<ShopServices, 'shop' | 'run'> {
  readonly may: Pick<ShopServices['may'], 'seeProfit'>
  catalogue(): Pick<CatalogueView, 'claimRules'> & {
    readonly metrics: readonly AdMetric[]
    readonly platforms: readonly { readonly id: string; readonly name: string }[]
  }
}

/** The page's query: shop, address, columns, and the ad accounts. */
export interface AdsQuery {
  readonly services: CampaignsSource
  readonly state: SearchState
  readonly period: ResolvedPeriod
  /** The chosen columns that the catalogue knows. */
  readonly columns: readonly Column[]
  readonly choices: AdChoices
  /** Settings of the shop's own attribution. */
  readonly credit: CreditChoice
  /** The present instant. */
  readonly now: string
}

/** The query before the choices and the attribution settings are loaded, which takes a moment. */
export type AddressedAds = Omit<AdsQuery, 'choices' | 'credit'>

/** Metrics of the columns; always with spend first, because time series are of the first one. */
export function metricsOf(columns: readonly Column[]): readonly string[] {
  const figures = columns.filter((column): column is FigureColumn => column.kind === 'figure').map(({ key }) => key)
  return [...new Set([leadMetric, claimCount, ...figures])]
}

/** A metric of the catalogue; undefined for one that this version does not have. */
export function metricOf({ services }: Pick<AdsQuery, 'services'>, key: string): AdMetric | undefined {
  return services.catalogue().metrics.find((metric) => metric.key === key)
}

/** The base query about ads: period, comparison, ad filters, currency. */
export function adsQuery(query: AddressedAds, metrics = metricsOf(query.columns)): MetricQuery {
  const { services, state, period } = query
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

/** Parameters of a page of rows: parent and cursor. */
export interface RowsParams {
  readonly level: Level
  /** Undefined: top-level rows. */
  readonly parent: RowRef | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

/** A query returns this many rows at most. */
const rowsAtOnce = 1000

/** The query for a page of rows; for all that it can return where they are sorted once they are read. */
export function pageQuery(query: AddressedAds, params: RowsParams): MetricQuery {
  return rowsQuery(query, isSortedByOwn(query) ? { ...params, cursor: undefined, limit: rowsAtOnce } : params)
}

/** The query for as many rows as possible, without their time series. */
export function wholeQuery(query: AddressedAds, params: Omit<RowsParams, 'limit'>): MetricQuery {
  const {
    rowSeries: _series,
    interval: _interval,
    seriesOf: _seriesOf,
    ...whole
  } = rowsQuery(query, {
    ...params,
    limit: rowsAtOnce,
  })
  return whole
}

/** The query for rows. The search applies to the top level only: children are never filtered by it. */
function rowsQuery(query: AddressedAds, { level, parent, cursor, limit }: RowsParams): MetricQuery {
  const whole = adsQuery(query)
  const { key, direction } = isSortedByOwn(query) ? usualSorting : sortingOf(query)
  const { find } = query.state
  const filters = [...(whole.filters ?? []), ...(parent ? [filterOf(parent)] : [])]
  return {
    ...whole,
    dimensions: [level],
    order: { by: key === 'name' ? level : key, direction },
    limit,
    ...(filters.length > 0 ? { filters } : {}),
    ...(find !== undefined && parent === undefined ? { search: find } : {}),
    ...(query.columns.some(({ kind }) => kind === 'trend')
      ? { rowSeries: true, interval: seriesInterval(query.period.range), seriesOf: [leadMetric] }
      : {}),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

const usualSorting: Sorting = { key: leadMetric, direction: 'descending' }

/** The address's sorting, if it names a visible figure. */
export function sortingOf({ state, columns }: Pick<AdsQuery, 'state' | 'columns'>): Sorting {
  const key = state.sort?.replace(/^-/, '')
  const isKnown = key === 'name' || columns.some((column) => isSortable(column) && column.key === key)
  if (key === undefined || !isKnown) return usualSorting
  return { key, direction: state.sort?.startsWith('-') ? 'descending' : 'ascending' }
}

/** Whether rows can be sorted by a column: by figures, not by settings. */
export function isSortable({ kind }: Column): boolean {
  return kind === 'figure' || kind === 'own'
}

/** Whether rows are sorted by our own attribution, which a query for ads knows nothing of. */
export function isSortedByOwn(query: Pick<AdsQuery, 'state' | 'columns'>): boolean {
  const { key } = sortingOf(query)
  return query.columns.some((column) => column.kind === 'own' && column.key === key)
}

/** An interval with few enough points for a sparkline. */
export function seriesInterval(range: DayRange): Interval {
  const days = countDays(range)
  if (days <= 62) return 'day'
  return days <= 400 ? 'week' : 'month'
}
