import { addDays, type Day, type DayRange } from '@tillsight/core/days'
import type { ConnectorContext, PlatformReport } from '../contract.ts'
import { ConnectorError, isConnectorError } from '../failures.ts'
import type { ReportAnswer, ReportLookup, ReportRow } from '../report.ts'
import { hostOf } from './locate.ts'
import { toList } from './mapping.ts'
import { numberedWalk } from './numbered.ts'
import { dayOfRow, orderOfRow, readRow, readStats, toReportRow } from './report-rows.ts'
import { type ReportSettings, readReportSettings } from './report-settings.ts'
import { openStore, type Store } from './store.ts'
import { isRow, toOptionalId, toText } from './values.ts'

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
      const stats = await store.get('wc-analytics/reports/revenue/stats', {
        ...bounds(range),
        interval: 'day',
        order: 'asc',
        per_page: 100,
        date_type: 'date_created',
        force_cache_refresh: 'true',
      })
      const { rows, notes } = await readRows(store, range, settings)
      return {
        days: readStats(stats.data).filter(({ day }) => day >= range.from && day <= range.to),
        rows,
        notes: [...dateNotes(settings), ...stats.warnings, ...notes],
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
  const list = ids.join(',')
  const reported = await store.get('wc-analytics/reports/orders', { order_includes: list, per_page: 100 })
  const rows = Map.groupBy(
    toList(reported.data, 'reports/orders').flatMap((item) => readRow(item) ?? []),
    orderOfRow,
  )
  const missing = ids.filter((id) => !rows.has(id))
  const statuses = await readStatuses(store, missing)
  return ids.map((orderId) => {
    const own = rows.get(orderId)
    if (own) return { orderId, rows: own.map(toReportRow), absence: null, status: own[0]?.status ?? null }
    const status = statuses.get(orderId) ?? null
    return { orderId, rows: [], status, absence: absenceOf(status, settings) }
  })
}

function absenceOf(status: string | null, { excluded }: ReportSettings): ReportLookup['absence'] {
  if (status === null) return 'gone'
  return excluded.includes(status) ? 'status' : 'not_in_report'
}

/** What the orders themselves say; those in the bin or gone are not in the answer. */
async function readStatuses(store: Store, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const answer = await store.get('orders', {
    include: ids.join(','),
    status: 'any',
    per_page: 100,
    _fields: 'id,status',
  })
  const known = toList(answer.data, 'orders').flatMap((item): [string, string][] => {
    const id = isRow(item) ? toOptionalId(item.id) : null
    return isRow(item) && id !== null ? [[id, toText(item.status).replace(/^wc-/, '')]] : []
  })
  return new Map(known)
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
