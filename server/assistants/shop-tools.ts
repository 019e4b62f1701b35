import type { ShopId } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { type HealthIssue, permissionsOf, readFirstDay } from '@tillsight/domain'
import { z } from 'zod'
import { aboutNothing, aboutShop, linkTo } from './about.ts'
import { cleanText } from './clean.ts'
import { type Caller, readSources } from './shops.ts'
import { defineTool, inputs } from './tool.ts'

// Tools about shops, their data, and single orders.

/** Each takes a few queries. */
const shopsAtOnce = 50

/** The shops that the key sees. */
export const listShops = defineTool({
  name: 'list_shops',
  title: 'List shops',
  description:
    'The shops that the key sees, with time zone, currency, today’s date there, how far back history reaches and how fresh each source is.',
  needs: ['shops:read'],
  input: z.strictObject({ cursor: inputs.cursor }),
  output: {
    shops: z.array(
      z.object({
        domain: z.string(),
        name: z.string(),
        platform: z.string(),
        zone: z.string(),
        currency: z.string(),
        today: z.string().describe('The day that it is there now.'),
        historySince: z
          .string()
          .nullable()
          .describe('First day with an order; null without any, or for a key without figures.'),
        freshness: z.record(z.string(), z.string()),
      }),
    ),
  },
  async answer(caller, _, { cursor = '0' }) {
    const shops = await (await caller.organisation())('shop.list')
    const end = Number(cursor) + shopsAtOnce
    return {
      fixed: {},
      lists: { shops: await Promise.all(shops.slice(Number(cursor), end).map(({ id }) => describeShop(caller, id))) },
      next: end < shops.length ? String(end) : undefined,
      about: aboutNothing(caller, 'Shops of the organisation that the key belongs to, as far as the key sees them.'),
    }
  },
})

async function describeShop(caller: Caller, id: ShopId) {
  const shop = await caller.shop(id)
  const { domain, name, platform, zone, currency } = shop.ctx.shop
  const seesFigures = permissionsOf(shop.ctx.actor).includes('metrics:read')
  return {
    domain,
    name,
    platform,
    zone,
    currency,
    today: dayOf(caller.clock.now(), zone),
    historySince: seesFigures ? await readFirstDay(shop.ctx) : null,
    freshness: seesFigures ? (await readSources(shop)).freshness : {},
  }
}

/** Pages where findings are mended, below the shop. */
const pages: Readonly<Record<HealthIssue['place']['page'], string>> = {
  connections: '/integrations',
  reconciliation: '/integrations/reconciliation',
  imports: '/integrations/imports',
  goods: '/costs/goods',
  basics: '/settings',
  privacy: '/settings/privacy',
  currencies: '/settings/currencies',
  summary: '',
  order: '/orders',
  sending: '/tracking',
}

/** Says who a person is; for an assistant, that there is one has to do. */
const ofPeople = {
  privacy_request: {
    title: 'A buyer asks what is stored about them',
    advice: 'By law this is to be answered in time. Settings > Privacy says who it is, and by when.',
  },
} as const

/** A finding's advice is our own sentence, with names in it. */
const longestAdvice = 600

/** Open findings about the data. */
export const dataHealth = defineTool({
  name: 'data_health',
  title: 'Data health',
  description:
    'Open findings about the data, the gravest first: what makes figures wrong, old or surprising, and what to do.',
  needs: ['health:read'],
  input: z.strictObject({ shop: inputs.shop, cursor: inputs.cursor }),
  output: {
    findings: z.array(
      z.object({
        kind: z.string(),
        severity: z
          .enum(['error', 'warning', 'note'])
          .describe('error: figures are wrong or old; warning: they may be.'),
        title: z.string(),
        advice: z.string(),
        since: z.string(),
        lastSeen: z.string(),
        link: z.string().describe('Where it is mended.'),
      }),
    ),
  },
  async answer(caller, { shop: named }) {
    const shop = await caller.shop(named)
    const issues = await shop.run('health.list')
    const { domain } = shop.ctx.shop
    const findings = issues.map(({ kind, severity, title, advice, since, lastSeen, place }) => ({
      kind,
      severity,
      title: cleanText(title),
      advice,
      ...(kind === 'privacy_request' ? ofPeople.privacy_request : {}),
      since,
      lastSeen,
      link: linkTo(caller.site, domain, pages[place.page]),
    }))
    return {
      fixed: {},
      lists: { findings },
      about: await aboutShop(caller, shop, {
        definition: 'Findings that are open now. None means that nothing known makes figures wrong.',
        page: '/integrations',
      }),
      longestText: longestAdvice,
    }
  },
})

/** One order, without its buyer. */
export const getOrder = defineTool({
  name: 'get_order',
  title: 'Get an order',
  description:
    'One order: what was booked when, what it cost and what is left, the visits that led to it, and what each attribution model gives. Nothing about who bought.',
  needs: ['orders:read'],
  input: z.strictObject({
    shop: inputs.shop,
    id: z.string().min(1).max(200).describe('The platform’s id of the order, such as orderId of explain_figure.'),
    cursor: inputs.cursor,
  }),
  output: {
    order: z.looseObject({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      placedAt: z.string(),
      currency: z.string(),
      total: z.string().nullable(),
      counted: z.boolean(),
      customerClass: z.string().nullable(),
    }),
    profit: z.looseObject({ paid: z.string(), netRevenue: z.string(), cm2: z.string(), bound: z.string() }).nullable(),
    journey: z
      .looseObject({ person: z.string(), value: z.string(), net: z.string(), consentGap: z.boolean() })
      .nullable()
      .describe('Null for an order that does not count.'),
    rows: z.array(z.looseObject({ bookedAt: z.string(), kind: z.string(), title: z.string(), gross: z.string() })),
    refunds: z.array(z.looseObject({ at: z.string(), amount: z.string() })),
    disputes: z.array(z.looseObject({ at: z.string(), outcome: z.string() })),
    costs: z.array(z.looseObject({ part: z.string(), amount: z.string(), state: z.string() })),
    touches: z.array(z.looseObject({ at: z.string(), kind: z.string(), channel: z.string() })),
    models: z.array(z.looseObject({ model: z.string(), credit: z.array(z.looseObject({ touchId: z.string() })) })),
  },
  async answer(caller, { shop: named, id }) {
    const shop = await caller.shop(named)
    // Tags and reasons of refunds are free text, in which staff write about people.
    const {
      attribution,
      rows,
      costs,
      profit,
      disputes,
      tags: _,
      refunds,
      ...order
    } = await shop.run('order.get', { id })
    const { touches = [], models = [], ...journey } = attribution ?? {}
    return {
      fixed: { order, profit, journey: attribution && journey },
      lists: {
        rows,
        refunds: refunds.map((refund) => ({ id: refund.id, at: refund.at, amount: refund.amount })),
        disputes,
        costs,
        touches,
        models,
      },
      about: await aboutShop(caller, shop, {
        definition:
          'Amounts in the shop’s currency. rows are what the order added to figures, profit is what is left of it up to now, models say what each touch earned of its value.',
        page: `/orders/${encodeURIComponent(id)}`,
      }),
    }
  },
})
