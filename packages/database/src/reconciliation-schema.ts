import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, JSONColumnType } from 'kysely'

/** Days of a shop beside the store's own report. */
export interface ReconciliationsTable {
  shopId: ShopId
  day: Day
  state: string
  comparison: JSONColumnType<Readonly<Record<string, unknown>>, string, string>
  comparedAt: Date
}

/** The last comparison of each shop. */
export interface ReconciliationRunsTable {
  shopId: ShopId
  connectionId: ConnectionId
  fromDay: Day
  toDay: Day
  beganAt: Date
  endedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Why it ended early. */
  problem: ColumnType<string | null, string | null | undefined, string | null>
  notes: JSONColumnType<readonly string[], string, string>
}

/** Tables of the comparison with the store. */
export interface ReconciliationSchema {
  reconciliations: ReconciliationsTable
  reconciliationRuns: ReconciliationRunsTable
}
