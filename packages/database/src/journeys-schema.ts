// Row types of what keeps journeys of orders up to date. Must not know how they are derived.
import type { ShopId } from '@tillsight/core'
import type { ColumnType } from 'kysely'

/**
 * What a mark is about: an order, a customer, an identifier of people, a device, everything, or everything at the end of a
 * history that is still being read; the key of the latter two is empty.
 */
export type JourneyMarkKind = 'order' | 'person' | 'name' | 'visitor' | 'all' | 'history'

/** Facts that changed since the journeys that depend on them were derived. */
export interface JourneyMarksTable {
  shopId: ShopId
  kind: JourneyMarkKind
  key: string
  /** The write version that changed them last. */
  token: bigint
  markedAt: ColumnType<Date, Date | undefined, Date>
}

/** Tables of journeys. */
export interface JourneysSchema {
  journeyMarks: JourneyMarksTable
}
