import { collectAttention } from '../../features/connections/attention.server.ts'
import { printConnection } from '../../features/connections/print-connection.server.ts'
import { loadBreakdown, printFilters } from '../../features/overview/load-breakdown.server.ts'
import { loadSummary } from '../../features/overview/load-summary.server.ts'
import { printPeriod } from '../../features/period/print-period.server.ts'
import type { SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'

/** Everything the summary shows. The breakdown follows on its own: the figures do not wait for it. */
export async function loadSummaryScreen(services: ShopServices, state: SearchState, now: string) {
  const { shop } = services
  const { dimensions } = services.catalogue()
  const period = resolvePeriod(state, shop)
  const question = { services, state, period, now }
  const [summary, connections, health] = await Promise.all([
    loadSummary(question),
    services.connections(),
    services.health(),
  ])
  const importing = connections.filter(({ status }) => status === 'importing')
  return {
    shop: { domain: shop.domain, name: shop.name },
    state,
    summary,
    breakdown: loadBreakdown(question),
    period: printPeriod(state, period, shop),
    interval: period.interval,
    intervals: period.intervals,
    isRunning: period.running,
    hasConnection: connections.length > 0,
    importing: importing.map((connection) => printConnection(connection, { zone: shop.zone, now })),
    attention: collectAttention(connections, health, summary.warnings),
    filters: printFilters(state, dimensions),
    dimensions: dimensions.map(({ key, label }) => ({ key, label })),
  }
}
