import { addMonths, dayOf } from '@tillsight/core/days'
import { nextWriteVersion } from '@tillsight/database'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { inPieces } from '../../ledger/facts-store.ts'
import type { WriteContext } from '../../ledger/write-context.ts'
import { loadTrackingSettings } from '../../tracking/settings/load-settings.ts'
import { concernedBy } from './concerned.ts'
import { changedSql, goneSql } from './journey-sql.ts'
import { allDevices, crowdedSql, listedDevices, sightingsSql } from './sightings-sql.ts'

/** Which journeys are derived: the whole shop's, or those of orders (also of orders that went away). */
export type WhichJourneys = 'all' | { readonly orders: readonly string[] }

/** Touches and orders that one statement works on: keeps it within a few hundred megabytes. */
const rowsAtOnce = 1_500_000
const ordersAtOnce = 1_000
const longSeconds = 300

/** Touches, and orders for as much as their rows take. */
const sizeSql = `SELECT (SELECT count() FROM touches WHERE shop_id = {shop:UUID} AND visitor_id IN (
    SELECT visitor_id FROM identifications WHERE shop_id = {shop:UUID})) +
  (SELECT count() FROM ledger WHERE shop_id = {shop:UUID} AND head = 1) AS rows`

/**
 * Derives journeys from the facts as they are, and writes the rows that are different from those that are stored: the same
 * facts twice write nothing. Returns how many rows were written, tombstones included. For callers that hold the shop
 * (`asOnlyWriter`). Per order:
 *
 * - `person`: the customer's id; `device …` for the device of a buyer who was never identified; empty for nobody.
 * - `cancelled`: a paid order that was cancelled later. `previous_ms`: the newest order before it (by time, then id) of the
 *   same person that is not cancelled. `milestone_ms`: the person's first event of the shop's milestone, if not after it.
 * - `order_revenue` and `goods`: the catalogue's `orderRevenue` and `goods` of all days, edits included; `…_back`: its
 *   `returns` and `returnsProducts`, positive when money goes back.
 * - lists: all touches of the person at or before the order, by time and id, without those of machines unless the person has
 *   a paid order. What the order says of itself (`origin` order) stands there only where there is no other touch.
 * - `consent_gap`: no touch at all, because the buyer did not agree to be recognised.
 */
export async function deriveJourneys(ctx: WriteContext, which: WhichJourneys): Promise<number> {
  const version = await nextWriteVersion(ctx.db.kysely)
  return which === 'all' ? deriveAll(ctx, version) : deriveOrders(ctx, which.orders, version)
}

/** What the shop has set that journeys depend on: the middle of one, and the first instant whose visits are kept. */
async function settingsOf({ db, shop, clock }: WriteContext): Promise<{ milestone: string; kept_from: number }> {
  const { attribution, retentionMonths } = await loadTrackingSettings(db.kysely, shop)
  const first = retentionMonths === null ? undefined : addMonths(dayOf(clock.now(), 'UTC'), -retentionMonths)
  return {
    milestone: attribution.milestone,
    kept_from: first === undefined ? 0 : Date.parse(`${first}T00:00:00Z`),
  }
}

async function deriveOrders(ctx: WriteContext, orders: readonly string[], version: bigint): Promise<number> {
  const { warehouse } = ctx
  const settings = await settingsOf(ctx)
  let rows = 0
  for (const piece of inPieces([...new Set(orders)], ordersAtOnce)) {
    const concerned = await concernedBy(warehouse, piece)
    const scope = concerned.visitors.length > 0 ? 'orders' : 'unseen'
    const params = {
      ...concerned,
      ...(await sightingsOn(warehouse, concerned.visitors)),
      orders: piece,
      ...settings,
      version: version.toString(),
    }
    rows += await warehouse.rewrite({
      into: 'journeys',
      sql: `${changedSql(scope)} UNION ALL ${goneSql(scope)}`,
      params,
    })
  }
  return rows
}

const SightingRow = z.object({ visitor: z.string(), seen_ms: z.coerce.number(), owner: z.string() })

/** Who was seen on the devices in question, as parameters of the statement that needs it more than once. */
async function sightingsOn(warehouse: ShopWarehouse, visitors: readonly string[]) {
  const query = { sql: sightingsSql(listedDevices), params: { visitors } }
  const found = visitors.length === 0 ? [] : await warehouse.read(query, SightingRow, { lookup: true })
  return {
    seen_on: found.map(({ visitor }) => visitor),
    seen_ms: found.map((each) => each.seen_ms),
    seen_owners: found.map(({ owner }) => owner),
  }
}

const SizeRow = z.object({ rows: z.coerce.number() })
const OwnerRow = z.object({ owner: z.string() })

async function deriveAll(ctx: WriteContext, version: bigint): Promise<number> {
  const { warehouse } = ctx
  const settings = await settingsOf(ctx)
  const [size] = await warehouse.read({ sql: sizeSql, params: {} }, SizeRow)
  const crowded = await warehouse.read({ sql: crowdedSql(allDevices), params: {} }, OwnerRow, {
    timeoutSeconds: longSeconds,
  })
  const parts = Math.ceil(((size?.rows ?? 0) + 1) / rowsAtOnce)
  const params = { crowded: crowded.map(({ owner }) => owner), ...settings, version: version.toString(), parts }
  let rows = 0
  for (let part = 0; part < parts; part += 1) {
    rows += await warehouse.rewrite({ into: 'journeys', sql: changedSql('part'), params: { ...params, part } })
  }
  return rows + (await warehouse.rewrite({ into: 'journeys', sql: goneSql('part'), params }))
}
