import { isAppError } from '@tillsight/core'
import { collectAttention, loadIssues } from '../../blocks/connections/attention.server.ts'
import { readConnections } from '../../blocks/connections/connections.ts'
import { printConnection } from '../../blocks/connections/print-connection.server.ts'
import { printFilters } from '../../blocks/figures-page/dimension-labels.server.ts'
import { printPeriod, printProblems } from '../../blocks/period/print-period.server.ts'
import { parseSearch, type SearchState } from '../../search/index.ts'
import { firstYear, type ResolvedPeriod, resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import type { SummaryPreference } from './arrange.ts'
import { loadSummary } from './load-summary.server.ts'
import type { PagePart } from './model.ts'

/** What the summary is asked for. */
export interface SummaryRequest {
  readonly services: ShopServices
  readonly summary: SummaryPreference
  /** The present instant. */
  readonly now: string
  /** Told about failures that leave the page standing. */
  readonly log: (failure: unknown) => void
}

/** The summary as asked for; a question that cannot be answered falls back to the usual one and says why. */
export async function loadSummaryScreen(request: SummaryRequest, state: SearchState) {
  try {
    return await loadAnswered(request, state)
  } catch (failure) {
    if (!isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const usual = await loadAnswered(request, parseSearch(''))
    const message = `${failure.message} These are the last 30 days without filters instead.`
    const notice = { id: 'question', severity: 'warning' as const, message, isEnglish: true, place: null }
    return { ...usual, attention: [notice, ...usual.attention] }
  }
}

/** Everything the summary shows. Lists and goals follow on their own: the figures do not wait for them. */
async function loadAnswered(request: SummaryRequest, state: SearchState) {
  const { services, now } = request
  const { shop } = services
  const { dimensions } = services.catalogue()
  const period = resolvePeriod(state, shop)
  // From before the figures: what comes in meanwhile is new to the page.
  const [version, connections] = await Promise.all([services.factsVersion(), readConnections(services)])
  const [summary, health] = await Promise.all([
    loadSummary({ ...request, connections, state, period }),
    loadIssues(services),
  ])
  const importing = connections.filter(({ status }) => status === 'importing')
  return {
    shop: { id: shop.id, domain: shop.domain, name: shop.name },
    version,
    model: summary,
    page: toPage(state, period, services),
    period: printPeriod(state, period, shop),
    hasConnection: connections.length > 0 || shop.firstDay !== null,
    importing: importing.map((connection) => printConnection(connection, { now })),
    attention: [
      ...printProblems(period, shop).map((message) => ({
        id: message,
        severity: 'warning' as const,
        message,
        place: null,
      })),
      ...collectAttention(connections, health, summary.warnings),
    ],
    firstYear: firstYear(shop, period.range),
    filters: printFilters(state, dimensions, shop.display.language),
  }
}

function toPage(state: SearchState, period: ResolvedPeriod, { shop, may }: ShopServices): PagePart {
  const { than, rangeText } = printPeriod(state, period, shop)
  return {
    shop: { domain: shop.domain, name: shop.name },
    state,
    range: period.range,
    rangeText,
    compare: period.compare,
    than,
    interval: period.interval,
    intervals: period.intervals,
    isRunning: period.running,
    mayOpenOrders: may.openOrders,
  }
}
