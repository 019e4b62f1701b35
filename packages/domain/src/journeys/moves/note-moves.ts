import { dayOf, parseDay, startOfDay } from '@tillsight/core/days'
import { journeys } from '@tillsight/warehouse'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { createDayOf } from '../../ledger/index.ts'
import { journeyColumns } from '../read-journey.ts'
import {
  type CreditMove,
  causeOf,
  differingTouches,
  type KeptTouch,
  type MoveCause,
  moveCauses,
  movesOfOrder,
  type Rederived,
  StoredJourney,
  saveMoves,
  sumMoves,
  toMoves,
} from './credit-moves.ts'
import { loadMoveRules, movesSql } from './moves-sql.ts'

const hourMs = 3_600_000
const longSeconds = 300

/**
 * The instant, in seconds, from which days are not settled: the start of today, or of yesterday within the hour after
 * midnight.
 */
function settledUntil({ clock, shop }: WriteContext): number {
  const day = dayOf(new Date(clock.now().getTime() - hourMs), shop.zone)
  return startOfDay(day, shop.zone).getTime() / 1000
}

const journeysSql = `SELECT ${journeyColumns}, version FROM journeys
  WHERE shop_id = {shop:UUID} AND order_id IN {orders:Array(String)} AND cancelled = 0`

/** Stored journeys of the orders placed on settled days: those whose credit a new derivation may move. */
export async function readSettled(ctx: WriteContext, orders: readonly string[]): Promise<readonly StoredJourney[]> {
  const sql = `${journeysSql} AND placed_at < toDateTime({settled:UInt32}, 'UTC')`
  const params = { orders, settled: settledUntil(ctx) }
  return ctx.warehouse.read({ sql, params }, StoredJourney, { lookup: true })
}

/** Journeys before a derivation, the version it wrote, and the devices it covered. */
interface Derived {
  readonly settled: readonly StoredJourney[]
  readonly version: bigint
  readonly visitors: readonly string[]
}

/** Records what a derivation of orders moved, right after it. Unchanged journeys move nothing. */
export async function noteMoves(ctx: WriteContext, { settled, version, visitors }: Derived): Promise<void> {
  if (settled.length === 0) return
  const query = {
    sql: `${journeysSql} AND version = {version:UInt64}`,
    params: { orders: settled.map(({ order_id }) => order_id), version: version.toString() },
  }
  const fresh = await ctx.warehouse.read(query, StoredJourney, { lookup: true })
  if (fresh.length === 0) return
  const rules = await loadMoveRules(ctx)
  const before = new Map(settled.map((row) => [row.order_id, row]))
  const moved = fresh.flatMap((after) => {
    const old = before.get(after.order_id)
    if (old === undefined) return []
    const order = { before: old, after }
    const parts = movesOfOrder(order, rules)
    return parts.length === 0 ? [] : [{ order, parts }]
  })
  if (moved.length === 0) return
  const orders = moved.map(({ order }) => order)
  const kept = await readKept(ctx, { orders, visitors })
  const shopDayOf = createDayOf(ctx.shop.zone)
  const moves = moved.flatMap(({ order, parts }) =>
    toMoves(parts, shopDayOf(order.after.placed_ms / 1000), causeOf(order, kept)),
  )
  await saveMoves(ctx, { moves: sumMoves(moves), version, rules })
}

const KeptRow = z.object({ touch_id: z.string(), written: z.coerce.bigint(), named: z.coerce.bigint() })
const keptSql = `SELECT touch_id, written, named
  FROM (
    SELECT touch_id, visitor_id AS device, version AS written FROM touches
    WHERE shop_id = {shop:UUID} AND visitor_id IN {visitors:Array(String)} AND touch_id IN {touches:Array(String)}
  ) AS come
  LEFT JOIN (
    SELECT visitor_id AS device, max(version) AS named FROM identifications
    WHERE shop_id = {shop:UUID} AND visitor_id != '' AND visitor_id IN {visitors:Array(String)}
    GROUP BY visitor_id
  ) AS names ON come.device = names.device`

/** Touches that were added to or removed from an order, as far as they are still stored. */
async function readKept(
  { warehouse }: WriteContext,
  { orders, visitors }: { readonly orders: readonly Rederived[]; readonly visitors: readonly string[] },
): Promise<ReadonlyMap<string, KeptTouch>> {
  const touches = new Set(orders.flatMap((order) => Object.values(differingTouches(order)).flat()))
  if (touches.size === 0) return new Map()
  const params = { visitors: ['', ...visitors], touches: [...touches] }
  const rows = await warehouse.read({ sql: keptSql, params }, KeptRow, { lookup: true })
  return new Map(rows.map(({ touch_id, written, named }) => [touch_id, { version: written, named }]))
}

const MovedRow = z.object({
  order_day: z.number(),
  because: z.enum(moveCauses),
  moved_from: z.string(),
  moved_to: z.string(),
  orders: z.coerce.number(),
  moved: z.coerce.bigint(),
})
const OneRow = z.object({ one: z.number() })
const settledSql = `SELECT 1 AS one FROM journeys
  WHERE shop_id = {shop:UUID} AND placed_at < toDateTime({settled:UInt32}, 'UTC') LIMIT 1`
const draftsSql = 'SELECT 1 AS one FROM journey_drafts WHERE shop_id = {shop:UUID} LIMIT 1'
const allDrafts = { from: 'journey_drafts', where: '1', params: {} } as const
const replaceSql = `SELECT ${Object.keys(journeys.columns).join(', ')} FROM journey_drafts WHERE shop_id = {shop:UUID}`

/** Writes journeys derived by SQL and returns how many; a full derivation calls it. */
type Rewrite = (query: CompiledQuery) => Promise<number>
type CompiledQuery = Parameters<WriteContext['warehouse']['read']>[0]

/**
 * Writes the journeys of a full derivation, and records what it moves. There may be too many to load, so they are compared in
 * the warehouse: drafts are stored separately before they replace the stored ones, so that they are derived only once.
 */
export async function followAll(
  ctx: WriteContext,
  { version, because }: { readonly version: bigint; readonly because: MoveCause },
): Promise<Rewrite> {
  const { warehouse } = ctx
  const settled = settledUntil(ctx)
  // A derivation that was killed may have left drafts.
  const [left] = await warehouse.read({ sql: draftsSql, params: {} }, OneRow)
  if (left) await warehouse.purge(allDrafts)
  const [found] = await warehouse.read({ sql: settledSql, params: { settled } }, OneRow)
  if (found === undefined) return (query) => warehouse.rewrite({ into: 'journeys', ...query })
  const rules = await loadMoveRules(ctx)
  const moves = movesSql({ rules, zone: ctx.shop.zone, now: ctx.clock.now() })
  const query = { sql: moves.sql, params: { ...moves.params, settled, because } }
  return async (drafts) => {
    if ((await warehouse.rewrite({ into: 'journey_drafts', ...drafts })) === 0) return 0
    const rows = await warehouse.read(query, MovedRow, { timeoutSeconds: longSeconds })
    const written = await warehouse.rewrite({ into: 'journeys', sql: replaceSql, params: {} })
    await saveMoves(ctx, { moves: rows.map(toMove), version, rules })
    await warehouse.purge(allDrafts)
    return written
  }
}

function toMove({ order_day, because, moved_from, moved_to, orders, moved }: z.infer<typeof MovedRow>): CreditMove {
  const day = parseDay(new Date(order_day * 24 * hourMs).toISOString().slice(0, 10))
  return { day, from: moved_from, to: moved_to, because, orders, amount: moved }
}
