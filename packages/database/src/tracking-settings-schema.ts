// Row types of how shops have their visits read. Must not know what the settings mean.
import type { ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, JSONColumnType } from 'kysely'

/** What a shop has arranged; without a row everything is as usual. */
export interface TrackingSettingsTable {
  shopId: ShopId
  settings: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  changedAt: ColumnType<Date, Date | undefined, Date>
  /** Visits before it are gone; null: none was ever deleted for its age. */
  visitsPurgedBefore: ColumnType<Day | null, Day | undefined, Day>
}

/** Tables of these settings. */
export interface TrackingSettingsSchema {
  trackingSettings: TrackingSettingsTable
}
