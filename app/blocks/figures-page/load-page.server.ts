import { AppError, isAppError } from '@tillsight/core'
import type { DayRange } from '@tillsight/core/days'
import { toNumber } from '../../format/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { parseSearch, type SearchState } from '../../search/index.ts'
import { firstYear, resolvePeriod } from '../../search/resolve-period.server.ts'
import type { MetricView, ShopServices } from '../../services.ts'
import { collectAttention, loadIssues } from '../connections/attention.server.ts'
import { readConnections } from '../connections/connections.ts'
import { printConnection } from '../connections/print-connection.server.ts'
import { refusalSentence } from '../fields/word-refusal.server.ts'
import { printPeriod, printProblems } from '../period/print-period.server.ts'
import { printFilters } from './dimension-labels.server.ts'
import type { Part } from './part-card.tsx'
import { printSources } from './print-freshness.server.ts'
import { summaryQuery } from './summary-query.server.ts'

/** A request for a page with a period control: shop, address and instant. */
export interface PageRequest {
  readonly services: ShopServices
  readonly state: SearchState
  /** The present instant. */
  readonly now: string
}

/** What the loaders of tables and lists receive. */
export interface PageQuery extends Pick<PageRequest, 'services' | 'state'> {
  readonly ask: (metrics: readonly string[]) => ReturnType<typeof summaryQuery>
  readonly range: DayRange
}

/**
 * Loads the frame of a figures page with the content from `fill`; a query that is refused falls back to the default one and
 * says why.
 */
export async function loadPage<Content extends object>(request: PageRequest, fill: (page: PageQuery) => Content) {
  try {
    return await loadParams(request, fill)
  } catch (failure) {
    if (!isAppError(failure) || failure.code !== 'invalid_input') throw failure
    const usual = await loadParams({ ...request, state: parseSearch('') }, fill)
    const { language } = request.services.shop.display
    const refusal = toNotice(refusalSentence(failure, language))
    const instead = toNotice(textFor(language)('fresh.usual_instead'))
    return { ...usual, page: { ...usual.page, attention: [refusal, instead, ...usual.page.attention] } }
  }
}

/** A page about costs or profit. Throws `forbidden` for those to whom the shop does not show them. */
export async function loadProfitPage<Content extends object>(request: PageRequest, fill: (page: PageQuery) => Content) {
  if (request.services.may.seeProfit) return loadPage(request, fill)
  throw new AppError(
    'forbidden',
    'Costs and profit of this shop are for owners, administrators and analysts. An owner or administrator can show them to everybody in the settings of the shop.',
  )
}

async function loadParams<Content extends object>(request: PageRequest, fill: (page: PageQuery) => Content) {
  const { services, state, now } = request
  const { shop } = services
  const period = resolvePeriod(state, shop)
  const ask = (metrics: readonly string[]) => summaryQuery(metrics, shop, { state, period, services })
  const { interval: _interval, ...totals } = ask(['orders', 'orderRevenue', 'returns'])
  const [result, connections, health] = await Promise.all([
    services.run('metrics.query', totals),
    readConnections(services),
    loadIssues(services),
  ])
  const importing = connections.filter(({ status }) => status === 'importing')
  const page = {
    shop: { domain: shop.domain, name: shop.name },
    state,
    period: printPeriod(state, period, shop),
    hasConnection: connections.length > 0 || shop.firstDay !== null,
    isEmpty: Object.values(result.totals).every((value) => !toNumber(value)),
    isPartial: result.partial,
    freshness: printSources(connections, { services, connections, now }),
    importing: importing.map((connection) => printConnection(connection, { now, language: shop.display.language })),
    attention: [
      ...printProblems(period, shop).map(toNotice),
      ...collectAttention({ connections, health, warnings: result.warnings }, shop.display.language),
    ],
    firstYear: firstYear(shop, period.range),
    filters: printFilters(state, services.catalogue().dimensions, shop.display.language),
    mayOpenOrders: services.may.openOrders,
  }
  return { page, ...fill({ services, state, ask, range: period.range }) }
}

function toNotice(message: string) {
  return { id: message, severity: 'warning' as const, message, place: null }
}

/** The printed frame of a figures page. */
export type PageContent = Awaited<ReturnType<typeof loadParams>>['page']

/** Looks up metrics of the catalogue by key. */
export function figureOf(services: ShopServices): (key: string) => MetricView {
  const { metrics } = services.catalogue()
  return (key) => {
    const metric = metrics.find((candidate) => candidate.key === key)
    if (!metric) throw new Error(`The catalogue has no metric ${key}.`)
    return metric
  }
}

/** An optional part of a page about a shop: a failure that people can act on becomes a message in its place. */
export async function partOf<Model>(
  { shop }: Pick<ShopServices, 'shop'>,
  load: () => Promise<Model>,
): Promise<Part<Model>> {
  try {
    return { state: 'ready', model: await load() }
  } catch (failure) {
    if (!isAppError(failure)) throw failure
    return { state: 'failed', message: refusalSentence(failure, shop.display.language) }
  }
}
