import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'
import type { TrackingKeysTable, TrackingSettingsTable } from '../visits-schema.ts'

/** A key that pages of a shop name it with. */
export type TrackingKeyRow = Selectable<TrackingKeysTable>

/** The keys of the shop, the newest first, revoked ones too. */
export async function listTrackingKeys(db: Db, shop: ShopId): Promise<TrackingKeyRow[]> {
  return db
    .selectFrom('trackingKeys')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('createdAt', 'desc')
    .orderBy('key')
    .execute()
}

/** Gives the shop a key. */
export async function createTrackingKey(
  db: Db,
  key: Pick<TrackingKeyRow, 'key' | 'shopId' | 'createdAt'>,
): Promise<TrackingKeyRow> {
  return db.insertInto('trackingKeys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Gives the shop this key if it never had one; with two askers at once, one of them gives it. */
export async function createFirstTrackingKey(
  db: Db,
  key: Pick<TrackingKeyRow, 'key' | 'shopId' | 'createdAt'>,
): Promise<void> {
  // The shop's row makes a second asker wait until the key of the first can be seen.
  await db.selectFrom('shops').select('id').where('id', '=', key.shopId).forUpdate().execute()
  if ((await listTrackingKeys(db, key.shopId)).length === 0) await createTrackingKey(db, key)
}

/** Takes a key of the shop out of use; false when it has no such key in use. */
export async function revokeTrackingKey(
  db: Db,
  { shopId, key }: Pick<TrackingKeyRow, 'shopId' | 'key'>,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('trackingKeys')
    .set({ revokedAt: at })
    .where('shopId', '=', shopId)
    .where('key', '=', key)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The shop that a key in use names. */
export async function findShopByTrackingKey(db: Db, key: string): Promise<ShopId | undefined> {
  const found = await db
    .selectFrom('trackingKeys')
    .select('shopId')
    .where('key', '=', key)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return found?.shopId
}

/** What the shop has arranged, as stored; undefined where it has not. */
export async function findTrackingSettings(
  db: Db,
  shop: ShopId,
): Promise<Selectable<TrackingSettingsTable>['settings'] | undefined> {
  const row = await db.selectFrom('trackingSettings').select('settings').where('shopId', '=', shop).executeTakeFirst()
  return row?.settings
}

/** Replaces what the shop has arranged. */
export async function saveTrackingSettings(
  db: Db,
  shop: ShopId,
  { settings, changedAt }: { readonly settings: Readonly<Record<string, unknown>>; readonly changedAt: Date },
): Promise<void> {
  const row = { settings: toJson(settings), changedAt }
  await db
    .insertInto('trackingSettings')
    .values({ shopId: shop, ...row })
    .onConflict((conflict) => conflict.column('shopId').doUpdateSet(row))
    .execute()
}

/** The first day (UTC) of which visits may still be there; undefined where none was ever deleted for its age. */
export async function findVisitsPurgedBefore(db: Db, shop: ShopId): Promise<Day | undefined> {
  const found = db.selectFrom('trackingSettings').select('visitsPurgedBefore').where('shopId', '=', shop)
  return (await found.executeTakeFirst())?.visitsPurgedBefore ?? undefined
}

/** Notes that visits before a day (UTC) are deleted. What was deleted before stays so: the day never becomes an earlier one. */
export async function noteVisitsPurged(db: Db, shop: ShopId, before: Day): Promise<void> {
  await db
    .insertInto('trackingSettings')
    .values({ shopId: shop, settings: toJson({}), visitsPurgedBefore: before })
    .onConflict((conflict) =>
      conflict.column('shopId').doUpdateSet({
        visitsPurgedBefore: sql<Day>`greatest(excluded.visits_purged_before, tracking_settings.visits_purged_before)`,
      }),
    )
    .execute()
}
