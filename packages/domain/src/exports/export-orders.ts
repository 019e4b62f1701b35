import type { DayRange } from '@tillsight/core/days'
import type { ShopContext } from '../context/index.ts'
import { type ExportTable, ledgerAmount, ledgerQuantity, streamRows } from './export-rows.ts'

const sql = `SELECT
  formatDateTime(any(placed_at), '%Y-%m-%dT%H:%i:%SZ') AS placed, order_id, any(order_name) AS name,
  any(order_status) AS status, {currency:String} AS currency, toString(any(customer_class)) AS customer,
  any(country) AS country_code, any(gateway) AS payment_method, any(sales_channel) AS channel,
  sumIf(quantity, side = 'sale' AND line_type = 'product') AS units,
  sumIf(gross, side = 'sale' AND line_type = 'product') AS gross_sales,
  sumIf(discount, side = 'sale' AND line_type = 'product') AS discounts,
  sumIf(gross - discount, side = 'sale' AND line_type = 'shipping') AS shipping,
  sumIf(gross - discount, side = 'sale' AND line_type IN ('charge', 'adjustment')) AS other_charges,
  sumIf(tax, side = 'sale' AND line_type NOT IN ('gift_card', 'tip')) AS sale_taxes,
  sumIf(gross - discount + tax, side = 'sale' AND line_type NOT IN ('gift_card', 'tip')) AS order_revenue,
  -sumIf(gross - discount + tax, side = 'return' AND line_type NOT IN ('gift_card', 'tip')) AS returned
FROM ledger
WHERE shop_id = {shop:UUID} AND placed_at >= {from:DateTime('UTC')} AND placed_at < {until:DateTime('UTC')}
GROUP BY order_id
ORDER BY placed, order_id`

const columns: ExportTable['columns'] = {
  placed: 'instant',
  order_id: 'text',
  name: 'text',
  status: 'text',
  currency: 'text',
  customer: 'text',
  country_code: 'text',
  payment_method: 'text',
  channel: 'text',
  units: ledgerQuantity,
  gross_sales: ledgerAmount,
  discounts: ledgerAmount,
  shipping: ledgerAmount,
  other_charges: ledgerAmount,
  sale_taxes: ledgerAmount,
  order_revenue: ledgerAmount,
  returned: ledgerAmount,
}

/** Counted orders placed in the range, oldest first, with everything that came back of them until now. */
export function exportOrders(ctx: ShopContext, range: DayRange): ExportTable {
  return streamRows(ctx, range, { sql, columns })
}
