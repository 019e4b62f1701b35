import { href } from 'react-router'
import { summaryQuery } from '../../../blocks/figures-page/summary-query.server.ts'
import { signedFigure } from '../../../format/index.ts'
import { textFor } from '../../../language/text-for.server.ts'
import { withSearch } from '../../../search/index.ts'
import { metricOf, type SummaryQuery } from '../query.server.ts'
import type { CausesModel } from './model.ts'

/** The line that each figure of profit is explained by: a margin moves with what it is a share of, and with net revenue. */
const lines = {
  netProfit: 'netProfit',
  netMargin: 'netProfit',
  cm3: 'cm3',
  cm3Margin: 'cm3',
  cm2: 'cm2',
  cm2Margin: 'cm2',
  cm1: 'cm1',
  cm1Margin: 'cm1',
  grossProfit: 'grossProfit',
  grossMargin: 'grossProfit',
} as const

/** Whether profit explains the figure. */
export function hasCauses(metric: string): metric is keyof typeof lines {
  return Object.hasOwn(lines, metric)
}

/**
 * Why profit changed against the comparison, in short; null where there is none, where days of either are not loaded, and where a
 * period shows no profit.
 */
export async function loadCauses(metric: keyof typeof lines, question: SummaryQuery): Promise<CausesModel | null> {
  const { services, state } = question
  const { shop, run } = services
  const of = lines[metric]
  const { from, to, filters, currency, compare } = summaryQuery([of], shop, question)
  if (compare === undefined) return null
  const asked = { from, to, compare, ...(filters && { filters }), ...(currency && { currency }) }
  const found = await run('profit.explain', { ...asked, of, by: [] })
  const change = found.ladder.find((line) => line.metric === of)?.change
  if (found.partial || found.of === null || change === null || change === undefined) return null
  const t = textFor(shop.display.language)
  const format = { ...shop.display, currency: found.currency }
  const signed = (amount: string) => signedFigure(amount, 'money', format)
  const page = withSearch(state, { open: undefined, after: undefined, interval: undefined })
  return {
    title: t('cause.title'),
    heads: [t('cause.cause'), t('cause.change')],
    rows: found.causes.map(({ cause, metric: shown, amount }) => ({
      key: cause,
      label: t(`cause.${cause}`),
      text: signed(amount),
      open: withSearch(state, { open: shown, after: undefined }),
    })),
    total: { label: metricOf(services.catalogue(), of)?.label ?? of, text: signed(change) },
    whole: { label: t('cause.whole'), to: `${href('/shop/:domain/profit', { domain: shop.domain })}${page}` },
  }
}
