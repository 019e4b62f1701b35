import type { PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Stamp = ColumnType<Date, Date | undefined, Date>

/** What somebody prefers on one shop; only what differs from the defaults has to be there. */
export interface PreferencesTable {
  personId: PersonId
  shopId: ShopId
  value: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  updatedAt: Stamp
}

/** Named addresses of a shop's pages. */
export interface SavedViewsTable {
  id: Generated<string>
  personId: PersonId
  shopId: ShopId
  name: string
  /** The page below the shop's address; empty for the summary. */
  page: string
  /** Query string with its question mark, or empty. */
  search: string
  isDefault: Generated<boolean>
  createdAt: Stamp
}

/** Notes on days. */
export interface AnnotationsTable {
  id: Generated<string>
  shopId: ShopId
  /** Who wrote it. */
  personId: PersonId
  day: Day
  text: string
  /** Everybody who sees the shop sees it. */
  isShared: boolean
  createdAt: Stamp
}

/** The newest write of each shop's facts. */
export interface FactVersionsTable {
  shopId: ShopId
  version: ColumnType<bigint, bigint, bigint>
  changedAt: Stamp
}

/** Tables of what people arrange on a shop's pages. */
export interface DashboardSchema {
  preferences: PreferencesTable
  savedViews: SavedViewsTable
  annotations: AnnotationsTable
  factVersions: FactVersionsTable
}
