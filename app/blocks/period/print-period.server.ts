import { rangeText } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import type { PeriodProblem, ResolvedPeriod, SearchState } from '../../search/index.ts'
import type { ShopView } from '../../services.ts'
import type { PeriodView } from './period-view.ts'

const problemTexts = {
  days: 'period.bad_days',
  length: 'period.too_long',
  compare_days: 'period.bad_comparison',
  compare_length: 'period.long_comparison',
} as const satisfies Record<PeriodProblem, string>

/** What could not be done as the address requested, in sentences. */
export function printProblems(period: ResolvedPeriod, { display: { language } }: Pick<ShopView, 'display'>): string[] {
  return period.problems.map((problem) => {
    const days = problem === 'compare_length' ? (period.compare ?? period.range) : period.range
    return textFor(language)(problemTexts[problem], { range: rangeText(days, language) })
  })
}

/** The resolved period in words. */
export function printPeriod(state: SearchState, period: ResolvedPeriod, shop: ShopView): PeriodView {
  const { language, currency } = shop.display
  const t = textFor(language)
  const text = rangeText(period.range, language)
  return {
    label: state.range === 'custom' ? text : t(`period.${state.range}`),
    rangeText: text,
    than: period.compare && t('period.versus', { range: rangeText(period.compare, language) }),
    range: period.range,
    compare: period.compare,
    previous: period.previous,
    next: period.next,
    today: shop.today,
    weekStartsOn: shop.weekStartsOn,
    zone: shop.zone,
    currency,
  }
}
