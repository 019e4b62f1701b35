import { AppError } from '@tillsight/core'
import { loadPage, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { summaryQuery } from '../../blocks/figures-page/summary-query.server.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import { loadExplanation } from './load-explanation.server.ts'
import { loadStatement } from './load-statement.server.ts'
import { printCsv } from './print-csv.server.ts'
import { readStatement } from './read-statement.server.ts'

/** The profit and loss page. */
export function loadProfitScreen(request: PageRequest) {
  return loadPage(request, (page) => ({
    statement: partOf(() => loadStatement(page)),
    explanation: page.ask(['netProfit']).compare ? partOf(() => loadExplanation(page)) : null,
  }))
}

/** The same statement as a file. */
export async function loadStatementCsv({ services, state }: Pick<PageRequest, 'services' | 'state'>) {
  const { shop } = services
  const period = resolvePeriod(state, shop)
  if (period.problems.length > 0) {
    throw new AppError(
      'invalid_input',
      'These days cannot be exported: choose existing ones, at most ten years at once.',
    )
  }
  const ask = (metrics: readonly string[]) => summaryQuery(metrics, shop, { state, period, services })
  const statement = await readStatement({ services, state, ask, range: period.range })
  const { from, to } = period.range
  return { name: `${shop.domain.replace('~', '-')}-profit-${from}-${to}.csv`, text: printCsv(statement) }
}
