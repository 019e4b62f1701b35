import { AppError } from '@tillsight/core'
import { mostIssues, organisationVerbs, personVerbs, shopVerbs } from '@tillsight/domain'
import { adPlatformIds } from '@tillsight/platforms'
import { readMessage, ServerMessage } from '@tillsight/tracking'
import type { Context as Request } from 'hono'
import { z } from 'zod'
import { takeServerEvents } from '../../collect/collector.ts'
import { organisationRunner, personRunner } from '../../people-verbs.ts'
import { shopRunner } from '../../verbs.ts'
import { readJsonBody } from '../json-body.ts'
import { alertOperations } from './alert-operations.ts'
import { auditOperations } from './audit-operations.ts'
import { billingOperations } from './billing-operations.ts'
import { costOperations } from './cost-operations.ts'
import { dashboardOperations } from './dashboard-operations.ts'
import { exportOperations } from './export-operations.ts'
import { keyOperations } from './key-operations.ts'
import { memberOperations } from './member-operations.ts'
import { type Offers, type Operation, offered, readParameters } from './operation.ts'
import { pushOperations } from './push-operations.ts'
import { shareOperations } from './share-operations.ts'
import { spendOperations } from './spend-operations.ts'
import { webhookOperations } from './webhook-operations.ts'

/** `metrics=sales,newCustomerRevenue` */
function readChangesQuery(c: Request): Readonly<Record<string, unknown>> {
  const { metrics } = c.req.query()
  return {
    ...readParameters(c, ['from', 'to', 'order', 'cursor'], ['limit']),
    ...(metrics === undefined ? {} : { metrics: metrics.split(',') }),
  }
}

/**
 * `filter=country:DE` includes, `filter=country!:DE` excludes; repeating a dimension means either value.
 * `claims=metaads:7d_click` selects a platform's attribution setting.
 */
function readRowsQuery(c: Request): Readonly<Record<string, unknown>> {
  const claims = c.req.queries('claims') ?? []
  return {
    metric: c.req.param('key'),
    ...readListQuery(c, ['from', 'to', 'currency', 'cursor']),
    ...(claims.length === 0 ? {} : { claims: Object.fromEntries(claims.map((each) => each.split(':', 2))) }),
  }
}

/** The named parameters, with `limit` and the filters. */
function readListQuery(c: Request, names: readonly string[]): Readonly<Record<string, unknown>> {
  const filters = Map.groupBy(
    (c.req.queries('filter') ?? []).map(readFilter),
    ({ dimension, not }) => `${dimension}\n${not}`,
  )
  return {
    ...readParameters(c, names, ['limit']),
    ...(filters.size === 0
      ? {}
      : {
          filters: [...filters].map(([key, parts]) => ({
            dimension: key.split('\n')[0],
            operator: key.endsWith('!') ? 'is_not' : 'is',
            values: parts.map(({ value }) => value),
          })),
        }),
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

/** `from=2026-03-01&to=2026-03-31&only=below&below=20&limit=100&skip=0` */
function readGoodsQuery(c: Request): Readonly<Record<string, unknown>> {
  return readParameters(c, ['from', 'to', 'only', 'search'], ['below', 'limit', 'skip'])
}

/** `states=refused&states=given_up&skip=25&most=25` */
function readLogQuery(c: Request): Readonly<Record<string, unknown>> {
  return { ...ofPlatform(c), states: c.req.queries('states') ?? [], ...readParameters(c, [], ['skip', 'most']) }
}

const conversions = '/shops/{domain}/conversions'
const ofPlatform = (c: Request) => ({ platform: c.req.param('platform') })

/** Verbs of the organisation that `/api/v1` offers. */
const ofOrganisation: Offers<typeof organisationVerbs> = {
  'metrics.describe': {
    method: 'get',
    path: '/metrics',
    summary: 'The catalogue of metrics and dimensions',
  },
}

/** A person's shops in all their organisations; a key's in its own. */
const listShops: Operation = {
  method: 'get',
  path: '/shops',
  id: 'shop.list',
  summary: 'The shops that the caller may see',
  about: 'All of them: a shop has a store of its own, and no more than 20 of an organisation are without one yet.',
  needs: 'shops:read',
  input: personVerbs['shop.list_own'].input,
  output: personVerbs['shop.list_own'].output,
  async answer({ runtime, visit, contexts }) {
    return visit === null
      ? organisationRunner(runtime, await contexts.anyShop())('shop.list')
      : personRunner(runtime, visit)('shop.list_own')
  },
}

const anyAdPlatform = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(adPlatformIds)

/** Verbs of the shop that the path names. */
const ofShop: Offers<typeof shopVerbs> = {
  'metrics.query': {
    method: 'post',
    path: '/shops/{domain}/metrics/query',
    summary: 'Figures of a period: totals, series, breakdowns and a comparison',
  },
  'metrics.rows': {
    method: 'get',
    path: '/shops/{domain}/metrics/{key}/rows',
    summary: 'The orders and refunds that a figure consists of; contributions add up to it',
    read: readRowsQuery,
  },
  'profit.explain': {
    method: 'post',
    path: '/shops/{domain}/profit/explain',
    summary: 'Why profit changed between two periods: every line, causes, and products, channels and customers',
  },
  'costs.goods': {
    method: 'get',
    path: '/shops/{domain}/costs/goods',
    summary: 'Goods sold in a period with what they cost, most net sales first',
    read: readGoodsQuery,
  },
  'costs.timeLine': {
    method: 'get',
    path: '/shops/{domain}/costs/goods/time-line',
    summary: 'Everything that is entered of a variant and its product, the latest first, with what holds today',
    read: (c) => readParameters(c, ['variant']),
  },
  'costs.parts': {
    method: 'post',
    path: '/shops/{domain}/costs/goods/parts',
    summary: 'What something costs today that is made of other goods, and goods that it could be made of',
  },
  'costs.tryShipping': {
    method: 'post',
    path: '/shops/{domain}/costs/shipping/try',
    summary: 'What shipping a made-up order would cost today, by the rules that orders are booked with',
  },
  'costs.shippingMethods': {
    method: 'get',
    path: '/shops/{domain}/costs/shipping-methods',
    summary: 'What buyers paid for shipping, what carriers charged and what is left, by country and method',
    read: (c) => readParameters(c, ['from', 'to']),
  },
  'costs.rules': {
    method: 'get',
    path: '/shops/{domain}/costs/rules',
    summary: 'Rules about payment fees, carriers, handling, returns and expenses per order',
  },
  'costs.preview': {
    method: 'post',
    path: '/shops/{domain}/costs/preview',
    summary: 'What a change of costs would do to profit, exactly; nothing is written',
  },
  'costs.save': {
    method: 'post',
    path: '/shops/{domain}/costs/changes',
    summary: 'Saves a change of costs as one change set, or undoes one',
  },
  'costs.changes': {
    method: 'get',
    path: '/shops/{domain}/costs/changes',
    summary: 'Changes of costs, the newest first, with what they did to profit',
  },
  'attribution.query': {
    method: 'post',
    path: '/shops/{domain}/attribution/query',
    summary: 'Who earned which orders: channels, campaigns or ads under a model, closing to order revenue',
  },
  'attribution.rows': {
    method: 'post',
    path: '/shops/{domain}/attribution/rows',
    summary: 'The orders behind one row of credit; parts of all pages add up to it',
  },
  'attribution.report': {
    method: 'post',
    path: '/shops/{domain}/attribution/report',
    summary:
      'Reports on journeys: models side by side, paths, lags, assists, overlap, transitions, conversion rates, cohorts, claims',
  },
  'tracking.ads': {
    method: 'get',
    path: '/shops/{domain}/tracking/{platform}/ads',
    summary: `Ads of ${anyAdPlatform} with their tags, how far visits lead, and macros that were not filled in`,
    read: (c) => ({ platform: c.req.param('platform') }),
  },
  'survey.get': {
    method: 'get',
    path: '/shops/{domain}/survey',
    summary: 'What buyers are asked after an order, and which channels their answers stand for',
  },
  'survey.save': {
    method: 'post',
    path: '/shops/{domain}/survey',
    summary: 'Switches the question on or off and words it; other words make another version',
  },
  'survey.mappings': {
    method: 'post',
    path: '/shops/{domain}/survey/mappings',
    summary: 'Says which channels answers stand for; answers that were given before follow within minutes',
  },
  'survey.report': {
    method: 'post',
    path: '/shops/{domain}/survey/report',
    summary: 'What buyers said brought them, with intervals, beside what their clicks say',
  },
  'product.list': {
    method: 'get',
    path: '/shops/{domain}/products',
    summary:
      'Products of a period with what they sold and contribute, and the ads credited to them, most net sales first',
    read: (c) => readListQuery(c, ['from', 'to', 'currency', 'sort', 'search', 'cursor', 'model']),
  },
  'product.get': {
    method: 'get',
    path: '/shops/{domain}/products/{id}',
    summary: 'One product of a period: figures, ads credited to it, variants, dated costs, and what is bought with it',
    read: (c) => ({
      id: c.req.param('id'),
      ...readParameters(c, ['from', 'to', 'interval', 'compare', 'currency', 'model']),
    }),
  },
  'order.list': {
    method: 'get',
    path: '/shops/{domain}/orders',
    summary: 'Orders of a period, the newest first, each with what is left of it up to now',
    read: (c) => readListQuery(c, ['from', 'to', 'only', 'search', 'cursor']),
  },
  'order.get': {
    method: 'get',
    path: '/shops/{domain}/orders/{id}',
    summary: 'One order with its ledger rows, its costs and what is left, its journey and what each model gives',
    read: (c) => ({ id: c.req.param('id') }),
  },
  'connection.list': {
    method: 'get',
    path: '/shops/{domain}/connections',
    summary: 'How the connections of a shop stand',
    about: 'All of them: a shop has one for each platform at most.',
  },
  'numbers.changes': {
    method: 'get',
    path: '/shops/{domain}/number-changes',
    summary: 'What changed figures of past days: by how much, when it was seen, and why',
    read: readChangesQuery,
  },
  'reconciliation.list': {
    method: 'get',
    path: '/shops/{domain}/reconciliation',
    summary: "Days beside the store's own report: both figures, and what they differ by and why",
    read: (c) => readParameters(c, ['from', 'to']),
  },
  'reconciliation.get': {
    method: 'get',
    path: '/shops/{domain}/reconciliation/{day}',
    summary: 'One compared day with the orders that differ; null when it was never compared',
    read: (c) => ({ day: c.req.param('day') }),
  },
  'health.list': {
    method: 'get',
    path: '/shops/{domain}/health',
    summary: 'What makes figures wrong, old or surprising, with a remedy',
    about: `The gravest ${mostIssues} at most; each goes away with its cause, and the next one takes its place.`,
  },
  'conversions.targets': {
    method: 'get',
    path: conversions,
    summary: 'The ad platforms that can be told of orders, and how that stands',
    about: 'All of them: one for each platform.',
  },
  'conversions.get': {
    method: 'get',
    path: `${conversions}/{platform}`,
    summary: 'How a platform is told of orders, and how well that goes; the stored token never comes back',
    read: ofPlatform,
  },
  'conversions.list': {
    method: 'get',
    path: `${conversions}/{platform}/log`,
    summary: 'The delivery log: each order with what became of it, the latest first',
    read: readLogQuery,
  },
  'conversions.destinations': {
    method: 'get',
    path: `${conversions}/{platform}/destinations`,
    summary: 'Datasets, pixels or conversion actions that the connected account has; the platform is asked',
    read: ofPlatform,
  },
  'conversions.save': {
    method: 'post',
    path: `${conversions}/{platform}`,
    summary: 'Sets up how a platform is told of orders; switches nothing on',
    read: ofPlatform,
  },
  'conversions.switch': {
    method: 'post',
    path: `${conversions}/{platform}/switch`,
    summary: 'Switches telling a platform of orders on or off; orders of before are never sent',
    read: ofPlatform,
  },
  'conversions.try': {
    method: 'post',
    path: `${conversions}/{platform}/test`,
    summary: 'Sends a made-up order that counts for nothing, and says what the platform answers',
    read: ofPlatform,
  },
  'conversions.resend': {
    method: 'post',
    path: `${conversions}/{platform}/resend`,
    summary: 'Queues one order, or all that were refused or given up, to be sent again under the same event ID',
    read: ofPlatform,
  },
}

/** Events from a shop's own server. Their ids make the request idempotent. */
const collectEvents: Operation = {
  method: 'post',
  path: '/shops/{domain}/events',
  id: 'tracking.collect',
  summary: 'Events that the shop’s own server tells; told twice, an event is the same by its id',
  needs: 'events:write',
  status: 202,
  input: ServerMessage,
  output: z.object({ accepted: z.number() }),
  async answer({ contexts }, request) {
    const ctx = await contexts.shop(request.req.param('domain') ?? '')
    const message = readMessage(ServerMessage, await readJsonBody(request))
    return { accepted: await takeServerEvents(ctx, message, contexts) }
  },
}

/** All operations of `/api/v1`. */
export const operations: readonly Operation[] = [
  ...offered(organisationVerbs, ofOrganisation, async ({ runtime, contexts }) =>
    organisationRunner(runtime, await contexts.anyShop()),
  ),
  listShops,
  ...offered(shopVerbs, ofShop, async ({ runtime, contexts }, request) =>
    shopRunner(runtime, await contexts.shop(request.req.param('domain') ?? ''), 'program'),
  ),
  ...costOperations,
  ...spendOperations,
  collectEvents,
  ...keyOperations,
  ...auditOperations,
  ...memberOperations,
  ...billingOperations,
  ...exportOperations,
  ...webhookOperations,
  ...shareOperations,
  ...alertOperations,
  ...pushOperations,
  ...dashboardOperations,
]
