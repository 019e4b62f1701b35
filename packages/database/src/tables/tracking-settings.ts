import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
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
