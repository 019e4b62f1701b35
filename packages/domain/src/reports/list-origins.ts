import { AppError, isCurrency } from '@tillsight/core'
import { countDays, type DayRange, endOfDay, parseDay, startOfDay } from '@tillsight/core/days'
import { type DayRate, dayRate } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { listDailyRates } from '../currencies/index.ts'

/** The days, and whether to group by the visit's source or by its campaign too. */
const ListOriginsInput = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(['source', 'campaign']),
  /** The currency to convert revenue into, at each day's rate; the shop's own by default. */
  currency: z
    .string()
    .refine(isCurrency, 'This is not a currency: expected an ISO 4217 code in upper case.')
    .optional(),
  limit: z.int().min(1).max(1000).optional(),
})
type ListOriginsInput = z.infer<typeof ListOriginsInput>

/**
 * What the store itself recorded on its orders about the visit behind them. Texts are the store's own, empty where it
 * recorded nothing.
 */
const OriginsResult = z.object({
  currency: z.string(),
  /** Total over all rows, listed or not. */
  orders: z.number(),
  /** Orders with any record of their visit. */
  recorded: z.number(),
  count: z.number(),
  rows: z.array(
    z.object({
      sourceType: z.string(),
      source: z.string(),
      medium: z.string(),
      campaign: z.string(),
      orders: z.number(),
      /** Null if one of its days has no exchange rate. */
      revenue: z.string().nullable(),
    }),
  ),
})
export type OriginsResult = z.infer<typeof OriginsResult>

const OriginRow = z.object({
  source_type: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  orders: z.coerce.number(),
  revenue: z.string(),
  unrated: z.coerce.number(),
  all_orders: z.coerce.number(),
  recorded_orders: z.coerce.number(),
  all_rows: z.coerce.number(),
})

const usualLimit = 200
const longestDays = 3660

/** Counts the orders of the days by the visit source that the store recorded, most orders first. */
export const listOrigins = defineVerb({
  name: 'metrics.origins',
  needs: 'metrics:read',
  access: 'read',
  input: ListOriginsInput,
  output: OriginsResult,
  async run(ctx, input): Promise<OriginsResult> {
    const range = rangeOf(input)
    const rate = await rateOf(ctx, range, input.currency)
    const statement = {
      sql: originsSql(input, rate),
      params: { ...paramsOf(ctx, range, input.limit), ...rate?.params },
    }
    const rows = await ctx.warehouse.read(statement, OriginRow)
    const [first] = rows
    return {
      currency: input.currency ?? ctx.shop.currency,
      orders: first?.all_orders ?? 0,
      recorded: first?.recorded_orders ?? 0,
      count: first?.all_rows ?? 0,
      rows: rows.map(({ source_type: sourceType, source, medium, campaign, orders, revenue, unrated }) => ({
        sourceType,
        source,
        medium,
        campaign,
        orders,
        revenue: unrated > 0 ? null : revenue,
      })),
    }
  },
})

function rangeOf(input: ListOriginsInput): DayRange {
  const range = { from: parseDay(input.from), to: parseDay(input.to) }
  if (range.from > range.to || countDays(range) > longestDays) {
    throw new AppError('invalid_input', 'The days lie the wrong way round or are more than ten years.')
  }
  return range
}

/** Undefined if the shop's own currency is requested. */
async function rateOf(ctx: ShopContext, range: DayRange, currency: string | undefined): Promise<DayRate | undefined> {
  const { shop } = ctx
  if (currency === undefined || currency === shop.currency) return undefined
  const rates = await listDailyRates(ctx, { from: shop.currency, to: currency }, range)
  return dayRate(range, currency, { zone: shop.zone, currency: shop.currency, rates })
}

function paramsOf({ shop }: Pick<ShopContext, 'shop'>, range: DayRange, limit = usualLimit) {
  return {
    // East of Greenwich the warehouse's first day begins before its earliest instant.
    origins_from: Math.max(0, startOfDay(range.from, shop.zone).getTime() / 1000),
    origins_until: endOfDay(range.to, shop.zone).getTime() / 1000,
    limit,
  }
}

const isRevenue = "side = 'sale' AND line_type NOT IN ('gift_card', 'tip')"
const inRange = `shop_id = {shop:UUID} AND booked_at >= toDateTime({origins_from:UInt32}, 'UTC') AND booked_at < toDateTime({origins_until:UInt32}, 'UTC')`

/** The ledger decides what counts; the visit comes from the stored order, else from its webhook. */
function originsSql({ by }: ListOriginsInput, rate: DayRate | undefined): string {
  const utm = (name: string) => `JSONExtractString(body, 'origin', 'utm', '${name}')`
  const said = `SELECT id, JSONExtractString(body, 'origin', 'sourceType') AS said_type, ${utm('source')} AS said_source,
      ${utm('medium')} AS said_medium, ${by === 'campaign' ? utm('campaign') : "''"} AS said_campaign,
      if(said_type = '' AND said_source = '', 0, if(type = 'order', 2, 1)) AS weight
    FROM records FINAL WHERE shop_id = {shop:UUID} AND type IN ('order', 'order_visit') AND parent_id = ''
      AND id GLOBAL IN (SELECT order_id FROM ledger WHERE ${inRange})`
  const told = `SELECT id, said.1 AS told_type, said.2 AS told_source, said.3 AS told_medium, said.4 AS told_campaign
    FROM (SELECT id, argMax((said_type, said_source, said_medium, said_campaign), weight) AS said FROM (${said}) GROUP BY id)`
  const grouped = `SELECT told_type AS source_type, told_source AS source, told_medium AS medium, told_campaign AS campaign,
      countIf(head = 1) AS orders,
      sumIf(sold, ${isRevenue}) AS money, countIf(${isRevenue} AND sold = 0 AND own != 0) AS unrated
    FROM (${rate?.clock ?? ''} SELECT order_id, head, side, line_type, gross - discount + tax AS own,
      ${rate ? 'own * day_rate' : 'own'} AS sold FROM ledger FINAL WHERE ${inRange}) AS booked
    GLOBAL ANY LEFT JOIN (${told}) AS told ON booked.order_id = told.id
    GROUP BY told_type, told_source, told_medium, told_campaign`
  return `SELECT source_type, source, medium, campaign, orders, toString(round(money, 6)) AS revenue, unrated,
      sum(orders) OVER () AS all_orders,
      sum(if(source_type = '' AND source = '', 0, orders)) OVER () AS recorded_orders,
      count() OVER () AS all_rows
    FROM (${grouped}) WHERE orders > 0 OR money != 0
    ORDER BY orders DESC, money DESC, source_type, source, medium, campaign LIMIT {limit:UInt32}`
}
