import { nextWriteVersion } from '@tillsight/database'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { inPieces } from '../ledger/index.ts'
import { loadFirstKeptDay, loadTrackingSettings } from '../tracking/index.ts'
import { announceAttributed } from './announce-attributed.ts'
import { type Aged, type Concerned, concernedBy, type Status } from './concerned.ts'
import { bareSql, changedSql, goneSql, type JourneyScope } from './journey-sql.ts'
import type { MoveCause } from './moves/credit-moves.ts'
import { followAll, noteMoves, readSettled } from './moves/note-moves.ts'
import { allCrowdedSql, deviceOwnersSql, listedDevices, sightingsSql } from './sightings-sql.ts'

/** Which journeys to derive: the whole shop's, or those of some orders (including deleted ones). */
export type WhichJourneys = 'all' | Aged

/** Touches and orders per statement: each reads all of the shop's touches again, and needs some hundred megabytes of memory. */
const rowsAtOnce = 3_200_000
const ordersAtOnce = 1_000
const longSeconds = 300

/** One visitor in so many is looked at to know about how many touches there are. */
const sampled = 16
const isSampled = `cityHash64(visitor_id) % ${sampled} = 0`

/** The size of a derivation: about the number of touches of known devices, plus that of orders. */
const sizeSql = `SELECT (SELECT count() * ${sampled} FROM touches WHERE shop_id = {shop:UUID} AND ${isSampled} AND visitor_id IN (
    SELECT visitor_id FROM identifications WHERE shop_id = {shop:UUID} AND ${isSampled})) +
  (SELECT count() FROM ledger WHERE shop_id = {shop:UUID} AND head = 1) AS rows,
  (SELECT count() FROM journeys WHERE shop_id = {shop:UUID}) AS stored`

/**
 * Derives journeys from the current facts, and writes the rows that differ from the stored ones: repeating it
 * with the same facts writes nothing. Returns how many rows were written, tombstones included. For callers that
 * hold the shop's lock (`asOnlyWriter`). Per order:
 *
 * - `person`: the customer's id; `device …` for the device of a buyer who was never identified; empty for nobody.
 * - `cancelled`: a paid order that was cancelled later. `previous_ms`: the newest order before it (by time, then id) of the
 *   same person that is not cancelled. `milestone_ms`: the person's first event of the shop's milestone, if not after it.
 * - `order_revenue` and `goods`: the catalogue's `orderRevenue` and `goods` of all days, edits included; `…_back`: its
 *   `returns` and `returnsProducts`, positive when money goes back.
 * - lists: all touches of the person at or before the order, by time and id, without those of bots unless the
 *   person has a paid order. The order's own evidence (`origin` order) is included only if there is no other
 *   touch.
 * - `consent_gap`: no touch at all, because the buyer declined consent.
 *
 * Credit of past days that moves is recorded as a restatement; `because` is the cause of a full derivation.
 */
export async function deriveJourneys(
  ctx: WriteContext,
  which: WhichJourneys,
  because: MoveCause = 'late_identification',
): Promise<number> {
  const version = await nextWriteVersion(ctx.db.kysely)
  return which === 'all' ? deriveAll(ctx, version, because) : deriveOrders(ctx, which, version)
}

/** The shop's settings that journeys depend on: its milestone, and the first instant of the visits kept. */
async function settingsOf(ctx: WriteContext): Promise<{ milestone: string; kept_from: number }> {
  const { attribution } = await loadTrackingSettings(ctx.db.kysely, ctx.shop)
  const first = await loadFirstKeptDay(ctx)
  return {
    milestone: attribution.milestone,
    kept_from: first === undefined ? 0 : Date.parse(`${first}T00:00:00Z`),
  }
}

async function deriveOrders(
  ctx: WriteContext,
  { orders, concerned, standing }: Aged,
  version: bigint,
): Promise<number> {
  if (concerned) return derivePiece(ctx, { orders, concerned, version, ...(standing && { standing }) })
  let rows = 0
  for (const piece of inPieces([...new Set(orders)], ordersAtOnce)) {
    rows += await derivePiece(ctx, { orders: piece, concerned: await concernedBy(ctx.warehouse, piece), version })
  }
  return rows
}

interface Piece {
  readonly orders: readonly string[]
  readonly concerned: Concerned
  readonly standing?: Status
  readonly version: bigint
}

async function derivePiece(ctx: WriteContext, { orders, concerned, standing, version }: Piece): Promise<number> {
  if (orders.length === 0) return 0
  const { warehouse } = ctx
  const { visitors } = concerned
  const isNew = standing?.stored === false
  const params = { ...concerned, orders, version: version.toString() }
  const write = (scope: JourneyScope, sql: string, more: object) => {
    const whole = isNew ? sql : `${sql} UNION ALL ${goneSql(scope)}`
    return warehouse.rewrite({ into: 'journeys', sql: whole, params: { ...params, ...more } })
  }
  // Only the ledger knows these orders, so only their money can have changed.
  if (standing?.told === false && visitors.length === 0) {
    return write('bare', bareSql(isNew), { declined: standing.declined })
  }
  const settled = isNew ? [] : await readSettled(ctx, orders)
  const scope = visitors.length > 0 ? 'orders' : 'unseen'
  const more = { ...(await sightingsOn(warehouse, visitors)), ...(await settingsOf(ctx)) }
  const rows = await write(scope, changedSql(scope, isNew), more)
  if (rows > 0) {
    await noteMoves(ctx, { settled, version, visitors })
    await announceAttributed(ctx, { orders, version })
  }
  return rows
}

const SightingRow = z.object({ visitor: z.string(), seen_ms: z.coerce.number(), owner: z.string() })

/** Who was seen on these devices, as parameters of the statement that uses it more than once. */
async function sightingsOn(warehouse: ShopWarehouse, visitors: readonly string[]) {
  const query = { sql: sightingsSql(listedDevices), params: { visitors } }
  const found = visitors.length === 0 ? [] : await warehouse.read(query, SightingRow, { lookup: true })
  return {
    seen_on: found.map(({ visitor }) => visitor),
    seen_ms: found.map((each) => each.seen_ms),
    seen_owners: found.map(({ owner }) => owner),
  }
}

const SizeRow = z.object({ rows: z.coerce.number(), stored: z.coerce.number() })
const OwnerRow = z.object({ owner: z.string() })

async function deriveAll(ctx: WriteContext, version: bigint, because: MoveCause): Promise<number> {
  const { warehouse } = ctx
  const settings = await settingsOf(ctx)
  const [{ rows: size, stored } = { rows: 0, stored: 0 }] = await warehouse.read({ sql: sizeSql, params: {} }, SizeRow)
  const parts = Math.ceil((size + 1) / rowsAtOnce)
  const crowded = await keepDevices(ctx, version)
  const params = { crowded, ...settings, version: version.toString(), parts }
  const rewrite = await followAll(ctx, { version, because })
  const sql = changedSql('part', stored === 0)
  let rows = 0
  for (let part = 0; part < parts; part += 1) {
    rows += await rewrite({ sql, params: { ...params, part } })
  }
  await warehouse.purge(allOwners)
  // What was derived just now is of orders that exist.
  return stored === 0 ? rows : rows + (await warehouse.rewrite({ into: 'journeys', sql: goneSql('part'), params }))
}

const allOwners = { from: 'device_owners', where: '1', params: {} } as const
const ownersSql = 'SELECT visitor_id AS owner FROM device_owners WHERE shop_id = {shop:UUID} LIMIT 1'

/** Stores whose devices are whose, and returns the people with more devices than one person can have. */
async function keepDevices({ warehouse }: WriteContext, version: bigint): Promise<string[]> {
  const params = { crowded: [], version: version.toString() }
  // A derivation that was killed may have left some, which would hide these if their version were higher: that of a backup.
  const left = await warehouse.read({ sql: ownersSql, params: {} }, OwnerRow)
  if (left.length > 0) await warehouse.purge(allOwners)
  await warehouse.rewrite({ into: 'device_owners', sql: deviceOwnersSql, params })
  const rows = await warehouse.read({ sql: allCrowdedSql, params }, OwnerRow, { timeoutSeconds: longSeconds })
  const crowded = rows.map(({ owner }) => owner)
  if (crowded.length > 0) {
    await warehouse.purge(allOwners)
    await warehouse.rewrite({ into: 'device_owners', sql: deviceOwnersSql, params: { ...params, crowded } })
  }
  return crowded
}
