import { addDecimals } from '@tillsight/core'
import { endOfDay, startOfDay } from '@tillsight/core/days'
import { type Bound, checkRange, DayInput, ledgerSum } from '@tillsight/metrics'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { assertSeesProfit } from '../reports/index.ts'

/** What is left of shipping, by the country that orders go to and the method that their buyers chose. */
export const ShippingMethods = z.object({
  /** The shop's, of every amount here. */
  currency: z.string(),
  rows: z.array(
    z.object({
      country: z.string(),
      /** As the store names it on the order; several, joined by ` + `; empty for orders without one. */
      method: z.string(),
      /** Placed in these days. */
      orders: z.number(),
      /** Net of what was given back in these days, without tax. */
      charged: z.string(),
      cost: z.string(),
      margin: z.string(),
      /** Of the orders: how many have a cost that is assumed, and how many one that nobody knows. */
      assumed: z.number(),
      unknown: z.number(),
      /** Whether cost and margin are exact, as other figures of profit tell it: of the margin, `at_most` where a cost is unknown. */
      bound: z.enum(['exact', 'about', 'at_most']),
    }),
  ),
})
export type ShippingMethods = z.infer<typeof ShippingMethods>

const Row = z.object({
  country: z.string(),
  method: z.string(),
  orders: z.coerce.number(),
  charged: z.string(),
  cost: z.string(),
  assumed: z.coerce.number(),
  unknown: z.coerce.number(),
})

// Everything booked in the days, by the catalogue's terms, so that rows add up to its figures. What is given back belongs to the
// method of its order, whenever that was placed.
const methodsSql = `
  SELECT told.country AS country, chosen.method AS method, sum(told.orders) AS orders, toString(sum(told.charged)) AS charged,
    toString(sum(told.cost)) AS cost, sum(told.assumed) AS assumed, sum(told.unknown) AS unknown
  FROM (
    SELECT order_id, toString(any(ledger.country)) AS country, ${ledgerSum('orders')} AS orders, ${ledgerSum('netShipping')} AS charged,
      ${ledgerSum('shippingCost')} AS cost, ${ledgerSum('shippingAssumed')} AS assumed,
      ${ledgerSum('shippingUnknown')} AS unknown
    FROM ledger WHERE shop_id = {shop:UUID}
      AND booked_at >= toDateTime({from:UInt32}, 'UTC') AND booked_at < toDateTime({until:UInt32}, 'UTC')
    GROUP BY order_id
  ) AS told
  LEFT JOIN (
    SELECT order_id, arrayStringConcat(arraySort(groupUniqArray(toString(ledger.title))), ' + ') AS method
    FROM ledger WHERE shop_id = {shop:UUID} AND kind = 'order' AND side = 'sale' AND line_type = 'shipping'
    GROUP BY order_id
  ) AS chosen ON told.order_id = chosen.order_id
  GROUP BY country, method
  HAVING orders != 0 OR sum(told.charged) != 0 OR sum(told.cost) != 0
  ORDER BY orders DESC, country, method`

/** Tells what is left of shipping by country and method. */
export const listShippingMethods = defineVerb({
  name: 'costs.shippingMethods',
  needs: 'metrics:read',
  access: 'read',
  input: z.strictObject({ from: DayInput, to: DayInput }).superRefine(checkRange),
  output: ShippingMethods,
  async run(ctx: ShopContext, { from, to }): Promise<ShippingMethods> {
    assertSeesProfit(ctx)
    const { shop, warehouse } = ctx
    const params = {
      from: Math.max(0, startOfDay(from, shop.zone).getTime() / 1000),
      until: endOfDay(to, shop.zone).getTime() / 1000,
    }
    const rows = await warehouse.read({ sql: methodsSql, params }, Row)
    return { currency: shop.currency, rows: rows.map((row) => ({ ...row, ...leftOf(row) })) }
  },
})

function leftOf({ charged, cost, assumed, unknown }: z.infer<typeof Row>) {
  const bound: Extract<Bound, 'exact' | 'about' | 'at_most'> = unknown > 0 ? 'at_most' : assumed > 0 ? 'about' : 'exact'
  const taken = cost.startsWith('-') ? cost.slice(1) : `-${cost}`
  return { margin: addDecimals([charged, taken]), bound }
}
