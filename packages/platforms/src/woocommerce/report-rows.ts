import { type Day, parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { DecimalText } from '../records.ts'
import type { ReportDay, ReportFigure, ReportRow } from '../report.ts'
import type { Store } from './store.ts'
import { isRow, Notes, subtractDecimals, toDecimal, toOptionalText, toText } from './values.ts'

const id = z.union([z.string(), z.number()]).transform(String)
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}/)

/** One row of `reports/orders`: an order, or with a parent a refund. Amounts are binary floats there. */
const WireRow = z.object({
  order_id: id,
  parent_id: id.optional(),
  date_created: localTime,
  status: z.string().transform((status) => status.replace(/^wc-/, '')),
  net_total: z.union([z.number(), z.string()]),
  total_sales: z.union([z.number(), z.string()]),
  order_number: z.union([z.string(), z.number()]).nullish(),
})
export type WireRow = z.infer<typeof WireRow>

/** Undefined for an item that lacks even the basic fields. */
export function readRow(item: unknown): WireRow | undefined {
  const row = WireRow.safeParse(item)
  return row.success ? row.data : undefined
}

/** The id of a row's order; for a refund, of its parent. */
export function orderOfRow({ order_id, parent_id }: WireRow): string {
  return isRefund(parent_id) && parent_id !== undefined ? parent_id : order_id
}

/** The day of creation in the site's own zone. */
export function dayOfRow({ date_created }: WireRow): Day {
  return parseDay(date_created.slice(0, 10))
}

/** Maps a row to the common format. */
export function toReportRow(row: WireRow): ReportRow {
  const refund = isRefund(row.parent_id)
  return {
    orderId: orderOfRow(row),
    name: refund || row.order_number === null || row.order_number === undefined ? null : `#${row.order_number}`,
    kind: refund ? 'return' : 'sale',
    day: dayOfRow(row),
    orders: refund ? 0 : 1,
    total: decimal(row.total_sales),
    net: decimal(row.net_total),
  }
}

const WireOwnOrder = z.object({
  id,
  number: z.unknown(),
  status: z.string().transform((status) => status.replace(/^wc-/, '')),
  date_created: localTime,
  date_paid: z.unknown(),
  date_completed: z.unknown(),
  total: z.unknown(),
  total_tax: z.unknown(),
  shipping_total: z.unknown(),
})

/** An order from the store, with the row that the report's totals include for it. */
export interface OwnOrder {
  readonly status: string
  /** Whether it has the date by which the shop dates its report: rows without it are in no list. */
  readonly isDated: boolean
  readonly row: ReportRow
}

/** Undefined for what has not even the basic shape. */
export function readOwnOrder(item: unknown, datedBy: 'date_created' | 'date_paid' | 'date_completed') {
  const order = WireOwnOrder.safeParse(item)
  if (!order.success) return undefined
  const { data } = order
  const notes = new Notes()
  const total = toDecimal(data.total, notes)
  const besides = [toDecimal(data.total_tax, notes), toDecimal(data.shipping_total, notes)]
  const own: OwnOrder = {
    status: data.status,
    isDated: toOptionalText(data[datedBy]) !== null,
    row: {
      orderId: data.id,
      name: toText(data.number) === '' ? null : `#${toText(data.number)}`,
      kind: 'sale',
      day: parseDay(data.date_created.slice(0, 10)),
      orders: 1,
      total,
      net: besides.reduce(subtractDecimals, total),
    },
  }
  return own
}

function isRefund(parent: string | undefined): boolean {
  return parent !== undefined && parent !== '' && parent !== '0'
}

const figureNames: Readonly<Record<ReportFigure, string>> = {
  orders: 'orders_count',
  grossSales: 'gross_sales',
  discounts: 'coupons',
  returns: 'refunds',
  netSales: 'net_revenue',
  shipping: 'shipping',
  taxes: 'taxes',
  totalSales: 'total_sales',
}

const WireStats = z.object({
  intervals: z.array(z.object({ date_start: localTime, subtotals: z.record(z.string(), z.unknown()) })),
})

/** The days of `reports/revenue/stats`. Throws `transient` for anything else. */
export function readStats(data: unknown): ReportDay[] {
  const stats = WireStats.safeParse(data)
  if (!stats.success) {
    throw new ConnectorError({
      kind: 'transient',
      message: 'The shop answered the question for its revenue report with something else; we keep trying.',
      platformCode: 'broken',
    })
  }
  return stats.data.intervals.map(({ date_start, subtotals }) => ({
    day: parseDay(date_start.slice(0, 10)),
    figures: Object.fromEntries(
      Object.entries(figureNames).flatMap(([figure, name]) =>
        isRow(subtotals) && isAmount(subtotals[name]) ? [[figure, decimal(subtotals[name])]] : [],
      ),
    ),
  }))
}

function isAmount(value: unknown): value is number | string {
  return typeof value === 'number' || typeof value === 'string'
}

/** Sums of floats carry noise at the twelfth decimal; rounding at the sixth takes it away. */
function decimal(value: number | string): DecimalText {
  return toDecimal(value, new Notes())
}

/** The shop's Analytics settings. */
export interface ReportSettings {
  /** Statuses whose orders are in none of its figures; without prefix. */
  readonly excluded: readonly string[]
  /** The date by which an order counts there, unless a query names another. */
  readonly datedBy: 'date_created' | 'date_paid' | 'date_completed'
}

const alwaysExcluded = ['auto-draft', 'trash', 'checkout-draft']

const defaults: ReportSettings = {
  excluded: [...alwaysExcluded, 'pending', 'failed', 'cancelled'],
  datedBy: 'date_paid',
}

const WireSettings = z.array(z.object({ id: z.string(), value: z.unknown() }))
const Statuses = z.array(z.string())
const DateType = z.enum(['date_created', 'date_paid', 'date_completed'])

/** The shop's settings, or WooCommerce's defaults if the key may not read them. */
export async function readReportSettings(store: Store): Promise<ReportSettings> {
  const values = await readSettings(store)
  const statuses = Statuses.safeParse(values.get('woocommerce_excluded_report_order_statuses'))
  const dateType = DateType.safeParse(values.get('woocommerce_date_type'))
  return {
    excluded: statuses.success
      ? [...alwaysExcluded, ...statuses.data.map((status) => status.replace(/^wc-/, ''))]
      : defaults.excluded,
    datedBy: dateType.success ? dateType.data : defaults.datedBy,
  }
}

async function readSettings(store: Store): Promise<Map<string, unknown>> {
  try {
    const { data } = await store.get('wc-analytics/settings/wc_admin')
    const settings = WireSettings.safeParse(data)
    return new Map(settings.success ? settings.data.map(({ id, value }) => [id, value]) : [])
  } catch (error) {
    // Only for missing or unreadable settings: the report itself may still respond.
    if (isConnectorError(error) && ['permission', 'not_found', 'account_state'].includes(error.failure.kind)) {
      return new Map()
    }
    throw error
  }
}
