import { addDays, type Day, type DayRange } from '@tillsight/core/days'
import type { ConnectorContext, PlatformReport } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { ReportDay, ReportLookup, ReportResponse, ReportRow } from '../report.ts'
import type { Parameters } from './endpoint.ts'
import { hostOf } from './locate.ts'
import { numberedWalk } from './numbered.ts'
import {
  dayOfRow,
  type OwnOrder,
  orderOfRow,
  type ReportSettings,
  readOwnOrder,
  readReportSettings,
  readRow,
  readStats,
  toReportRow,
  type WireRow,
} from './report-rows.ts'
import { openStore, type Store } from './store.ts'
import { shiftInstant, toGmtParameter } from './values.ts'

const idsPerQuery = 50
/** How many days after placement an order's payment is still found by its payment date. */
const paidWithinDays = 31

/**
 * WooCommerce Analytics, queried by the day of placement. It reads from tables of its own, which a job in the shop fills from
 * the orders: the first thing that a comparison finds is that they lag or miss some.
 */
export const analyticsReport: PlatformReport = {
  label: 'WooCommerce > Analytics > Revenue',
  terms: { charges: 'in_sales', negativeFees: 'in_sales', returns: 'everything', giftCardsAndTips: 'in_sales' },

  async read(ctx, range) {
    return withAnalytics(ctx, async (store) => {
      const settings = await readReportSettings(store)
      const { days, warnings } = await readDays(store, range)
      const { rows, notes } = await readRows(store, range, settings)
      const undated = await readUndated(store, settings, { ...bounds(range), status: waiting(settings) })
      const counted = inTotals(undated, { days, rows })
      return {
        days,
        rows: [...rows, ...counted.map(({ row }) => row)],
        notes: [...dateNotes(settings), ...warnings, ...notes],
      } satisfies ReportResponse
    })
  },

  async find(ctx, orderIds) {
    return withAnalytics(ctx, async (store) => {
      const settings = await readReportSettings(store)
      const found: ReportLookup[] = []
      for (let start = 0; start < orderIds.length; start += idsPerQuery) {
        found.push(...(await findSome(store, orderIds.slice(start, start + idsPerQuery), settings)))
      }
      return found
    })
  },
}

/** The report interprets times without zone in the site's own zone. */
function bounds({ from, to }: DayRange) {
  return { after: `${from}T00:00:00`, before: `${to}T23:59:59` }
}

async function readDays(store: Store, range: DayRange): Promise<{ days: ReportDay[]; warnings: readonly string[] }> {
  const { data, warnings } = await store.get('wc-analytics/reports/revenue/stats', {
    ...bounds(range),
    interval: 'day',
    order: 'asc',
    per_page: 100,
    date_type: 'date_created',
    force_cache_refresh: 'true',
  })
  return { days: readStats(data).filter(({ day }) => day >= range.from && day <= range.to), warnings }
}

async function readRows(
  store: Store,
  range: DayRange,
  settings: ReportSettings,
): Promise<{ rows: ReportRow[]; notes: string[] }> {
  // The list only filters by the date that the shop has selected; later payments are looked up by id.
  const until: Day = settings.datedBy === 'date_created' ? range.to : addDays(range.to, paidWithinDays)
  const parameters = { ...bounds({ from: range.from, to: until }), orderby: 'date', order: 'asc' }
  const rows = new Map<string, ReportRow>()
  let unreadable = 0
  for await (const { items } of numberedWalk(store, { path: 'wc-analytics/reports/orders', parameters })) {
    for (const item of items) {
      const wire = readRow(item)
      if (!wire) unreadable += 1
      else if (dayOfRow(wire) >= range.from && dayOfRow(wire) <= range.to) rows.set(wire.order_id, toReportRow(wire))
    }
  }
  const notes = unreadable === 0 ? [] : [`${unreadable} rows of the shop’s report came in a form that cannot be read.`]
  return { rows: [...rows.values()], notes }
}

async function findSome(store: Store, ids: readonly string[], settings: ReportSettings): Promise<ReportLookup[]> {
  // Without bounds, the list only covers the last seven days, whatever ids are requested.
  const parameters = { ...allTime(store), order_includes: ids.join(','), orderby: 'date', order: 'asc' }
  const reported: WireRow[] = []
  for await (const { items } of numberedWalk(store, { path: 'wc-analytics/reports/orders', parameters })) {
    reported.push(...items.flatMap((item) => readRow(item) ?? []))
  }
  const rows = Map.groupBy(reported, orderOfRow)
  const missing = ids.filter((id) => !rows.has(id))
  const include = { include: missing.join(','), status: 'any' }
  const orders = missing.length === 0 ? [] : await readOrders(store, settings, include)
  const known = new Map(orders.map((order) => [order.row.orderId, order]))
  const undated = orders.filter(({ isDated, status }) => !isDated && absenceOf(status, settings) === 'not_in_report')
  const counted = new Set(await findCounted(store, settings, undated))
  return ids.map((orderId) => {
    const own = rows.get(orderId)
    if (own) return { orderId, rows: own.map(toReportRow), absence: null, status: own[0]?.status ?? null }
    const order = known.get(orderId)
    const status = order?.status ?? null
    return order && counted.has(order)
      ? { orderId, rows: [order.row], status, absence: null }
      : { orderId, rows: [], status, absence: absenceOf(status, settings) }
  })
}

/** The undated orders that the totals of their days include. */
async function findCounted(
  store: Store,
  settings: ReportSettings,
  undated: readonly OwnOrder[],
): Promise<readonly OwnOrder[]> {
  const counted: OwnOrder[] = []
  for (const [day, orders] of Map.groupBy(undated, ({ row }) => row.day)) {
    const range = { from: day, to: day }
    const { days } = await readDays(store, range)
    const { rows } = await readRows(store, range, settings)
    counted.push(...inTotals(orders, { days, rows }))
  }
  return counted
}

/**
 * The undated orders that the totals include besides the listed rows. If a day counts no more orders than it has rows, the
 * report lacks them.
 */
function inTotals(undated: readonly OwnOrder[], { days, rows }: Pick<ReportResponse, 'days' | 'rows'>): OwnOrder[] {
  const counts = new Map(days.map(({ day, figures }) => [day, Number(figures.orders ?? 0)]))
  const listed = Map.groupBy(rows, ({ day }) => day)
  return undated.filter(({ row: { day } }) => {
    const rowsOfDay = listed.get(day) ?? []
    return (counts.get(day) ?? 0) > rowsOfDay.filter(({ orders }) => orders === 1).length
  })
}

/** Bounds that include every possible order date. */
function allTime(store: Store) {
  return { after: '1990-01-01T00:00:00', before: toGmtParameter(shiftInstant(store.now(), 2 * 86_400)) }
}

function absenceOf(status: string | null, { excluded }: ReportSettings): ReportLookup['absence'] {
  if (status === null) return 'gone'
  return excluded.includes(status) ? 'status' : 'not_in_report'
}

/** Statuses whose orders may still lack the date that the report uses. */
function waiting({ excluded }: ReportSettings): string {
  return ['on-hold', 'processing'].filter((status) => !excluded.includes(status)).join(',')
}

/**
 * Orders that are in the totals of their day of placement but not in the list, because they are not yet paid or completed.
 */
async function readUndated(
  store: Store,
  settings: ReportSettings,
  which: { readonly after: string; readonly before: string; readonly status: string },
): Promise<OwnOrder[]> {
  if (settings.datedBy === 'date_created' || which.status === '') return []
  const orders = await readOrders(store, settings, which)
  return orders.filter(({ isDated }) => !isDated)
}

/** The orders themselves; those in the trash or deleted are not in the response. */
async function readOrders(store: Store, { datedBy }: ReportSettings, which: Parameters): Promise<OwnOrder[]> {
  const fields = 'id,number,status,date_created,date_paid,date_completed,total,total_tax,shipping_total'
  const parameters = { ...which, dp: 6, orderby: 'id', order: 'asc', _fields: fields }
  const orders: OwnOrder[] = []
  for await (const { items } of numberedWalk(store, { path: 'orders', parameters })) {
    orders.push(...items.flatMap((item) => readOwnOrder(item, datedBy) ?? []))
  }
  return orders
}

function dateNotes({ datedBy }: ReportSettings): string[] {
  if (datedBy === 'date_created') return []
  return [
    'The shop’s own Analytics screen puts orders on the day they were paid or completed. This comparison uses the day they were placed; to see the same there, set the date type to “Date created” under Analytics > Settings.',
  ]
}

/** Throws a clear failure if the shop has disabled its report, because there is nothing to compare with. */
async function withAnalytics<T>(ctx: ConnectorContext, ask: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(ctx)
  try {
    return await ask(store)
  } catch (error) {
    if (!isConnectorError(error) || error.failure.platformCode !== 'rest_no_route') throw error
    throw new ConnectorError(
      {
        kind: 'account_state',
        message: `WooCommerce Analytics is switched off at ${hostOf(store.location.home)}, so the shop has no report of its own to compare with. Switch it on under WooCommerce > Settings > Advanced > Features; our figures do not depend on it.`,
        platformCode: 'report_unavailable',
      },
      { cause: error },
    )
  }
}
