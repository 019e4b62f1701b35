// Row types of what arranges tracking. Must not know how events are collected.
import type { ShopId } from '@tillsight/core'
import type { ColumnType } from 'kysely'

type Stamp = ColumnType<Date, Date | undefined, Date>

/** Public keys that name a shop to the collector. */
export interface TrackingKeysTable {
  key: string
  shopId: ShopId
  createdAt: Stamp
  /** Since when it names nobody any more; null while it holds. */
  revokedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Tables of tracking. */
export interface TrackingSchema {
  trackingKeys: TrackingKeysTable
}
