import { z } from 'zod'
import { defineVerb } from '../../context/index.ts'
import { ColumnKind, ExportRow } from '../../exports.ts'
import { AttributionQuery } from './attribution-query.ts'
import type { AttributionResult, CreditFigures } from './outputs.ts'
import { answerAttribution } from './query-attribution.ts'

const pageSize = 1000

/** Exports every row of a query, then the untracked row and the totals, with the same figures as `attribution.query`. */
export const exportAttribution = defineVerb({
  name: 'attribution.export',
  needs: 'attribution:read',
  access: 'read',
  input: AttributionQuery,
  output: z.object({ columns: z.record(z.string(), ColumnKind), rows: z.array(ExportRow) }),
  async run(ctx, { limit: _limit, cursor: _cursor, ...question }) {
    const result = await answerAttribution(ctx, { ...question, limit: pageSize })
    const all = [...result.rows]
    let { cursor } = result
    while (cursor !== undefined) {
      const page = await answerAttribution(ctx, { ...question, limit: pageSize, cursor })
      all.push(...page.rows)
      cursor = page.cursor
    }
    const rows = all.map((row) => toRow(result, { ...row, kind: 'row' }))
    return {
      columns: question.contribution ? { ...columns, ...contributionColumns } : columns,
      rows: [
        ...rows,
        toRow(result, { ...result.not_tracked, kind: 'not_tracked' }),
        toRow(result, { ...result.totals, kind: 'total' }),
      ],
    }
  },
})

/** Platform-reported figures are converted by rates of ten decimals; credit is exact to the millionth. */
const told = { decimals: 16 } as const
const credit = { decimals: 6 } as const
const quotient = { decimals: 10 } as const

const columns: Record<string, ColumnKind> = {
  kind: 'text',
  from: 'day',
  to: 'day',
  model: 'text',
  channel: 'text',
  platform: 'text',
  account_id: 'text',
  campaign_id: 'text',
  ad_set_id: 'text',
  ad_id: 'text',
  name: 'text',
  currency: 'text',
  spend: told,
  clicks: 'whole',
  orders: credit,
  revenue: credit,
  net_revenue: credit,
  new_orders: credit,
  new_revenue: credit,
  returning_orders: credit,
  roas: quotient,
  cpa: quotient,
  cost_per_new_customer: quotient,
  share: quotient,
  claimed_orders: credit,
  claimed_revenue: told,
}

const contributionColumns: Record<string, ColumnKind> = {
  credited_cm2: credit,
  profit: told,
  poas: quotient,
  bound: 'text',
}

type Reported = CreditFigures & { readonly kind: 'row' | 'not_tracked' | 'total' } & Partial<
    AttributionResult['rows'][number]
  >

function toRow({ range, model, currency }: AttributionResult, reported: Reported): ExportRow {
  return {
    kind: reported.kind,
    from: range.from,
    to: range.to,
    model,
    channel: reported.channel ?? '',
    platform: reported.platform ?? '',
    account_id: reported.account_id ?? '',
    campaign_id: reported.campaign_id ?? '',
    ad_set_id: reported.ad_set_id ?? '',
    ad_id: reported.ad_id ?? '',
    name: reported.name ?? '',
    currency,
    spend: reported.spend,
    clicks: reported.clicks,
    orders: reported.orders,
    revenue: reported.revenue,
    net_revenue: reported.net_revenue,
    new_orders: reported.new_orders,
    new_revenue: reported.new_revenue,
    returning_orders: reported.returning_orders,
    roas: reported.roas,
    cpa: reported.cpa,
    cost_per_new_customer: reported.cost_per_new_customer,
    share: reported.share ?? null,
    claimed_orders: reported.claimed_orders ?? null,
    claimed_revenue: reported.claimed_revenue ?? null,
    ...contributionOf(reported),
  }
}

function contributionOf({ credited_cm2 = null, profit = null, poas = null, bound }: Reported): ExportRow {
  return bound === undefined ? {} : { credited_cm2, profit, poas, bound }
}
