// Exports facts behind the figures as rows that spreadsheets and scripts can read. Must not know file formats.
import { type DayRange, endOfDay, startOfDay } from '@tillsight/core/days'
import { hasCosts, type MetricQueryInput, type MetricValues, mostDecimals } from '@tillsight/metrics'
import type { FileFormat } from '@tillsight/warehouse'
import { z } from 'zod'
import { recordAudit } from './audit/index.ts'
import { assertAllowed, run, type ShopContext } from './context/index.ts'
import { describeMetrics, runQuery } from './reports/index.ts'

/** One row of an export: money and quantities as decimal text, instants as ISO 8601 in UTC. */
export type ExportRow = Readonly<Record<string, string | number | null>>
/** Looks at the cells itself: there are millions, and a schema of each takes ten times as long. */
export const ExportRow = z.custom<ExportRow>(
  (row) =>
    typeof row === 'object' &&
    row !== null &&
    Object.values(row).every((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number'),
)

/** The type of a column's cells: `decimals` is the maximum number of fraction digits in decimal text. */
export const ColumnKind = z.union([z.enum(['text', 'day', 'instant', 'whole']), z.object({ decimals: z.number() })])
/** The type of a column's cells. */
export type ColumnKind = Readonly<z.infer<typeof ColumnKind>>

/** An export: its columns in order, and rows with exactly these columns. */
export interface ExportTable<Rows = AsyncIterable<ExportRow>> {
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly rows: Rows
  /** A file that the warehouse writes, where the rows are one statement: of what `select` makes of that. */
  readonly file?: (format: FileFormat, select: (rows: string) => string) => AsyncIterable<Uint8Array>
}

/** Amounts and quantities with the ledger's precision. */
export const ledgerAmount = { decimals: 6 } as const
export const ledgerQuantity = { decimals: 4 } as const

/** Writes down that facts were taken out of the shop, before they are. */
export async function recordExport(ctx: ShopContext, what: string): Promise<void> {
  const target = { kind: 'export', id: what, name: what }
  await ctx.db.transaction((queries) => recordAudit({ ...ctx, queries }, { action: 'export.run', target }))
}

interface Selection {
  readonly sql: string
  readonly columns: ExportTable['columns']
}

/** Streams the rows of a SELECT over the range, whose instants are bound as `{from:DateTime}` and `{until:DateTime}`. */
export function streamRows(ctx: ShopContext, range: DayRange, { sql, columns }: Selection): ExportTable {
  assertAllowed(ctx.actor, 'orders:read', 'export.rows')
  const params = {
    from: toWarehouseText(startOfDay(range.from, ctx.shop.zone)),
    until: toWarehouseText(endOfDay(range.to, ctx.shop.zone)),
    currency: ctx.shop.currency,
  }
  const limits = { timeoutSeconds: 600 }
  return {
    columns,
    rows: ctx.warehouse.stream({ sql, params }, ExportRow, limits),
    file: (format, select) => ctx.warehouse.file({ sql: select(sql), params }, { ...limits, format }),
  }
}

function toWarehouseText(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ')
}

const isPaid = 'head = 1 AND paid = 1'

const customerSql = `SELECT
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

const customerColumns: ExportTable['columns'] = {
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
 * Customers with a paid order in the range, sorted by the first one, with their orders in the range and all later refunds of
 * them. Excludes names and addresses: the id identifies a person within the shop.
 */
export function exportCustomers(ctx: ShopContext, range: DayRange): ExportTable {
  return streamRows(ctx, range, { sql: customerSql, columns: customerColumns })
}

const ledgerSql = `SELECT
  formatDateTime(booked_at, '%Y-%m-%dT%H:%i:%SZ') AS booked, order_id, order_name, row_id, toString(kind) AS kind,
  toString(side) AS side, toString(line_type) AS line_type, product_id, variant_id, sku, title, quantity, gross, discount, tax,
  {currency:String} AS currency, currency AS order_currency, rate, order_status, toString(customer_class) AS customer_class,
  country, region, gateway, sales_channel, arrayStringConcat(coupons, ' ') AS coupons, source
FROM ledger
WHERE shop_id = {shop:UUID} AND booked_at >= {from:DateTime('UTC')} AND booked_at < {until:DateTime('UTC')}
ORDER BY booked_at, order_id, row_id`

const ledgerColumns: ExportTable['columns'] = {
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
  return streamRows(ctx, range, { sql: ledgerSql, columns: ledgerColumns })
}

/** Which figures, of what and how: a question without its days. */
export type FiguresAsked = Pick<z.input<typeof MetricQueryInput>, 'filters' | 'currency' | 'claims'> & {
  /** All when absent. */
  readonly metrics?: readonly string[] | undefined
  readonly interval?: 'day' | 'week' | 'month' | undefined
}

/**
 * Metrics, one row per shop day, week or month; null where a metric has no value. Beside each that has costs in it stands whether
 * it is exact.
 */
export async function exportMetrics(
  ctx: ShopContext,
  range: DayRange,
  { metrics, interval = 'day', ...asked }: FiguresAsked = {},
): Promise<ExportTable<readonly ExportRow[]>> {
  const keys = metrics ?? (await run(describeMetrics, ctx, {})).metrics.map(({ key }) => key)
  const question = { ...asked, metrics: [...keys], ...range, interval }
  const { series = [] } = await run(runQuery, ctx, question)
  return {
    columns: { day: 'day', ...figureColumns(keys) },
    rows: series.map((place) => ({ day: place.at, ...figureCells(keys, place) })),
  }
}

/** The columns of metrics, each that has costs in it with one that says whether its figure is exact. */
export function figureColumns(keys: readonly string[]): ExportTable['columns'] {
  const columns: Record<string, ColumnKind> = {}
  for (const key of keys) {
    columns[key] = kindOf(key)
    if (hasCosts(key)) columns[`${key}_bound`] = 'text'
  }
  return columns
}

/** Figures as they are answered. */
interface Figures {
  readonly values: MetricValues
  readonly bounds?: Readonly<Record<string, string>> | undefined
}

/** The cells of {@link figureColumns}. */
export function figureCells(keys: readonly string[], { values, bounds }: Figures): ExportRow {
  const cells: Record<string, ExportRow[string]> = {}
  for (const key of keys) {
    const value = values[key] ?? null
    cells[key] = value
    if (hasCosts(key)) cells[`${key}_bound`] = value === null ? null : (bounds?.[key] ?? 'exact')
  }
  return cells
}

function kindOf(metric: string): ColumnKind {
  const decimals = mostDecimals(metric)
  return decimals === 0 ? 'whole' : { decimals }
}

const orderSql = `SELECT
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

const orderColumns: ExportTable['columns'] = {
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

/** Counted orders placed in the range, oldest first, with all their later refunds. */
export function exportOrders(ctx: ShopContext, range: DayRange): ExportTable {
  return streamRows(ctx, range, { sql: orderSql, columns: orderColumns })
}
