import type { Preference } from '@tillsight/domain/inputs'
import { toAdPlatformId } from '@tillsight/platforms'
import { loadRules } from '../../blocks/credit/load-choice.server.ts'
import { loadPage, type PageQuestion, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../../blocks/ledger-tables/load-recorded.server.ts'
import { loadClaims } from './load-claims.server.ts'
import { loadCohorts } from './load-cohorts.server.ts'
import { loadConversionRate } from './load-conversion-rate.server.ts'
import { loadCredit } from './load-credit.server.ts'
import { loadModels } from './load-models.server.ts'
import { loadOverlap } from './load-overlap.server.ts'
import { loadPaths } from './load-paths.server.ts'
import { loadRoles } from './load-roles.server.ts'
import { loadTransitions } from './load-transitions.server.ts'
import { type CreditQuestion, toCreditQuestion } from './question.server.ts'
import { tabOf } from './tabs.ts'

interface AttributionsRequest extends PageRequest {
  readonly preference: Preference
}

/** Who earned which orders, and all that explains it: the part of it that the address asks for. */
export async function loadAttributionsScreen(request: AttributionsRequest) {
  const { services, state } = request
  const { rules, mayChange } = await loadRules(services)
  const question = toCreditQuestion({ ...request, rules })
  const tab = tabOf(state)
  const [{ page, noted }, version, credit, connections] = await Promise.all([
    // Filters are about orders; credit knows nothing of them.
    loadPage(request, (asked) => ({ noted: tab === 'store' ? loadNoted(asked) : null })),
    services.factsVersion(),
    tab === 'credit' ? loadCredit(question) : null,
    services.run('connection.list'),
  ])
  return {
    page,
    noted,
    state,
    tab,
    // What applies where the address says nothing: the browser has to know it before it asks again.
    usual: question.usual,
    rules: mayChange ? rules : null,
    version: { shops: services.shop.id, version },
    hasAds: connections.some(({ connector }) => toAdPlatformId(connector)),
    credit,
    parts: loadParts(question, tab),
  }
}

/** Parts that come when they are there, and fail alone. */
function loadParts(question: CreditQuestion, tab: ReturnType<typeof tabOf>) {
  return {
    models: tab === 'models' ? partOf(() => loadModels(question)) : null,
    claims: tab === 'claims' ? partOf(() => loadClaims(question)) : null,
    paths: tab === 'paths' ? partOf(() => loadPaths(question)) : null,
    roles: tab === 'paths' ? partOf(() => loadRoles(question)) : null,
    rates: tab === 'paths' ? partOf(() => loadConversionRate(question)) : null,
    transitions: tab === 'paths' ? partOf(() => loadTransitions(question)) : null,
    overlap: tab === 'overlap' ? partOf(() => loadOverlap(question)) : null,
    cohorts: tab === 'cohorts' ? partOf(() => loadCohorts(question)) : null,
  }
}

/** What the store itself noted on orders; no credit is given to anything. */
function loadNoted(page: PageQuestion) {
  return {
    store: storeName(page),
    visits: loadVisits(page, 'source'),
    recorded: loadRecorded(page, ['sales_channel', 'coupon', 'source']),
  }
}
