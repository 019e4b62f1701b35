import type { DayRange } from '@tillsight/core/days'
import type { ShopContext } from '../context/index.ts'
import { type ExportTable, ledgerAmount, ledgerQuantity, streamRows } from './export-rows.ts'

const sql = `SELECT
  formatDateTime(booked_at, '%Y-%m-%dT%H:%i:%SZ') AS booked, order_id, order_name, row_id, toString(kind) AS kind,
  toString(side) AS side, toString(line_type) AS line_type, product_id, variant_id, sku, title, quantity, gross, discount, tax,
  {currency:String} AS currency, currency AS order_currency, rate, order_status, toString(customer_class) AS customer_class,
  country, region, gateway, sales_channel, arrayStringConcat(coupons, ' ') AS coupons, source
FROM ledger
WHERE shop_id = {shop:UUID} AND booked_at >= {from:DateTime('UTC')} AND booked_at < {until:DateTime('UTC')}
ORDER BY booked_at, order_id, row_id`

const columns: ExportTable['columns'] = {
  booked: 'instant',
  order_id: 'text',
  order_name: 'text',
  row_id: 'text',
  kind: 'text',
  side: 'text',
  line_type: 'text',
  product_id: 'text',
  variant_id: 'text',
  sku: 'text',
  title: 'text',
  quantity: ledgerQuantity,
  gross: ledgerAmount,
  discount: ledgerAmount,
  tax: ledgerAmount,
  currency: 'text',
  order_currency: 'text',
  rate: { decimals: 10 },
  order_status: 'text',
  customer_class: 'text',
  country: 'text',
  region: 'text',
  gateway: 'text',
  sales_channel: 'text',
  coupons: 'text',
  source: 'text',
}

/** Every ledger row booked in the range, oldest first; amounts in shop currency, returns negative. */
export function exportLedger(ctx: ShopContext, range: DayRange): ExportTable {
  return streamRows(ctx, range, { sql, columns })
}
