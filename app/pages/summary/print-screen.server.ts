import { collectAttention, type loadIssues } from '../../blocks/connections/attention.server.ts'
import { printConnection } from '../../blocks/connections/print-connection.server.ts'
import { printFilters } from '../../blocks/figures-page/dimension-labels.server.ts'
import { printPeriod, printProblems } from '../../blocks/period/print-period.server.ts'
import type { Language } from '../../language/index.ts'
import { textFor } from '../../language/text-for.server.ts'
import { firstYear } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import type { AnsweredSummary, ArrangedQuery } from './load-summary.server.ts'
import type { PagePart } from './model.ts'
import { packCatalogue } from './summary-catalogue.ts'

interface SummaryFacts extends Pick<ArrangedQuery, 'connections' | 'now'> {
  readonly services: ShopServices
  /** Which facts the figures are of, or older ones. */
  readonly version: string
  readonly issues: Awaited<ReturnType<typeof loadIssues>>
}

/** Everything that the summary shows besides saved views. */
export function printScreen({ model, state, period, refusal }: AnsweredSummary, facts: SummaryFacts) {
  const { services, connections, now } = facts
  const { shop } = services
  const { dimensions } = services.catalogue()
  const importing = connections.filter(({ status }) => status === 'importing')
  const printed = printPeriod(state, period, shop)
  const page: PagePart = {
    shop: { domain: shop.domain, name: shop.name },
    state,
    range: period.range,
    rangeText: printed.rangeText,
    compare: period.compare,
    than: printed.than,
    interval: period.interval,
    intervals: period.intervals,
    isRunning: period.running,
    mayOpenOrders: services.may.openOrders,
  }
  return {
    shop: { id: shop.id, domain: shop.domain, name: shop.name },
    version: facts.version,
    model: { ...model, catalogue: packCatalogue(model.catalogue) },
    page,
    period: printed,
    hasConnection: connections.length > 0 || shop.firstDay !== null,
    importing: importing.map((connection) => printConnection(connection, { now, language: shop.display.language })),
    attention: [
      ...(refusal === undefined ? [] : [refused(refusal, shop.display.language)]),
      ...printProblems(period, shop).map((message) => ({
        id: message,
        severity: 'warning' as const,
        message,
        place: null,
      })),
      ...collectAttention({ connections, health: facts.issues, warnings: model.warnings }, shop.display.language),
    ],
    firstYear: firstYear(shop, period.range),
    filters: printFilters(state, dimensions, shop.display.language),
  }
}

function refused(why: string, language: Language) {
  const message = `${why} ${textFor(language)('fresh.usual_instead')}`
  return { id: 'question', severity: 'warning' as const, message, place: null }
}
