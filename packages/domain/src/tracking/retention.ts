import { addMonths, type Day, dayOf } from '@tillsight/core/days'
import { findVisitsPurgedBefore, noteVisitsPurged } from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import type { TrackingSettings } from './settings/settings.ts'
import { loadTrackingSettings } from './settings/stored-settings.ts'

/** The first day (UTC) whose visits the shop currently keeps; undefined if it keeps all. */
function firstWantedDay({ retentionMonths }: Pick<TrackingSettings, 'retentionMonths'>, now: Date): Day | undefined {
  return retentionMonths === null ? undefined : addMonths(dayOf(now, 'UTC'), -retentionMonths)
}

/**
 * The first day (UTC) from which on all visits are stored; undefined if none were ever deleted. Deleted visits do not return
 * when a shop extends its retention.
 */
export async function loadFirstKeptDay({
  db,
  shop,
  clock,
}: Pick<WriteContext, 'db' | 'shop' | 'clock'>): Promise<Day | undefined> {
  const wanted = firstWantedDay(await loadTrackingSettings(db.kysely, shop), clock.now())
  const purged = await findVisitsPurgedBefore(db.kysely, shop.id)
  return [wanted, purged]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
}

const slowSeconds = 300
const visitorsAtOnce = 5_000

/**
 * Purges events and touches older than the shop's retention from disk, and devices without anything else. Journeys of orders
 * stay. Returns how many events and touches were purged.
 */
export async function purgeOldVisits(ctx: WriteContext): Promise<number> {
  return asOnlyWriter(ctx, async (fresh) => {
    const first = firstWantedDay(await loadTrackingSettings(fresh.db.kysely, fresh.shop), fresh.clock.now())
    if (first === undefined) return 0
    const old = await countOld(fresh, first)
    const params = { first }
    // First, so that a journey derived afterwards does not take purged visits for visits that never happened.
    if (old.events + old.touches > 0) await noteVisitsPurged(fresh.db.kysely, fresh.shop.id, first)
    if (old.events > 0) await fresh.warehouse.purge({ from: 'events', where: 'day < {first:Date}', params })
    if (old.touches > 0)
      await fresh.warehouse.purge({ from: 'touches', where: `${isOld} AND origin != 'order'`, params })
    if (old.identifications > 0) await purgeDevices(fresh, first)
    if (old.events + old.touches > 0)
      fresh.log.info({ shop: fresh.shop.id, ...old, first }, 'visits older than the shop keeps them were deleted')
    return old.events + old.touches
  })
}

const isOld = `at < toDateTime64({first:Date}, 3, 'UTC')`
const Old = z.object({
  events: z.coerce.number(),
  touches: z.coerce.number(),
  identifications: z.coerce.number(),
})

async function countOld({ warehouse }: WriteContext, first: Day): Promise<z.infer<typeof Old>> {
  const sql = `SELECT
      (SELECT count() FROM events WHERE shop_id = {shop:UUID} AND day < {first:Date}) AS events,
      (SELECT count() FROM touches WHERE shop_id = {shop:UUID} AND ${isOld} AND origin != 'order') AS touches,
      (SELECT count() FROM identifications WHERE shop_id = {shop:UUID} AND ${isOld}) AS identifications`
  const [old] = await warehouse.read({ sql, params: { first } }, Old, { timeoutSeconds: slowSeconds })
  return old ?? { events: 0, touches: 0, identifications: 0 }
}

const goneSql = `SELECT DISTINCT visitor_id AS visitor FROM identifications
  WHERE shop_id = {shop:UUID} AND ${isOld}
    AND visitor_id NOT IN (SELECT visitor_id FROM events WHERE shop_id = {shop:UUID})
    AND visitor_id NOT IN (SELECT visitor_id FROM touches WHERE shop_id = {shop:UUID})
  LIMIT ${visitorsAtOnce}`

/** Identifications of a device are kept while any event or touch on it is stored. */
async function purgeDevices({ warehouse }: WriteContext, first: Day): Promise<void> {
  for (;;) {
    const query = { sql: goneSql, params: { first } }
    const rows = await warehouse.read(query, z.object({ visitor: z.string() }), { timeoutSeconds: slowSeconds })
    if (rows.length === 0) return
    const params = { visitors: rows.map(({ visitor }) => visitor), first }
    await warehouse.purge({
      from: 'identifications',
      where: `visitor_id IN {visitors:Array(String)} AND ${isOld}`,
      params,
    })
    if (rows.length < visitorsAtOnce) return
  }
}
