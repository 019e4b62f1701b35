import { AppError } from '@tillsight/core'
import {
  describeMetrics,
  getOrder,
  getReconciliation,
  getSurvey,
  listAttributionOrders,
  listConnections,
  listHealth,
  listNumberChanges,
  listOwnShops,
  listReconciliations,
  listRows,
  listTaggedAds,
  queryAttribution,
  reportAttribution,
  reportSurvey,
  runQuery,
  saveSurvey,
  saveSurveyMappings,
} from '@tillsight/domain'
import type { Context as Request } from 'hono'
import { withReachAsked } from '../../missing-reach.ts'
import { conversionOperations } from './conversions.ts'
import { collectEvents } from './events.ts'
import { type Operation, operation, personOperation, shopOperation } from './operation.ts'

/** Everything that `/api/v1` offers. */
export const operations: readonly Operation[] = [
  operation({
    method: 'get',
    path: '/metrics',
    summary: 'The catalogue of metrics and dimensions',
    verb: describeMetrics,
  }),
  personOperation({
    method: 'get',
    path: '/shops',
    id: 'shop.list',
    summary: 'The shops that the caller may see',
    verb: listOwnShops,
  }),
  shopOperation({
    method: 'post',
    path: '/shops/{domain}/metrics/query',
    summary: 'Figures of a period: totals, series, breakdowns and a comparison',
    verb: runQuery,
    follow: withReachAsked,
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/metrics/{key}/rows',
    summary: 'The orders and refunds that a figure consists of; contributions add up to it',
    verb: listRows,
    read: readRowsQuery,
  }),
  shopOperation({
    method: 'post',
    path: '/shops/{domain}/attribution/query',
    summary: 'Who earned which orders: channels, campaigns or ads under a model, closing to order revenue',
    verb: queryAttribution,
  }),
  shopOperation({
    method: 'post',
    path: '/shops/{domain}/attribution/rows',
    summary: 'The orders behind one row of credit; parts of all pages add up to it',
    verb: listAttributionOrders,
  }),
  shopOperation({
    method: 'post',
    path: '/shops/{domain}/attribution/report',
    summary:
      'Reports on journeys: models side by side, paths, lags, assists, overlap, transitions, conversion rates, cohorts, claims',
    verb: reportAttribution,
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/tracking/{platform}/ads',
    summary:
      'Ads of googleads, metaads or tiktokads with their tags, how far visits lead, and macros that were not filled in',
    verb: listTaggedAds,
    read: (c) => ({ platform: c.req.param('platform') }),
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/survey',
    summary: 'What buyers are asked after an order, and which channels their answers stand for',
    verb: getSurvey,
  }),
  shopOperation({
    method: 'post',
    path: '/shops/{domain}/survey',
    summary: 'Switches the question on or off and words it; other words make another version',
    verb: saveSurvey,
  }),
  shopOperation({
    method: 'post',
    path: '/shops/{domain}/survey/mappings',
    summary: 'Says which channels answers stand for; answers that were given before follow within minutes',
    verb: saveSurveyMappings,
  }),
  shopOperation({
    method: 'post',
    path: '/shops/{domain}/survey/report',
    summary: 'What buyers said brought them, with intervals, beside what their clicks say',
    verb: reportSurvey,
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/orders/{id}',
    summary: 'One order with its ledger rows, its journey and what each model gives',
    verb: getOrder,
    read: (c) => ({ id: c.req.param('id') }),
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/connections',
    summary: 'How the connections of a shop stand',
    verb: listConnections,
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/number-changes',
    summary: 'What changed figures of past days: by how much, when it was seen, and why',
    verb: listNumberChanges,
    read: readChangesQuery,
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/reconciliation',
    summary: "Days beside the store's own report: both figures, and what they differ by and why",
    verb: listReconciliations,
    read: (c) => pick(c.req.query(), ['from', 'to']),
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/reconciliation/{day}',
    summary: 'One compared day with the orders that differ; null when it was never compared',
    verb: getReconciliation,
    read: (c) => ({ day: c.req.param('day') }),
  }),
  shopOperation({
    method: 'get',
    path: '/shops/{domain}/health',
    summary: 'What makes figures wrong, old or surprising, with a remedy',
    verb: listHealth,
  }),
  ...conversionOperations,
  collectEvents,
]

/** `metrics=sales,newCustomerRevenue` */
function readChangesQuery(c: Request): Readonly<Record<string, unknown>> {
  const { metrics, limit } = c.req.query()
  return {
    ...pick(c.req.query(), ['from', 'to', 'cursor']),
    ...(metrics === undefined ? {} : { metrics: metrics.split(',') }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  }
}

function pick(query: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)))
}

/**
 * `filter=country:DE` keeps, `filter=country!:DE` drops; the same dimension twice means either value.
 * `claims=metaads:7d_click` names the rule of a platform.
 */
function readRowsQuery(c: Request): Readonly<Record<string, unknown>> {
  const { from, to, currency, limit, cursor } = c.req.query()
  const claims = c.req.queries('claims') ?? []
  const filters = Map.groupBy(
    (c.req.queries('filter') ?? []).map(readFilter),
    ({ dimension, not }) => `${dimension}\n${not}`,
  )
  return {
    metric: c.req.param('key'),
    from,
    to,
    ...(filters.size === 0
      ? {}
      : {
          filters: [...filters].map(([key, parts]) => ({
            dimension: key.split('\n')[0],
            operator: key.endsWith('!') ? 'is_not' : 'is',
            values: parts.map(({ value }) => value),
          })),
        }),
    ...(currency === undefined ? {} : { currency }),
    ...(claims.length === 0 ? {} : { claims: Object.fromEntries(claims.map((each) => each.split(':', 2))) }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

function readFilter(text: string): { readonly dimension: string; readonly not: string; readonly value: string } {
  const parts = /^(?<dimension>[^:!]+)(?<not>!?):(?<value>.*)$/s.exec(text)?.groups
  if (parts === undefined) {
    throw new AppError(
      'invalid_input',
      `“${text.slice(0, 60)}” is not a filter: expected country:DE to keep a value, or country!:DE to drop it.`,
    )
  }
  const { dimension = '', not = '', value = '' } = parts
  return { dimension, not, value }
}
