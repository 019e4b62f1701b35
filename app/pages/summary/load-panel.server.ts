import { loadOrder, printOrder } from '../../blocks/order/load-order.server.ts'
import { rangeText } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { MetricView } from '../../services.ts'
import { loadNotes } from './annotations/load-notes.server.ts'
import { loadBreakdown } from './load-breakdowns.server.ts'
import { loadDrillDown } from './load-drill-down.server.ts'
import { metricOf, type SummaryQuery } from './query.server.ts'
import { hasCauses, loadCauses } from './why/load-causes.server.ts'
import { loadWhy } from './why/load-why.server.ts'

/** Number of rows of the panel's breakdown. */
const listed = 5

/** Loads the open panel: notes, one order, or the explanation of a figure; null when none is open. */
export async function loadPanel(asked: Omit<SummaryQuery, 'period'>) {
  const { services, state } = asked
  const { shop, may } = services
  const query = { ...asked, period: resolvePeriod(state, shop) }
  if (state.note !== undefined) return { kind: 'notes' as const, state, notes: await loadNotes(query) }
  const metric = metricOf(services.catalogue(), state.open ?? '')
  if (!metric) return null
  const title = metric.label
  if (state.order && may.openOrders) {
    const order = await loadOrder(services, state.order)
    return { kind: 'order' as const, state, title, order: order && printOrder(order, services) }
  }
  const { range, compare } = query.period
  const { language } = shop.display
  const than = compare && textFor(language)('period.versus', { range: rangeText(compare, language) })
  const dimensions = services.catalogue().dimensions.filter(({ key }) => metric.dimensions.includes(key))
  const parts = { metric: metric.key, by: dimensionFor(metric, state.by), limit: listed, hasComparison: false }
  return {
    kind: 'figure' as const,
    state,
    title,
    dimensions: dimensions.map(({ key, label }) => ({ key, label })),
    why: loadWhy({ ...query, rangeText: rangeText(range, language), than }),
    causes: hasCauses(metric.key) ? loadCauses(metric.key, query) : null,
    parts: loadBreakdown(parts, query),
    list: may.openOrders ? loadDrillDown(query) : null,
  }
}

/** The requested dimension if the metric supports it; ads are broken down by campaign by default. */
function dimensionFor({ dimensions }: MetricView, wanted: string): string {
  if (dimensions.includes(wanted)) return wanted
  return dimensions.includes('campaign') ? 'campaign' : (dimensions[0] ?? wanted)
}

/** Data of the open panel. */
export type PanelModel = NonNullable<Awaited<ReturnType<typeof loadPanel>>>
