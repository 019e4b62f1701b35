import type { DayRange } from '@tillsight/core/days'
import type { ShopContext } from '../context/index.ts'
import { type ExportTable, ledgerAmount, streamRows } from './export-rows.ts'

const isPaid = 'head = 1 AND paid = 1'

const sql = `SELECT
  toString(customer_id) AS customer, if(countIf(head = 1 AND customer_class = 'new') > 0, 'new', 'returning') AS class,
  formatDateTime(minIf(placed_at, ${isPaid}), '%Y-%m-%dT%H:%i:%SZ') AS first_order,
  formatDateTime(maxIf(placed_at, ${isPaid}), '%Y-%m-%dT%H:%i:%SZ') AS last_order,
  anyLastIf(country, ${isPaid}) AS country_code, {currency:String} AS currency,
  countIf(head = 1) AS orders, countIf(${isPaid}) AS paid_orders,
  sumIf(gross - discount + tax, side = 'sale' AND line_type NOT IN ('gift_card', 'tip')) AS order_revenue,
  -sumIf(gross - discount + tax, side = 'return' AND line_type NOT IN ('gift_card', 'tip')) AS returned
FROM ledger
WHERE shop_id = {shop:UUID} AND placed_at >= {from:DateTime('UTC')} AND placed_at < {until:DateTime('UTC')}
  AND customer_id != toUUID('00000000-0000-0000-0000-000000000000')
GROUP BY customer_id
HAVING paid_orders > 0
ORDER BY first_order, customer`

const columns: ExportTable['columns'] = {
  customer: 'text',
  class: 'text',
  first_order: 'instant',
  last_order: 'instant',
  country_code: 'text',
  currency: 'text',
  orders: 'whole',
  paid_orders: 'whole',
  order_revenue: ledgerAmount,
  returned: ledgerAmount,
}

/**
 * Customers with a paid order in the range, by their first one in it, with what they ordered there and everything that came back
 * of that until now. Names and addresses are not in it: the id stands for a person within the shop.
 */
export function exportCustomers(ctx: ShopContext, range: DayRange): ExportTable {
  return streamRows(ctx, range, { sql, columns })
}
