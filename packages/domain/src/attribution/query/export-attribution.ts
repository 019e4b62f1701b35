import { run, type ShopContext } from '../../context/index.ts'
import type { ExportRow } from '../../exports/export-rows.ts'
import type { AttributionAnswer, CreditFigures } from './outputs.ts'
import { queryAttribution } from './query-attribution.ts'
import type { AttributionQuestionInput } from './question.ts'

const pageSize = 1000

/**
 * Every row of a question as rows for a file, then what is not tracked and the totals, as `attribution.query` tells them. Throws
 * `forbidden` for who may not see figures, and `invalid_input`.
 */
export async function exportAttribution(
  ctx: ShopContext,
  question: Omit<AttributionQuestionInput, 'limit' | 'cursor'>,
): Promise<ExportRow[]> {
  const answer = await run(queryAttribution, ctx, { ...question, limit: pageSize })
  const told = [...answer.rows]
  let { cursor } = answer
  while (cursor !== undefined) {
    const page = await run(queryAttribution, ctx, { ...question, limit: pageSize, cursor })
    told.push(...page.rows)
    cursor = page.cursor
  }
  const rows = told.map((row) => toRow(answer, { ...row, kind: 'row' }))
  return [
    ...rows,
    toRow(answer, { ...answer.not_tracked, kind: 'not_tracked' }),
    toRow(answer, { ...answer.totals, kind: 'total' }),
  ]
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
