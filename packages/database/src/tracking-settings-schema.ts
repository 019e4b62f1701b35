// Row types of how shops have their visits read. Must not know what the settings mean.
import type { ShopId } from '@tillsight/core'
import type { ColumnType, JSONColumnType } from 'kysely'

/** What a shop has arranged; without a row everything is as usual. */
export interface TrackingSettingsTable {
  shopId: ShopId
  settings: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  changedAt: ColumnType<Date, Date | undefined, Date>
}

/** Tables of these settings. */
export interface TrackingSettingsSchema {
  trackingSettings: TrackingSettingsTable
}
