import { type Day, parseDay } from '@tillsight/core/days'
import { ConnectorError } from '../failures.ts'
import type { DecimalText } from '../records.ts'
import type { ReportDay, ReportFigure, ReportRow } from '../report.ts'
import type { TableRow } from './report-table.ts'
import { type Millionths, toDecimal, toMillionths } from './values.ts'

interface Column {
  readonly name: string
  /** Shopify shows what lowers sales below zero. */
  readonly isNegative?: boolean
}

/** What the figures of all platforms are called in Shopify’s table of sales. */
const columns: Readonly<Record<ReportFigure, Column>> = {
  orders: { name: 'orders' },
  grossSales: { name: 'gross_sales' },
  discounts: { name: 'discounts', isNegative: true },
  returns: { name: 'sales_reversals', isNegative: true },
  netSales: { name: 'net_sales' },
  shipping: { name: 'shipping_charges' },
  taxes: { name: 'taxes' },
  totalSales: { name: 'total_sales' },
}

/** The columns of a day, for `SHOW`. */
export const dayColumns = Object.values(columns)
  .map(({ name }) => name)
  .join(', ')

/** The columns of an order on a day, for `SHOW`. */
export const orderColumns = 'orders, gross_sales, discounts, sales_reversals, net_sales, total_sales'

/** A row of the report by day. */
export function toReportDay(row: TableRow): ReportDay {
  const figures = Object.entries(columns).map(([figure, { name, isNegative = false }]): [string, DecimalText] => {
    const amount = readAmount(row, name)
    return [figure, toDecimal(isNegative ? -amount : amount)]
  })
  return { day: readDay(row), figures: Object.fromEntries(figures) }
}

/** A row of the report by order and day: what was sold and given back on a day is one. */
export function toReportRow(row: TableRow): ReportRow {
  const total = readAmount(row, 'total_sales')
  const isOrder = readAmount(row, 'orders') > 0n
  const isSold = isOrder || readAmount(row, 'gross_sales') !== 0n || readAmount(row, 'discounts') !== 0n
  const isBack = readAmount(row, 'sales_reversals') !== 0n || (!isSold && total < 0n)
  return {
    orderId: readText(row, 'order_id'),
    name: readText(row, 'order_name'),
    kind: isBack ? (isSold ? 'both' : 'return') : 'sale',
    day: readDay(row),
    orders: isOrder ? 1 : 0,
    total: toDecimal(total),
    net: toDecimal(readAmount(row, 'net_sales')),
  }
}

/** Whether a row belongs to an order: some sales of Shopify, such as adjustments by hand, have none. */
export function hasOrder(row: TableRow): boolean {
  return row.order_id !== null && row.order_id !== undefined && row.order_id !== ''
}

function readDay(row: TableRow): Day {
  const text = readText(row, 'day').slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw unreadable('day', text)
  return parseDay(text)
}

function readText(row: TableRow, column: string): string {
  const value = row[column]
  if (value === null || value === undefined || value === '') throw unreadable(column, '')
  return String(value)
}

/** A cell without a value is a sum of nothing. */
function readAmount(row: TableRow, column: string): Millionths {
  const text = String(row[column] ?? '0')
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw unreadable(column, text)
  return toMillionths(text)
}

function unreadable(column: string, text: string): ConnectorError {
  return new ConnectorError({
    kind: 'transient',
    message: `Shopify’s sales report came in a form that cannot be read (${column}: “${text.slice(0, 40)}”). Nothing was compared; it is tried again.`,
    platformCode: 'broken',
  })
}
