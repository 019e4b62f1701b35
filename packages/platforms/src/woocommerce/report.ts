import { addDays, type Day, type DayRange } from '@tillsight/core/days'
import type { ConnectorContext, PlatformReport } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { ReportAnswer, ReportDay, ReportLookup, ReportRow } from '../report.ts'
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

const idsPerQuestion = 50
/** How long after an order was placed its payment may come in and still be found by the date of it. */
const paidWithinDays = 31

/**
 * WooCommerce Analytics, asked for the day on which orders were placed. It answers from tables of its own, which a job in
 * the shop fills from the orders: that they lag or miss some is the first thing that a comparison finds.
 */
export const analyticsReport: PlatformReport = {
  label: 'WooCommerce > Analytics > Revenue',
  terms: {
    charges: 'in_sales',
    negativeFees: 'in_sales',
    returns: 'everything',
    giftCardsAndTips: 'in_sales',
  },

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
      } satisfies ReportAnswer
    })
  },

  async find(ctx, orderIds) {
    return withAnalytics(ctx, async (store) => {
      const settings = await readReportSettings(store)
      const found: ReportLookup[] = []
      for (let start = 0; start < orderIds.length; start += idsPerQuestion) {
        found.push(...(await findSome(store, orderIds.slice(start, start + idsPerQuestion), settings)))
      }
      return found
    })
  },
}

/** The report takes times without a zone as the site's own. */
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
  // The list knows no date but the one that the shop has chosen; what was paid later than that is asked for by id.
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
  // Without bounds the list looks at the last seven days only, whatever ids it is asked for.
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

/** Those of these orders without a date that the totals of their days hold. */
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
 * Of orders without the date that the list goes by: those that the totals hold beside the rows of the list. Where a day counts
 * no more orders than its rows do, the report lacks them.
 */
function inTotals(undated: readonly OwnOrder[], { days, rows }: Pick<ReportAnswer, 'days' | 'rows'>): OwnOrder[] {
  const counts = new Map(days.map(({ day, figures }) => [day, Number(figures.orders ?? 0)]))
  const listed = Map.groupBy(rows, ({ day }) => day)
  return undated.filter(({ row: { day } }) => {
    const rowsOfDay = listed.get(day) ?? []
    return (counts.get(day) ?? 0) > rowsOfDay.filter(({ orders }) => orders === 1).length
  })
}

/** Every date that an order may have. */
function allTime(store: Store) {
  return { after: '1990-01-01T00:00:00', before: toGmtParameter(shiftInstant(store.now(), 2 * 86_400)) }
}

function absenceOf(status: string | null, { excluded }: ReportSettings): ReportLookup['absence'] {
  if (status === null) return 'gone'
  return excluded.includes(status) ? 'status' : 'not_in_report'
}

/** Statuses in which an order may not have the date yet by which the shop dates its report. */
function waiting({ excluded }: ReportSettings): string {
  return ['on-hold', 'processing'].filter((status) => !excluded.includes(status)).join(',')
}

/**
 * Orders that are in the totals of the day on which they were placed, and that the list leaves out because they were not paid
 * or completed yet.
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

/** What the orders themselves say; those in the bin or gone are not in the answer. */
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
    'The shop’s own Analytics screen puts orders on the day they were paid or completed. For this comparison it was asked for the day they were placed; set the date type to “Date created” under Analytics > Settings to see the same there.',
  ]
}

/** Says plainly that there is nothing to compare with where the shop has switched its report off. */
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
