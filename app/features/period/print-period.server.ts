import { rangeText } from '../../format/index.ts'
import { presetLabels, type SearchState } from '../../search/index.ts'
import type { ResolvedPeriod } from '../../search/resolve-period.server.ts'
import type { ShopView } from '../../services.ts'
import type { PeriodView } from './period-view.ts'

/** The resolved period in words. */
export function printPeriod(state: SearchState, period: ResolvedPeriod, shop: ShopView): PeriodView {
  const text = rangeText(period.range)
  return {
    label: state.range === 'custom' ? text : presetLabels[state.range],
    rangeText: text,
    than: period.compare && `vs ${rangeText(period.compare)}`,
    range: period.range,
    compare: period.compare,
    previous: period.previous,
    next: period.next,
    today: shop.today,
    weekStartsOn: shop.weekStartsOn,
    zone: shop.zone,
    currency: shop.display.currency,
  }
}
