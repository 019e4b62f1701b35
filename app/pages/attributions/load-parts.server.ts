import { type PageQuestion, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../../blocks/ledger-tables/load-recorded.server.ts'
import { loadClaims } from './load-claims.server.ts'
import { loadCohorts } from './load-cohorts.server.ts'
import { loadConversionRate } from './load-conversion-rate.server.ts'
import { loadModels } from './load-models.server.ts'
import { loadOverlap } from './load-overlap.server.ts'
import { loadPaths } from './load-paths.server.ts'
import { loadRoles } from './load-roles.server.ts'
import { loadTransitions } from './load-transitions.server.ts'
import type { CreditQuestion } from './question.server.ts'
import type { tabOf } from './tabs.ts'

/** Parts of a tab that come when they are there, and fail alone. */
export function loadParts(question: CreditQuestion, tab: ReturnType<typeof tabOf>) {
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

/** What the store itself recorded on orders; no attribution. */
export function loadNoted(page: PageQuestion) {
  return {
    store: storeName(page),
    visits: loadVisits(page, 'source'),
    recorded: loadRecorded(page, ['sales_channel', 'coupon', 'source']),
  }
}
