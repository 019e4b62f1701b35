// Row types of exports. Must not know what is in them or where they go.
import type { PersonId, ShopId } from '@tillsight/core'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type Json = Readonly<Record<string, unknown>>

/** `paused`: by a person; it runs by hand only. */
export type ExportState = 'on' | 'paused'

/** Exports of shops, as people define them. */
export interface ExportsTable {
  id: Generated<string>
  shopId: ShopId
  name: string
  /** The kind of rows. */
  what: string
  question: JSONColumnType<Json, string, string>
  format: string
  rangeKind: string
  /** Null: by hand only. */
  schedule: JSONColumnType<Json | null, string | null | undefined, string | null>
  destination: JSONColumnType<Json, string, string>
  /** The secret of the destination, encrypted. */
  sealed: Optional<Buffer>
  state: ExportState
  /** Who made it; null for one made by a key, or by somebody who is gone. */
  personId: Optional<PersonId>
  createdAt: Date
  changedAt: Date
  /** When it is due; null: by hand only. */
  nextAt: Optional<Date>
}

/** `waiting` also while it runs: whoever stops in between leaves it to the next attempt. */
export type ExportRunState = 'waiting' | 'done' | 'failed'

/** Runs of exports: one for each export and period. */
export interface ExportRunsTable {
  id: Generated<string>
  exportId: string
  period: string
  fromDay: string
  toDay: string
  state: ExportRunState
  failures: Generated<number>
  createdAt: Date
  /** When the next attempt is due. */
  dueAt: Date
  endedAt: Optional<Date>
  /** Of the file in the data folder. */
  fileName: Optional<string>
  manifest: JSONColumnType<Json | null, string | null | undefined, string | null>
  /** When the file was removed. */
  removedAt: Optional<Date>
  /** Why the last attempt failed; empty otherwise. */
  reason: Generated<string>
}

/** The tables of this part. */
export interface ExportsSchema {
  exports: ExportsTable
  exportRuns: ExportRunsTable
}
