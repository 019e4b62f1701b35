import { rangeText } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import { loadNotes } from './annotations/load-notes.server.ts'
import { loadBreakdown } from './load-breakdowns.server.ts'
import { loadDrillDown, printOrder } from './load-drill-down.server.ts'
import { metricOf, type SummaryQuestion } from './question.server.ts'
import { loadWhy } from './why/load-why.server.ts'

/** Rows of the breakdown in the panel. */
const listed = 5

/** What lies beside the page: notes, one order, or why a figure is what it is; null when nothing does. */
export async function loadPanel(asked: Omit<SummaryQuestion, 'period'>) {
  const { services, state } = asked
  const { shop, may } = services
  const question = { ...asked, period: resolvePeriod(state, shop) }
  if (state.note !== undefined) return { kind: 'notes' as const, state, notes: await loadNotes(question) }
  const metric = metricOf(services.catalogue(), state.open ?? '')
  if (!metric) return null
  const title = metric.label
  if (state.order && may.openOrders) {
    const order = await services.order(state.order)
    return { kind: 'order' as const, state, title, order: order && printOrder(order, shop) }
  }
  const { range, compare } = question.period
  const { language } = shop.display
  const than = compare && textFor(language)('period.versus', { range: rangeText(compare, language) })
  const parts = { metric: metric.key, by: state.by, limit: listed, hasComparison: false }
  return {
    kind: 'figure' as const,
    state,
    title,
    dimensions: services.catalogue().dimensions.map(({ key, label }) => ({ key, label })),
    why: loadWhy({ ...question, rangeText: rangeText(range, language), than }),
    parts: loadBreakdown(parts, question),
    list: may.openOrders ? loadDrillDown(question) : null,
  }
}

/** What lies beside the page. */
export type PanelModel = NonNullable<Awaited<ReturnType<typeof loadPanel>>>
