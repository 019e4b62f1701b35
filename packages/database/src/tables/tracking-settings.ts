import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import { type Selectable, sql } from 'kysely'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'
import type { TrackingSettingsTable } from '../tracking-settings-schema.ts'

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
