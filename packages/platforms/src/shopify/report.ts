import { addDays, countDays, type Day, type DayRange, listDays, parseDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { PlatformReport } from '../contract.ts'
import { ConnectorError } from '../failures.ts'
import type { DecimalText } from '../records.ts'
import type { ReportDay, ReportFigure, ReportLookup, ReportRow } from '../report.ts'
import { orderStatuses } from './documents/report.ts'
import { askReport, type TableRow } from './report-table.ts'
import { openShop, type Shop } from './shop.ts'
import { type Millionths, toDecimal, toGid, toId, toMillionths } from './values.ts'

/** The columns of Shopify’s sales table, by figure. */
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
const dayColumns = Object.values(columns)
  .map(({ name }) => name)
  .join(', ')

/** The columns of an order on a day, for `SHOW`. */
const orderColumns = 'orders, gross_sales, discounts, sales_reversals, net_sales, total_sales'

/** Shopify returns no more rows than this unless asked to. */
const mostRows = 1_000
/** An order may also have refunds on other days, so fewer orders are queried at once than rows fit. */
const ordersAtOnce = 500
const idsAtOnce = 50
/** Shopify did not exist before. */
const beginning = '2006-01-01'

/**
 * Shopify’s own sales report, in ShopifyQL: daily figures as the admin shows them, and the same by order. Days are in the
 * shop’s zone; as here, gift cards and tips are in no figure.
 */
export const salesReport: PlatformReport = {
  label: 'Shopify > Analytics > Reports > Total sales over time',
  terms: { charges: 'apart', negativeFees: 'discounts', returns: 'goods', giftCardsAndTips: 'apart' },

  async read(ctx, range) {
    const shop = openShop(ctx)
    const days = await readDays(shop, range)
    const rows: ReportRow[] = []
    for (const part of partsOf(days, range)) rows.push(...(await readRows(shop, part)))
    return { days, rows, notes: shop.warnings() }
  },

  async find(ctx, orderIds) {
    const shop = openShop(ctx)
    const found: ReportLookup[] = []
    // Ids become part of the query text, so they must be numeric.
    const known = orderIds.filter((id) => /^\d+$/.test(id))
    for (let start = 0; start < known.length; start += idsAtOnce) {
      found.push(...(await findSome(shop, known.slice(start, start + idsAtOnce))))
    }
    const strange = orderIds.filter((id) => !/^\d+$/.test(id))
    return [...found, ...strange.map((orderId) => ({ orderId, rows: [], absence: 'gone', status: null }) as const)]
  },
}

async function readDays(shop: Shop, { from, to }: DayRange): Promise<ReportDay[]> {
  const query = `FROM sales SHOW ${dayColumns} SINCE ${from} UNTIL ${to} TIMESERIES day ORDER BY day LIMIT ${mostRows}`
  const days = (await askReport(shop, query)).map(toReportDay)
  return days.filter(({ day }) => day >= from && day <= to)
}

/** Splits a range so that the orders of each part fit one response, by the daily counts. */
function partsOf(days: readonly ReportDay[], range: DayRange): DayRange[] {
  const orders = new Map(days.map(({ day, figures }) => [day, Number(figures.orders ?? 0)]))
  const parts: DayRange[] = []
  let sum = 0
  for (const day of listDays(range)) {
    const last = parts.at(-1)
    sum += orders.get(day) ?? 0
    if (last !== undefined && sum <= ordersAtOnce) parts[parts.length - 1] = { from: last.from, to: day }
    else {
      parts.push({ from: day, to: day })
      sum = orders.get(day) ?? 0
    }
  }
  return parts
}

/** The orders of the days; a range that does not fit one response is split, a single day is paged. */
async function readRows(shop: Shop, { from, to }: DayRange): Promise<ReportRow[]> {
  const question = (offset: number) =>
    `FROM sales SHOW ${orderColumns} SINCE ${from} UNTIL ${to} GROUP BY order_id, order_name, day ORDER BY order_id LIMIT ${mostRows} OFFSET ${offset}`
  const rows = [...(await askReport(shop, question(0)))]
  const days = countDays({ from, to })
  if (rows.length >= mostRows && days > 1) {
    const middle = addDays(from, Math.floor(days / 2) - 1)
    return [
      ...(await readRows(shop, { from, to: middle })),
      ...(await readRows(shop, { from: addDays(middle, 1), to })),
    ]
  }
  // An order has one row per day, so the sorting is the same on every page.
  for (let page = rows.length; page >= mostRows; ) {
    const more = await askReport(shop, question(rows.length))
    rows.push(...more)
    page = more.length
  }
  return rows.filter(hasOrder).map(toReportRow)
}

async function findSome(shop: Shop, ids: readonly string[]): Promise<ReportLookup[]> {
  const query = `FROM sales SHOW ${orderColumns} WHERE order_id IN (${ids.join(', ')}) SINCE ${beginning} UNTIL today GROUP BY order_id, order_name, day ORDER BY order_id LIMIT ${mostRows}`
  const table = await askReport(shop, query)
  if (table.length >= mostRows && ids.length > 1) {
    const middle = Math.ceil(ids.length / 2)
    return [...(await findSome(shop, ids.slice(0, middle))), ...(await findSome(shop, ids.slice(middle)))]
  }
  const rows = Map.groupBy(table.filter(hasOrder).map(toReportRow), ({ orderId }) => orderId)
  const standings = await readStatuses(
    shop,
    ids.filter((id) => !rows.has(id)),
  )
  return ids.map((orderId): ReportLookup => {
    const own = rows.get(orderId)
    if (own) return { orderId, rows: own, absence: null, status: null }
    const standing = standings.get(orderId)
    if (!standing) return { orderId, rows: [], absence: 'gone', status: null }
    const status = standing.displayFinancialStatus?.toLowerCase() ?? null
    return { orderId, rows: [], absence: standing.test ? 'status' : 'not_in_report', status }
  })
}

const standing = z.object({ id: z.string(), test: z.boolean(), displayFinancialStatus: z.string().nullish() })
const Statuses = z.object({ nodes: z.array(standing.nullable()) })

/** The state of the orders themselves; deleted ones are missing in the response. */
async function readStatuses(shop: Shop, ids: readonly string[]): Promise<Map<string, z.infer<typeof standing>>> {
  if (ids.length === 0) return new Map()
  const variables = { ids: ids.map((id) => toGid('Order', id)) }
  const { nodes } = await shop.ask({ what: 'orders', document: orderStatuses, variables, shape: Statuses })
  return new Map(nodes.flatMap((node) => (node === null ? [] : [[toId(node.id), node] as const])))
}

interface Column {
  readonly name: string
  /** Shopify reports figures that reduce sales as negative. */
  readonly isNegative?: boolean
}

/** A row of the report by day. */
function toReportDay(row: TableRow): ReportDay {
  const figures = Object.entries(columns).map(([figure, { name, isNegative = false }]): [string, DecimalText] => {
    const amount = readAmount(row, name)
    return [figure, toDecimal(isNegative ? -amount : amount)]
  })
  return { day: readDay(row), figures: Object.fromEntries(figures) }
}

/** Maps a row of the report by order and day: it sums up sales and returns of that day. */
function toReportRow(row: TableRow): ReportRow {
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
function hasOrder(row: TableRow): boolean {
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

/** An empty cell is the sum of nothing. */
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
