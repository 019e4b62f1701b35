import { isAppError } from '@tillsight/core'
import { collectAttention } from '../../features/connections/attention.server.ts'
import { printConnection } from '../../features/connections/print-connection.server.ts'
import { loadBreakdown, printFilters } from '../../features/overview/load-breakdown.server.ts'
import { loadSummary } from '../../features/overview/load-summary.server.ts'
import { printPeriod, printProblems } from '../../features/period/print-period.server.ts'
import { parseSearch, type SearchState } from '../../search/index.ts'
import { firstYear, resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'

/** The summary as asked for; a question that cannot be answered falls back to the usual one and says why. */
export async function loadSummaryScreen(services: ShopServices, state: SearchState, now: string) {
  try {
    return await loadAnswered(services, state, now)
  } catch (failure) {
    if (!isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const usual = await loadAnswered(services, parseSearch(''), now)
    const message = `${failure.message} These are the last 30 days without filters instead.`
    const notice = { id: 'question', severity: 'warning' as const, message, connectionId: null }
    return { ...usual, attention: [notice, ...usual.attention] }
  }
}

/** Everything the summary shows. The breakdown follows on its own: the figures do not wait for it. */
async function loadAnswered(services: ShopServices, state: SearchState, now: string) {
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
    attention: [
      ...printProblems(period).map((message) => ({
        id: message,
        severity: 'warning' as const,
        message,
        connectionId: null,
      })),
      ...collectAttention(connections, health, summary.warnings),
    ],
    firstYear: firstYear(shop, period.range),
    filters: printFilters(state, dimensions),
    dimensions: dimensions.map(({ key, label }) => ({ key, label })),
  }
}
