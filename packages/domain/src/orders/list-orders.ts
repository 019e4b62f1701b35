import { amountText, divideDecimals, parseAmount } from '@tillsight/core'
import { compileOrderList, OrderListRow, orderListCursor, parseQuery } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import { assertSeesProfit, loadStatus, seesProfit } from '../reports/index.ts'
import { OrderList } from './outputs.ts'

const usualLimit = 50

/** The days, and which of their orders to list. */
const OrderListInput = z.object({
  from: z.string(),
  to: z.string(),
  filters: z
    .array(z.object({ dimension: z.string(), operator: z.enum(['is', 'is_not']), values: z.array(z.string()) }))
    .optional(),
  /** `below_zero`: contributes less than nothing · `cost_unknown`: a cost is not known · `given_back`: refunded or cancelled. */
  only: z.enum(['below_zero', 'cost_unknown', 'given_back']).optional(),
  /** Part of the order's number. */
  search: z.string().trim().min(1).max(80).optional(),
  limit: z.int().min(1).max(500).optional(),
  cursor: z.string().max(1000).optional(),
})

/** Lists the orders that figures of the days count, newest first. */
export const listOrders = defineVerb({
  name: 'order.list',
  needs: 'orders:read',
  access: 'read',
  input: OrderListInput,
  output: OrderList,
  async run(ctx, { only, search, limit = usualLimit, cursor, ...asked }): Promise<OrderList> {
    if (only === 'below_zero' || only === 'cost_unknown') assertSeesProfit(ctx)
    const query = parseQuery({ ...asked, metrics: ['orders'] })
    const { scope } = await loadStatus(ctx, query)
    const question = { query, scope, only, search, limit, cursor }
    const rows = await ctx.warehouse.read(compileOrderList(question), OrderListRow)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const shows = seesProfit(ctx)
    return {
      currency: ctx.shop.currency,
      orders: page.map((row) => toListed(row, shows)),
      ...(rows.length > limit && last ? { cursor: orderListCursor(question, last) } : {}),
    }
  },
})

function toListed(row: OrderListRow, showsProfit: boolean): OrderList['orders'][number] {
  const isWithoutRevenue = parseAmount(row.netRevenue) === 0n
  const money = (text: string) => amountText(parseAmount(text))
  return {
    id: row.order_id,
    name: row.order_name,
    placedAt: new Date(row.at * 1000).toISOString(),
    status: row.order_status,
    salesChannel: row.sales_channel,
    country: row.country,
    gateway: row.gateway,
    customerClass: row.customer_class,
    units: row.unitsSold,
    paid: money(row.paid),
    returned: money(row.given_back),
    netRevenue: money(row.netRevenue),
    cogs: showsProfit ? money(row.cogs) : null,
    cm2: showsProfit ? money(row.cm2) : null,
    margin: showsProfit && !isWithoutRevenue ? divideDecimals(row.cm2, row.netRevenue) : null,
    bound: showsProfit ? row.bound : null,
  }
}
