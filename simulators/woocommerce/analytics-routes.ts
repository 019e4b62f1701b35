import { json, type TextResponse } from '../web/exchange.ts'
import type { AnalyticsSettings, StatsRow } from './analytics.ts'
import { listParameters } from './list-parameters.ts'
import { pageResponse } from './list-response.ts'
import { localStamp } from './order-json.ts'
import { list, type QueryEntry, single } from './request.ts'
import { invalidParameter } from './responses.ts'
import type { RestCall } from './world.ts'

/** `GET wc-analytics/settings/wc_admin` */
export function analyticsSettings({ world }: RestCall): TextResponse {
  const { dateType, excludedStatuses } = world.analytics.settings
  return json([
    setting('woocommerce_excluded_report_order_statuses', 'Excluded report order statuses', excludedStatuses),
    setting('woocommerce_date_type', 'Date Type', dateType),
  ])
}

function setting(id: string, label: string, value: unknown): unknown {
  return { id, label, description: '', type: 'text', default: '', tip: '', value }
}

/**
 * `GET wc-analytics/reports/orders`: rows by the date that the shop has selected. As in WooCommerce, a query without bounds
 * covers the last seven days (`TimeInterval::default_after`), even if ids are requested, and a row without the selected date
 * is never returned, although the totals by day of creation include it.
 */
export function reportedOrders(call: RestCall): TextResponse {
  const { world, request } = call
  const parameters = listParameters(request.query, world.site, { orderby: ['date', 'num_items_sold', 'net_total'] })
  const { dateType } = world.analytics.settings
  const wanted = new Set(list(request.query, 'order_includes')?.map(Number))
  const range = { ...lastWeek(call), ...optionalRange(request.query) }
  const { excludedStatuses } = world.analytics.settings
  const key = JSON.stringify([dateType, range, excludedStatuses, parameters.descending, ...wanted])
  const rows = world.analytics.answer(key, () => {
    const dateOf = (row: StatsRow) => row.dates[dateType] ?? ''
    const found = select(call, { dateType, range }).filter(({ orderId }) => wanted.size === 0 || wanted.has(orderId))
    found.sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : 0))
    return parameters.descending ? found.reverse() : found
  })
  const items = rows
    .slice(parameters.skip, parameters.skip + parameters.perPage)
    .map((row) => JSON.stringify(rowJson(row, dateType)))
  return pageResponse(call, 'reports/orders', { parameters, total: rows.length, items })
}

function rowJson(row: StatsRow, dateType: AnalyticsSettings['dateType']): unknown {
  return {
    order_id: row.orderId,
    parent_id: row.parentId,
    date: row.dates[dateType],
    date_created: row.dates.date_created,
    date_created_gmt: row.createdGmt.slice(0, 19).replace('T', ' '),
    status: row.status,
    customer_id: 1,
    net_total: row.net,
    total_sales: row.total,
    num_items_sold: row.items,
    customer_type: 'new',
    order_number: row.number,
    total_formatted: String(row.total),
  }
}

/** `GET wc-analytics/reports/revenue/stats` by days; days without rows are filled in with zeros. */
export function revenueStats(call: RestCall): TextResponse {
  const { world, request } = call
  const { query } = request
  if (single(query, 'interval') !== 'day') {
    throw invalidParameter('interval', 'rest_not_in_enum', 'The sandbox answers by day only.')
  }
  const { after, before } = optionalRange(query)
  if (after === undefined || before === undefined) {
    throw invalidParameter('after', 'rest_invalid_date', 'The sandbox needs both ends of the period.')
  }
  const dateType = dateTypeOf(single(query, 'date_type')) ?? world.analytics.settings.dateType
  const rows = select(call, { dateType, range: { after, before } })
  const byDay = Map.groupBy(rows, (row) => row.dates[dateType]?.slice(0, 10) ?? '')
  const days = daysOf(after, before)
  const { perPage, skip, descending } = listParameters(query, world.site, { orderby: ['date'] })
  if (descending) days.reverse()
  const intervals = days.slice(skip, skip + perPage).map((day) => ({
    interval: day,
    date_start: `${day} 00:00:00`,
    date_end: `${day} 23:59:59`,
    subtotals: subtotals(byDay.get(day) ?? [], world.site.version),
  }))
  return json({ totals: subtotals(rows, world.site.version), intervals }, 200, {
    'x-wp-total': String(days.length),
    'x-wp-totalpages': String(Math.ceil(days.length / perPage)),
  })
}

function subtotals(rows: readonly StatsRow[], version: string): Record<string, unknown> {
  const sum = (of: (row: StatsRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const sales = rows.filter(({ parentId }) => parentId === 0)
  const back = rows.filter(({ net }) => net < 0)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const whole = major > 10 || (major === 10 && minor >= 2)
  const coupons = sum((row) => row.coupons)
  return {
    orders_count: sales.length,
    num_items_sold: sum((row) => row.items),
    gross_sales: sales.reduce((total, row) => total + row.total - row.tax - row.shipping, 0) + coupons,
    total_sales: sum((row) => row.total),
    coupons,
    coupons_count: 0,
    refunds: Math.abs(back.reduce((total, row) => total + row.net + (whole ? row.tax + row.shipping : 0), 0)),
    taxes: sum((row) => row.tax),
    shipping: sum((row) => row.shipping),
    net_revenue: sum((row) => row.net),
    segments: [],
  }
}

interface Selection {
  readonly dateType: AnalyticsSettings['dateType']
  readonly range: LocalRange
}

interface LocalRange {
  readonly after: string
  readonly before: string
}

function select({ world }: RestCall, { dateType, range }: Selection): StatsRow[] {
  const excluded = new Set(['auto-draft', 'trash', 'checkout-draft', ...world.analytics.settings.excludedStatuses])
  return world.analytics.rows().filter((row) => {
    if (excluded.has(row.status)) return false
    const date = row.dates[dateType]
    if (date === null) return false
    return date >= range.after && date <= range.before
  })
}

const weekMs = 7 * 86_400_000

/** Now and a week ago, in site time. */
function lastWeek({ world: { site } }: RestCall): LocalRange {
  const now = site.clock.now().getTime()
  const local = (at: number) => localStamp(new Date(at).toISOString(), site).replace('T', ' ')
  return { after: local(now - weekMs), before: local(now) }
}

function optionalRange(query: readonly QueryEntry[]): Partial<LocalRange> {
  const read = (name: string) => single(query, name)?.replace('T', ' ').slice(0, 19)
  const [after, before] = [read('after'), read('before')]
  return { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) }
}

function dateTypeOf(text: string | undefined): AnalyticsSettings['dateType'] | undefined {
  return (['date_created', 'date_paid', 'date_completed'] as const).find((known) => known === text)
}

const dayMs = 86_400_000

function daysOf(after: string, before: string): string[] {
  const days: string[] = []
  const last = Date.parse(`${before.slice(0, 10)}T00:00:00Z`)
  for (let at = Date.parse(`${after.slice(0, 10)}T00:00:00Z`); at <= last; at += dayMs) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}
