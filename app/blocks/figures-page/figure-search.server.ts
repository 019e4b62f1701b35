import { dayOf } from '@tillsight/core/days'
import type { Filter } from '@tillsight/metrics'
import { parseSearch, withSearch } from '../../search/index.ts'

interface WatchedFigure {
  readonly metric: string
  readonly filters: readonly Filter[]
  /** Instants in ISO 8601; `until` is not part of it. */
  readonly window: { readonly from: string; readonly until: string }
  readonly zone: string
}

/** The query of a shop's summary on which a figure is open, down to its orders, for the days that a window of time touches. */
export function figureSearch({ metric, filters, window, zone }: WatchedFigure): string {
  const from = dayOf(new Date(window.from), zone)
  const to = dayOf(new Date(Date.parse(window.until) - 1), zone)
  return withSearch(parseSearch(''), { range: 'custom', from, to, filters, open: metric })
}
