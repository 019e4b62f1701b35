import { type PageQuery, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../../blocks/ledger-tables/load-recorded.server.ts'
import { loadClaims } from './load-claims.server.ts'
import { loadCohorts } from './load-cohorts.server.ts'
import { loadConversionRate } from './load-conversion-rate.server.ts'
import { loadModels } from './load-models.server.ts'
import { loadOverlap } from './load-overlap.server.ts'
import { loadPaths } from './load-paths.server.ts'
import { loadRoles } from './load-roles.server.ts'
import { loadTransitions } from './load-transitions.server.ts'
import type { CreditQuery } from './query.server.ts'
import type { tabOf } from './tabs.ts'

/** Parts of a tab that come when they are there, and fail alone. */
export function loadParts(query: CreditQuery, tab: ReturnType<typeof tabOf>) {
  return {
    models: tab === 'models' ? partOf(() => loadModels(query)) : null,
    claims: tab === 'claims' ? partOf(() => loadClaims(query)) : null,
    paths: tab === 'paths' ? partOf(() => loadPaths(query)) : null,
    roles: tab === 'paths' ? partOf(() => loadRoles(query)) : null,
    rates: tab === 'paths' ? partOf(() => loadConversionRate(query)) : null,
    transitions: tab === 'paths' ? partOf(() => loadTransitions(query)) : null,
    overlap: tab === 'overlap' ? partOf(() => loadOverlap(query)) : null,
    cohorts: tab === 'cohorts' ? partOf(() => loadCohorts(query)) : null,
  }
}

/** What the store itself recorded on orders; no attribution. */
export function loadNoted(page: PageQuery) {
  return {
    store: storeName(page),
    visits: loadVisits(page, 'source'),
    recorded: loadRecorded(page, ['sales_channel', 'coupon', 'source']),
  }
}
