import type { SqlText } from '@tillsight/attribution'
import { moneyText, pageStart, placeCursor } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { AttributionOrdersQuery } from './attribution-query.ts'
import { withEffects } from './credit-of-model.ts'
import { creditOf, listsOf, platformSql } from './credited.ts'
import { toCreditQuery } from './figure-set.ts'
import { ordersText } from './figures.ts'
import { AttributionOrders } from './outputs.ts'

/** The orders behind a row, largest share first. The shares of all pages add up to the row exactly. */
export const listAttributionOrders = defineVerb({
  name: 'attribution.rows',
  needs: 'orders:read',
  access: 'read',
  input: AttributionOrdersQuery,
  output: AttributionOrders,
  async run(ctx, asked): Promise<AttributionOrders> {
    const unfitted = await toCreditQuery(ctx, { range: { from: asked.from, to: asked.to }, asked })
    const { question } = await withEffects(ctx, unfitted.question)
    const keep = ['order_id', 'order_name', 'placed_at', 'customer_class', 'whole']
    const credit = creditOf(ctx, question, { touches: listsOf('ad'), keep })
    const parts = partsOf(credit, asked.row)
    const start = pageStart(asked.cursor)
    const [rows, [sums]] = await Promise.all([
      readPage(ctx, parts, { start, limit: asked.limit + 1 }),
      ctx.warehouse.read({ sql: sumsSql(parts.sql), params: parts.params }, SumsRow),
    ])
    return {
      currency: question.currency,
      model: asked.model,
      orders: ordersText(sums?.micro_sum ?? 0n),
      revenue: moneyText(sums?.gross_sum ?? 0n),
      net_revenue: moneyText(sums?.net_sum ?? 0n),
      count: sums?.number ?? 0,
      rows: rows.slice(0, asked.limit).map(toOrder),
      ...(rows.length > asked.limit ? { cursor: placeCursor(start + asked.limit) } : {}),
    }
  },
})

/** Restricts credit to one row. */
function partsOf(credit: SqlText, row: AttributionOrdersQuery['row']): SqlText {
  if (row === 'not_tracked') return { sql: `(SELECT * FROM ${credit.sql} WHERE NOT tracked)`, params: credit.params }
  const named = Object.entries(row).filter((part): part is [string, string] => part[1] !== undefined)
  const conditions = named.map(([part]) => conditionOf(part))
  return {
    sql: `(SELECT * FROM ${credit.sql} WHERE tracked AND ${conditions.join(' AND ')})`,
    params: { ...credit.params, ...Object.fromEntries(named.map(([part, value]) => [`row_${part}`, value])) },
  }
}

function conditionOf(part: string): string {
  if (part === 'platform') return `${platformSql} = {row_platform:String}`
  const same = `toString(${part}) = {row_${part}:String}`
  // A visit may name a campaign without its account; the row takes it from the campaign.
  return part === 'account_id' ? `(${same} OR account_id = '' AND campaign_id != '')` : same
}

const SumsRow = z.object({
  gross_sum: z.coerce.bigint(),
  net_sum: z.coerce.bigint(),
  micro_sum: z.coerce.bigint(),
  number: z.coerce.number(),
})

function sumsSql(from: string): string {
  return `SELECT sum(gross) AS gross_sum, sum(net) AS net_sum, sum(micro) AS micro_sum, uniqExact(order_id) AS number FROM ${from}`
}

const OrderRow = z.object({
  order_id: z.string(),
  name: z.string(),
  placed: z.string(),
  class: z.enum(['none', 'new', 'returning', 'unidentified']),
  worth: z.coerce.bigint(),
  gross_sum: z.coerce.bigint(),
  net_sum: z.coerce.bigint(),
  micro_sum: z.coerce.bigint(),
  touches: z.coerce.number(),
})

function readPage(
  ctx: ShopContext,
  parts: SqlText,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<z.infer<typeof OrderRow>[]> {
  const sql = `SELECT order_id, any(order_name) AS name, formatDateTime(any(placed_at), '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS placed,
    toString(any(customer_class)) AS class, any(whole) AS worth, sum(gross) AS gross_sum, sum(net) AS net_sum,
    sum(micro) AS micro_sum, countIf(tracked AND (gross != 0 OR micro != 0)) AS touches
  FROM ${parts.sql} GROUP BY order_id ORDER BY gross_sum DESC, order_id LIMIT {rows_limit:UInt32} OFFSET {rows_start:UInt32}`
  return ctx.warehouse.read({ sql, params: { ...parts.params, rows_limit: limit, rows_start: start } }, OrderRow)
}

function toOrder(row: z.infer<typeof OrderRow>): AttributionOrders['rows'][number] {
  return {
    order_id: row.order_id,
    order_name: row.name,
    placed_at: row.placed,
    customer_class: row.class,
    value: moneyText(row.worth),
    orders: ordersText(row.micro_sum),
    revenue: moneyText(row.gross_sum),
    net_revenue: moneyText(row.net_sum),
    touches: row.touches,
  }
}
