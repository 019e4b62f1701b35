import { type Amount, AppError, currencyDecimals, parseAmount } from '@tillsight/core'
import { addDays, countDays, type Day, type DayRange, dayOf, listDays } from '@tillsight/core/days'
import {
  beginReconciliation,
  endReconciliation,
  listConnections,
  listReconciledDays,
  listReconciliations,
  listSyncStates,
  saveReconciliations,
} from '@tillsight/database'
import {
  isConnectorError,
  type PlatformReport,
  type ReportLookup,
  type ReportRow,
} from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import {
  type Connection,
  type ConnectionContext,
  callPlatform,
  isReadAgain,
  openConnection,
  storedAccount,
} from '../connections/index.ts'
import { noteReconciliation } from '../health/index.ts'
import { emitEvents } from '../outbox/index.ts'
import { compareTwice } from './compare.ts'
import type { DayComparison, Findings } from './model.ts'
import { readOwnSide } from './own-side.ts'

const IdRow = z.object({ id: z.string() })
const StoredRow = z.object({ id: z.string(), foreign: z.coerce.boolean() })
const idsPerQuery = 5000

/** Number of days held in memory at a time: the nightly comparison is one request to the store. */
const daysAtOnce = 35

/** Which days to compare, and a progress callback. */
export interface ReconcileOrder {
  readonly range: DayRange
  readonly signal: AbortSignal
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => Promise<void>
}

/** The result of a comparison. */
export interface Reconciled {
  readonly days: readonly DayComparison[]
  readonly notes: readonly string[]
  /** Name of the store's report with the same figures. */
  readonly label: string
}

/** Name of the store's report that our figures are compared with; null without a store that has one. */
export async function findReportLabel({
  queries,
  shop,
  services,
}: Pick<ConnectionContext, 'queries' | 'shop' | 'services'>): Promise<string | null> {
  const rows = await listConnections(queries, shop.id)
  const reports = rows.map((row) => services.connectors.find(({ id }) => id === row.connector)?.report)
  return reports.find((report) => report !== undefined)?.label ?? null
}

/** The shop's store connection, if it has a report of its own. */
export async function findReportConnection(
  ctx: Pick<ConnectionContext, 'queries' | 'shop' | 'services'>,
): Promise<{ readonly connection: Connection; readonly report: PlatformReport } | undefined> {
  for (const row of await listConnections(ctx.queries, ctx.shop.id)) {
    const connection = openConnection(row, ctx.services)
    const { report } = connection.connector
    if (report && connection.verified && !connection.paused) return { connection, report }
  }
  return undefined
}

/**
 * Compares days of the shop with its store's own report, in portions, and stores the result. Today and days that are not
 * loaded yet are left out. Throws `not_found` without a store that has a report, `conflict` before any refund has been read,
 * and the store's failure.
 */
export async function reconcileShop(ctx: ConnectionContext, order: ReconcileOrder): Promise<Reconciled> {
  const found = await findReportConnection(ctx)
  if (!found) throw nothingToCompare(ctx.shop.domain)
  if (await lacksRefunds(ctx, found.connection)) throw refundsMissing(found.connection.connector.label)
  const range = endedDays(order.range, addDays(dayOf(ctx.clock.now(), ctx.shop.zone), -1))
  await beginReconciliation(ctx.db.kysely, ctx.shop.id, {
    ...range,
    connection: found.connection.id,
    at: ctx.clock.now(),
  })
  const days: DayComparison[] = []
  const notes = new Set<string>()
  try {
    for (const piece of inParts(range)) {
      const compared = await reconcilePiece(ctx, found, { ...order, range: piece })
      for (const note of compared.notes) notes.add(note)
      days.push(...compared.days)
      await saveDays(ctx, found.connection, compared.days)
      await order.onProgress?.({ done: countDays({ from: range.from, to: piece.to }), total: countDays(range) })
    }
  } catch (error) {
    const problem = isConnectorError(error) ? error.failure.message : 'The comparison failed; it is tried again.'
    await endReconciliation(ctx.db.kysely, ctx.shop.id, { at: ctx.clock.now(), problem, notes: [...notes] })
    throw error
  }
  await endReconciliation(ctx.db.kysely, ctx.shop.id, { at: ctx.clock.now(), problem: null, notes: [...notes] })
  await noteDifferences(ctx)
  return { days, notes: [...notes], label: found.report.label }
}

/** Stores compared days, and tells of those that differ only now. */
async function saveDays(
  { db, shop, clock }: ConnectionContext,
  { id: connection }: Connection,
  days: readonly DayComparison[],
): Promise<void> {
  const at = clock.now()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return
  await db.transaction(async (tx) => {
    const before = await listReconciliations(tx, shop.id, { from: first.day, to: last.day })
    const known = new Set(before.flatMap(({ day, state }) => (state === 'differs' ? [day] : [])))
    const stored = days.map((day) => ({ day: day.day, state: day.state, comparison: day }))
    await saveReconciliations(tx, shop.id, { days: stored, at })
    const fresh = days.filter(({ day, state }) => state === 'differs' && !known.has(day))
    const events = fresh.map(({ day }) => ({ type: 'reconciliation.differs' as const, data: { day, connection }, at }))
    await emitEvents(tx, shop.id, events)
  })
}

interface Source {
  readonly connection: Connection
  readonly report: PlatformReport
}

async function reconcilePiece(
  ctx: ConnectionContext,
  { connection, report }: Source,
  { range, signal }: ReconcileOrder,
): Promise<{ readonly days: DayComparison[]; readonly notes: readonly string[] }> {
  const { services, clock, db } = ctx
  const account = storedAccount(connection, { db, services })
  return callPlatform(services, { account, clock, signal }, async (platform) => {
    // Our side is read last: an order arriving in between is then missing on their side, where a look-up finds it, rather
    // than on ours.
    const theirs = await report.read(platform, range)
    const { side, loaded } = await readOwnSide(ctx, range, report.terms)
    const own = new Set(side.rows.map(({ orderId }) => orderId))
    const reported = new Set(theirs.rows.map(({ orderId }) => orderId))
    const onlyHere = [...own].filter((id) => !reported.has(id))
    const lookups = onlyHere.length === 0 ? [] : await report.find(platform, onlyHere)
    // Orders that the list skipped between two pages are found by id.
    const late = lookups.flatMap(({ rows }) => rows).filter(({ day }) => day >= range.from && day <= range.to)
    const rows: readonly ReportRow[] = [...theirs.rows, ...late]
    const onlyThere = [...reported].filter((id) => !own.has(id))
    const findings = await findOut(ctx.warehouse, { lookups, onlyThere, currency: ctx.shop.currency })
    const days = listDays(range).filter((day) => loaded.includes(day))
    const coin = coinOf(ctx.shop.currency)
    const comparison = { days, ours: side, theirs: { days: theirs.days, rows }, findings, coin }
    const look = { terms: report.terms, find: (ids: readonly string[]) => report.find(platform, ids) }
    return { days: await compareTwice(ctx, comparison, look), notes: theirs.notes }
  })
}

/** The smallest coin of a currency. */
function coinOf(currency: string): Amount {
  const decimals = currencyDecimals(currency)
  return parseAmount(decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`)
}

function* inParts({ from, to }: DayRange): Generator<DayRange> {
  for (let start = from; start <= to; start = addDays(start, daysAtOnce)) {
    const end = addDays(start, daysAtOnce - 1)
    yield { from: start, to: end < to ? end : to }
  }
}

/** Whether orders have been read but none of their refunds, which would all show as differences. */
export async function lacksRefunds({ db }: Pick<ConnectionContext, 'db'>, { id }: Connection): Promise<boolean> {
  const states = await listSyncStates(db.kysely, id)
  return states.some(
    ({ stream, mode, completeSince, lastSuccessAt, checkpoint }) =>
      stream === 'refunds' &&
      mode === 'backfill' &&
      completeSince === null &&
      lastSuccessAt === null &&
      !isReadAgain(checkpoint),
  )
}

function refundsMissing(platform: string): AppError {
  return new AppError(
    'conflict',
    `The refunds of ${platform} are not in yet, so every one of them would look like a difference. The comparison runs by itself once the history is complete.`,
  )
}

/** Today's figures are still changing on both sides. */
function endedDays({ from, to }: DayRange, yesterday: Day): DayRange {
  if (from <= yesterday) return { from, to: to < yesterday ? to : yesterday }
  throw new AppError('invalid_input', `${from} is not over yet. Days are compared once they have ended.`)
}

function nothingToCompare(domain: string): AppError {
  return new AppError(
    'not_found',
    `${domain} has no connected store that reports its own figures, so there is nothing to compare with. Connect the store under Integrations.`,
  )
}

async function noteDifferences({ db, shop, clock }: ConnectionContext): Promise<void> {
  const days = await listReconciledDays(db.kysely, shop.id, 'differs')
  await noteReconciliation(db.kysely, { shop: shop.id, days, at: clock.now() })
}

interface Query {
  readonly lookups: readonly ReportLookup[]
  readonly onlyThere: readonly string[]
  /** The shop's currency. */
  readonly currency: string
}

/** Looks up orders that only one side has in a range. */
async function findOut(warehouse: ShopWarehouse, { lookups, onlyThere, currency }: Query): Promise<Findings> {
  const there = new Map(lookups.map((lookup) => [lookup.orderId, lookup]))
  const booked = new Set<string>()
  const stored = new Map<string, 'uncounted' | 'foreign'>()
  for (let start = 0; start < onlyThere.length; start += idsPerQuery) {
    const ids = onlyThere.slice(start, start + idsPerQuery)
    for (const { id } of await readBooked(warehouse, ids)) booked.add(id)
    for (const { id, foreign } of await readStored(warehouse, ids, currency)) {
      stored.set(id, foreign ? 'foreign' : 'uncounted')
    }
  }
  return {
    there(orderId) {
      const found = there.get(orderId)
      return found && { absence: found.absence, elsewhere: found.rows.length > 0 }
    },
    paidByCard: () => undefined,
    sameInAll: () => false,
    here: (orderId) => (booked.has(orderId) ? 'other_day' : (stored.get(orderId) ?? 'missing')),
  }
}

function readBooked(warehouse: ShopWarehouse, ids: readonly string[]) {
  const sql =
    'SELECT DISTINCT order_id AS id FROM ledger WHERE shop_id = {shop:UUID} AND order_id IN {ids:Array(String)}'
  return warehouse.read({ sql, params: { ids } }, IdRow, { lookup: true })
}

/** `foreign`: paid or payable in another currency, so that the order does not count for lack of a rate. */
function readStored(warehouse: ShopWarehouse, ids: readonly string[], currency: string) {
  const sql = `SELECT id, JSONExtractString(body, 'currency') != {currency:String}
      AND JSONExtractString(body, 'standing') IN ('paid', 'unpaid', 'cancelled') AS foreign
    FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = '' AND id IN {ids:Array(String)}`
  return warehouse.read({ sql, params: { ids, currency } }, StoredRow, { lookup: true })
}
