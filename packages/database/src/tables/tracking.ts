import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'
import type { TrackingKeysTable, TrackingSettingsTable } from '../visits-schema.ts'

/** A key by which a shop's pages identify it. */
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

/** Adds a key for the shop. */
export async function createTrackingKey(
  db: Db,
  key: Pick<TrackingKeyRow, 'key' | 'shopId' | 'createdAt'>,
): Promise<TrackingKeyRow> {
  return db.insertInto('trackingKeys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** Adds this key if the shop never had one; of concurrent callers, one adds it. */
export async function createFirstTrackingKey(
  db: Db,
  key: Pick<TrackingKeyRow, 'key' | 'shopId' | 'createdAt'>,
): Promise<void> {
  // Locking the shop's row makes a second caller wait until the first one's key is visible.
  await db.selectFrom('shops').select('id').where('id', '=', key.shopId).forUpdate().execute()
  if ((await listTrackingKeys(db, key.shopId)).length === 0) await createTrackingKey(db, key)
}

/** Revokes a key of the shop; false if it has no such active key. */
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

/** The shop of an active key. */
export async function findShopByTrackingKey(db: Db, key: string): Promise<ShopId | undefined> {
  const found = await db
    .selectFrom('trackingKeys')
    .select('shopId')
    .where('key', '=', key)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return found?.shopId
}

/** The shop's tracking settings, as stored; undefined if there are none. */
export async function findTrackingSettings(
  db: Db,
  shop: ShopId,
): Promise<Selectable<TrackingSettingsTable>['settings'] | undefined> {
  const row = await db.selectFrom('trackingSettings').select('settings').where('shopId', '=', shop).executeTakeFirst()
  return row?.settings
}

/** Replaces the shop's tracking settings. */
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

/** The first day (UTC) whose visits may still exist; undefined if none was ever deleted for its age. */
export async function findVisitsPurgedBefore(db: Db, shop: ShopId): Promise<Day | undefined> {
  const found = db.selectFrom('trackingSettings').select('visitsPurgedBefore').where('shopId', '=', shop)
  return (await found.executeTakeFirst())?.visitsPurgedBefore ?? undefined
}

/** Records that visits before a day (UTC) are deleted. The day never moves back to an earlier one. */
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
