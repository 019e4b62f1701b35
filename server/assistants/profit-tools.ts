import { ladder } from '@tillsight/domain'
import { describeCatalogue } from '@tillsight/metrics'
import { z } from 'zod'
import { aboutFigures, aboutShop, boundsOf, definitionOf, searchOf, uncertain } from './about.ts'
import { defineTool, inputs } from './tool.ts'

// Tools about what is left, and about figures that moved later.

const Value = z.union([z.string(), z.number()]).nullable()

const margins = ['grossMargin', 'cm1Margin', 'cm2Margin', 'cm3Margin', 'netMargin'] as const

/** From net sales to net profit. */
export const profitAndLoss = defineTool({
  name: 'profit_and_loss',
  title: 'Profit and loss',
  description:
    'From net sales to net profit, line by line, with how far the costs in each line are known; optionally over time and beside another period.',
  needs: ['metrics:read', 'costs:read'],
  input: z.strictObject({
    shop: inputs.shop,
    from: inputs.from,
    to: inputs.to,
    interval: z.enum(['day', 'week', 'month']).optional().describe('Adds the same lines over time.'),
    compare: inputs.compare.optional(),
    filters: inputs.filters.optional(),
    currency: inputs.currency.optional(),
    cursor: inputs.cursor,
  }),
  output: {
    lines: z.array(
      z.object({
        metric: z.string(),
        label: z.string(),
        value: Value,
        before: Value.optional(),
        bound: z.enum(['exact', 'about', 'at_most', 'at_least']),
      }),
    ),
    series: z.array(z.object({ at: z.string(), values: z.record(z.string(), Value) })).optional(),
    quality: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Of net profit: shares of goods, fees and shipping whose cost is known, assumed or unknown.'),
    orders: Value,
  },
  async answer(caller, { shop: named, ...question }) {
    const shop = await caller.shop(named)
    const metrics = [...ladder, ...margins]
    const answer = await shop.run('metrics.query', { ...question, metrics: [...metrics, 'orders'] })
    const { totals, compare, series, quality = {} } = answer
    const labels = new Map(describeCatalogue().metrics.map(({ key, label }) => [key, label]))
    const lines = metrics.map((metric) => ({
      metric,
      label: labels.get(metric) ?? metric,
      value: totals[metric] ?? null,
      ...(compare && { before: compare.totals[metric] ?? null }),
      bound: quality[metric]?.bound ?? 'exact',
    }))
    return {
      fixed: { orders: totals['orders'] ?? null, ...(quality['netProfit'] && { quality: quality['netProfit'] }) },
      lists: { lines, ...(series && { series }) },
      about: aboutFigures(caller, shop, {
        figures: answer,
        definition: definitionOf(['productRevenue', 'cm1', 'cm2', 'cm3', 'netProfit'], shop),
        caveats: boundsOf(quality) ? [uncertain] : [],
        page: `/profit${searchOf(answer.range)}`,
      }),
    }
  },
})

/** What moved figures of past days. */
export const listNumberChanges = defineTool({
  name: 'list_number_changes',
  title: 'What moved past figures',
  description:
    'Figures of past days that changed after the day had ended: by how much, when that was seen, and why, such as late refunds, restated ads or changed costs.',
  needs: ['orders:read'],
  input: z.strictObject({
    shop: inputs.shop,
    from: inputs.from,
    to: inputs.to,
    metrics: z.array(z.string()).max(150).optional().describe('Only changes of these metrics.'),
    order: z.string().max(200).optional().describe('Only what this order caused, by its id.'),
    limit: z.int().min(1).max(200).optional(),
    cursor: inputs.cursor,
  }),
  output: {
    currency: z.string(),
    changes: z.array(
      z.looseObject({
        day: z.string(),
        metric: z.string(),
        cause: z.string(),
        orderId: z.string(),
        orderName: z.string(),
        before: z.string(),
        after: z.string(),
        difference: z.string(),
        seenAt: z.string(),
      }),
    ),
  },
  async answer(caller, { shop: named, limit = 100, ...question }, { cursor }) {
    const shop = await caller.shop(named)
    const {
      currency,
      changes,
      cursor: next,
    } = await shop.run('numbers.changes', {
      ...question,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    return {
      fixed: { currency },
      lists: { changes },
      next,
      about: await aboutShop(caller, shop, {
        definition:
          'Changes of figures of days that had ended. before and after are of the order or account on that day; difference is after less before.',
        period: { from: question.from, to: question.to },
        currency,
        page: '/integrations/number-changes',
      }),
    }
  },
})
