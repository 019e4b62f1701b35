import { type Day, parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import { ConnectorError } from '../failures.ts'
import type { DecimalText } from '../records.ts'
import type { ReportDay, ReportFigure, ReportRow } from '../report.ts'
import { isRow, Notes, toDecimal } from './values.ts'

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
type WireRow = z.infer<typeof WireRow>

/** Undefined for what has not even the basic shape. */
export function readRow(item: unknown): WireRow | undefined {
  const row = WireRow.safeParse(item)
  return row.success ? row.data : undefined
}

/** The order that a row belongs to: its own, or that of the refund. */
export function orderOfRow({ order_id, parent_id }: WireRow): string {
  return isRefund(parent_id) && parent_id !== undefined ? parent_id : order_id
}

/** The site's own day on which it was created. */
export function dayOfRow({ date_created }: WireRow): Day {
  return parseDay(date_created.slice(0, 10))
}

/** A row in the words of all platforms. */
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
