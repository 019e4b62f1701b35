import { z } from 'zod'
import { defineVerb } from '../../context/index.ts'
import { ColumnKind, ExportRow } from '../../exports.ts'
import type { AttributionAnswer, CreditFigures } from './outputs.ts'
import { answerAttribution } from './query-attribution.ts'
import { AttributionQuestion } from './question.ts'

const pageSize = 1000

/** Exports every row of a query, then the untracked row and the totals, with the same figures as `attribution.query`. */
export const exportAttribution = defineVerb({
  name: 'attribution.export',
  needs: 'metrics:read',
  access: 'read',
  input: AttributionQuestion,
  output: z.object({ columns: z.record(z.string(), ColumnKind), rows: z.array(ExportRow) }),
  async run(ctx, { limit: _limit, cursor: _cursor, ...question }) {
    const answer = await answerAttribution(ctx, { ...question, limit: pageSize })
    const all = [...answer.rows]
    let { cursor } = answer
    while (cursor !== undefined) {
      const page = await answerAttribution(ctx, { ...question, limit: pageSize, cursor })
      all.push(...page.rows)
      cursor = page.cursor
    }
    const rows = all.map((row) => toRow(answer, { ...row, kind: 'row' }))
    return {
      columns,
      rows: [
        ...rows,
        toRow(answer, { ...answer.not_tracked, kind: 'not_tracked' }),
        toRow(answer, { ...answer.totals, kind: 'total' }),
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

type Told = CreditFigures & { readonly kind: 'row' | 'not_tracked' | 'total' } & Partial<
    AttributionAnswer['rows'][number]
  >

function toRow({ range, model, currency }: AttributionAnswer, told: Told): ExportRow {
  return {
    kind: told.kind,
    from: range.from,
    to: range.to,
    model,
    channel: told.channel ?? '',
    platform: told.platform ?? '',
    account_id: told.account_id ?? '',
    campaign_id: told.campaign_id ?? '',
    ad_set_id: told.ad_set_id ?? '',
    ad_id: told.ad_id ?? '',
    name: told.name ?? '',
    currency,
    spend: told.spend,
    clicks: told.clicks,
    orders: told.orders,
    revenue: told.revenue,
    net_revenue: told.net_revenue,
    new_orders: told.new_orders,
    new_revenue: told.new_revenue,
    returning_orders: told.returning_orders,
    roas: told.roas,
    cpa: told.cpa,
    cost_per_new_customer: told.cost_per_new_customer,
    share: told.share ?? null,
    claimed_orders: told.claimed_orders ?? null,
    claimed_revenue: told.claimed_revenue ?? null,
  }
}
