// Row types of saved dashboards and of shops' own figures. Must not know what a widget shows or what a formula means.
import type { PersonId, ShopId } from '@tillsight/core'
import type { Generated, JSONColumnType } from 'kysely'

/** Dashboards of a shop, each made by somebody. */
export interface DashboardsTable {
  id: Generated<string>
  shopId: ShopId
  makerId: PersonId
  name: string
  /** Everybody who sees the shop sees it. */
  isShared: boolean
  /** In their order. */
  widgets: JSONColumnType<readonly unknown[], string, string>
  /** Grows with each change. */
  version: Generated<number>
  createdAt: Date
  changedAt: Date
}

/** Figures that a shop makes of others. */
export interface OwnMetricsTable {
  id: Generated<string>
  shopId: ShopId
  /** As formulas and widgets name it; never changes. */
  key: string
  name: string
  unit: string
  /** `higher`, `lower` or `neither`. */
  better: string
  formula: string
  createdAt: Date
  changedAt: Date
}

/** The tables of this part. */
export interface BoardsSchema {
  dashboards: DashboardsTable
  ownMetrics: OwnMetricsTable
}
