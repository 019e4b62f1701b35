import { rangeText } from '../../format/index.ts'
import { presetLabels, type SearchState } from '../../search/index.ts'
import type { PeriodProblem, ResolvedPeriod } from '../../search/resolve-period.server.ts'
import type { ShopView } from '../../services.ts'
import type { PeriodView } from './period-view.ts'

/** What was not done as the address asked, in sentences. */
export function printProblems({ problems, range, compare }: ResolvedPeriod): string[] {
  const sentences: Readonly<Record<PeriodProblem, string>> = {
    days: `The days in the address do not exist or cannot be shown: these are ${rangeText(range)} instead.`,
    length: `At most ten years fit on the page: these are ${rangeText(range)}. Step forward for later days.`,
    compare_days: 'The days to compare with do not exist or cannot be shown: the previous period stands in for them.',
    compare_length: `At most ten years can be compared with${compare ? `: these are ${rangeText(compare)}` : ''}.`,
  }
  return problems.map((problem) => sentences[problem])
}

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
