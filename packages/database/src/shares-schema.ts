// Row types of share links. Must not know what a view shows or who may open it.
import type { PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type JsonObject = Readonly<Record<string, unknown>>

/** Links by which one view of a shop is seen without an account. */
export interface ShareLinksTable {
  id: Generated<string>
  shopId: ShopId
  /** Of the token in the address, which is stored nowhere. */
  hash: string
  title: string
  view: string
  /** `live` or `frozen`. */
  kind: string
  settings: JSONColumnType<JsonObject, string, string>
  /** What a frozen link shows. */
  figures: JSONColumnType<JsonObject | null, string | null, string | null>
  passwordHash: Optional<string>
  /** Whose rights the link has. */
  createdBy: PersonId
  createdAt: Date
  expiresAt: Date
  revokedAt: Optional<Date>
}

/** How often a link was opened on a day of its shop. */
export interface ShareOpeningsTable {
  shareId: string
  day: Day
  times: number
}

/** The tables of this part. */
export interface SharesSchema {
  shareLinks: ShareLinksTable
  shareOpenings: ShareOpeningsTable
}
