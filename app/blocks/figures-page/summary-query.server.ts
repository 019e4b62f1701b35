import type { MetricQuery } from '@tillsight/metrics'
import type { ResolvedPeriod, SearchState } from '../../search/index.ts'
import type { ShopServices, ShopView } from '../../services.ts'
import { knownClaims } from '../claims/claim-choices.ts'

interface SummaryParams {
  readonly services: Pick<ShopServices, 'catalogue'>
  readonly state: SearchState
  readonly period: ResolvedPeriod
}

/** The query parameters that all lists of the page share. */
export function summaryQuery(
  metrics: readonly string[],
  shop: ShopView,
  { state, period, services }: SummaryParams,
): MetricQuery {
  return {
    metrics,
    from: period.range.from,
    to: period.range.to,
    interval: period.interval,
    ...(period.compare ? { compare: period.compare } : {}),
    ...(state.filters.length > 0 ? { filters: state.filters } : {}),
    ...knownClaims(state.claims, services.catalogue()),
    ...(shop.display.currency === shop.currency ? {} : { currency: shop.display.currency }),
  }
}
