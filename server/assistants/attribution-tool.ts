import { clickWindows, requestedModels } from '@tillsight/domain'
import { orderValueIds } from '@tillsight/metrics'
import { z } from 'zod'
import { aboutShop, searchOf } from './about.ts'
import { defineTool, inputs } from './tool.ts'

const Figure = z.string().nullable()
const Figures = z.looseObject({
  spend: Figure,
  orders: z.string(),
  revenue: z.string(),
  net_revenue: z.string(),
  new_orders: z.string(),
  roas: Figure,
  cpa: Figure,
})

/** Rows of one answer. */
const mostRows = 200

/** Who earned which orders. */
export const queryAttribution = defineTool({
  name: 'query_attribution',
  title: 'Query attribution',
  description:
    'Which channels, campaigns, ad sets or ads earned the orders of a period under a model, beside what they spent. Rows and not_tracked add up to totals; closing shows how that agrees with what was booked.',
  needs: ['attribution:read'],
  input: z.strictObject({
    shop: inputs.shop,
    from: inputs.from,
    to: inputs.to,
    model: z.enum(requestedModels).optional().describe('last_non_direct unless said otherwise.'),
    level: z.enum(['channel', 'campaign', 'adset', 'ad']).optional(),
    value: z
      .enum(orderValueIds)
      .optional()
      .describe('The metric that is distributed; order revenue unless said otherwise.'),
    customers: z.enum(['all', 'new', 'returning']).optional(),
    date: z
      .enum(['order', 'touch'])
      .optional()
      .describe('Whether credit counts on the day of the order or of the touch.'),
    click_window_days: z.literal(clickWindows).nullable().optional().describe('null: any click, however long before.'),
    filters: z
      .strictObject({
        channels: z.array(z.string()).max(200).optional(),
        platforms: z.array(z.string()).max(200).optional(),
        search: z.string().max(100).optional(),
      })
      .optional(),
    contribution: z.boolean().optional().describe('Adds what credited orders contribute after delivery and after ads.'),
    compare: inputs.compare.optional(),
    interval: z.enum(['day', 'week', 'month']).optional().describe('Adds a series.'),
    currency: inputs.currency.optional(),
    limit: z.int().min(1).max(mostRows).optional(),
    cursor: inputs.cursor,
  }),
  output: {
    model: z.string(),
    level: z.string(),
    config: z.record(z.string(), z.unknown()).describe('The windows and rules that were used.'),
    row_count: z.number(),
    totals: Figures,
    not_tracked: Figures.describe('Orders that no visit or click is known of.'),
    tracked_share: z.object({ revenue: Figure, orders: Figure }),
    closing: z.looseObject({ metric: z.string(), booked: z.string(), credited: z.string(), not_tracked: z.string() }),
    compare: z.looseObject({ totals: Figures, not_tracked: Figures }).optional(),
    fit: z.looseObject({ is_enough: z.boolean(), sentence: z.string() }).optional(),
    rows: z.array(
      Figures.extend({
        key: z.string(),
        channel: z.string(),
        platform: z.string().nullable(),
        name: z.string().nullable(),
        share: Figure,
        claimed_orders: Figure,
        claimed_revenue: Figure,
      }),
    ),
    series: z.array(z.looseObject({ at: z.string(), revenue: z.string(), not_tracked: z.string() })).optional(),
  },
  async answer(caller, { shop: named, limit = mostRows, ...question }, { cursor }) {
    const shop = await caller.shop(named)
    const answer = await shop.run('attribution.query', {
      ...question,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    const { model, level, config, row_count, totals, not_tracked, tracked_share, closing, compare, fit } = answer
    const { rows, series, range, incomplete_from: open } = answer
    const still = `Orders of the coming days can still be credited to touches from ${open} on.`
    return {
      fixed: {
        model,
        level,
        config,
        row_count,
        totals,
        not_tracked,
        tracked_share,
        closing,
        ...(compare && { compare }),
        ...(fit && { fit }),
      },
      lists: { rows, ...(series && { series }) },
      next: answer.cursor,
      about: await aboutShop(caller, shop, {
        definition:
          'Credit for the value of orders at the time of purchase, divided among the touches before each order by the rules of the model and config. net_revenue is less returns; claimed_ is what ad platforms report by their own rules.',
        period: range,
        currency: answer.currency,
        caveats: [
          ...(open === null ? [] : [still]),
          ...(fit && !fit.is_enough ? [fit.sentence] : []),
          ...answer.warnings,
        ],
        page: `/attributions${searchOf(range)}`,
      }),
    }
  },
})
