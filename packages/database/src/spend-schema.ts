// Row types of what shops spend on channels without a connector. Must not know how it is spread over days.
import type { PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated } from 'kysely'

type Stamp = ColumnType<Date, Date | undefined, Date>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Files of entries that were imported. */
export interface CustomSpendImportsTable {
  id: Generated<string>
  shopId: ShopId
  fileName: string
  /** How many entries it brought. */
  entries: number
  personId: Optional<PersonId>
  createdAt: Stamp
  undoneAt: Optional<Date>
}

/** What was spent, once or again and again. */
export interface CustomSpendTable {
  id: Generated<string>
  shopId: ShopId
  /** What the merchant calls the channel. */
  channel: string
  /** Empty: none. */
  campaign: string
  name: string
  /** `never`, or the period that the amount is for: `day`, `week`, `month`, `quarter`, `year`. */
  repeats: string
  firstDay: Day
  /** Null: no end, and of what is spent once the first day alone. */
  lastDay: Optional<Day>
  /** Exact decimal text, of the whole or of each period. */
  amount: string
  currency: string
  /** `ad_spend` or `marketing`. */
  countsAs: string
  note: string
  importId: Optional<string>
  personId: Optional<PersonId>
  createdAt: Stamp
  changedAt: Stamp
  /** The last day that stands among the facts as this row says it; null: has to be written. */
  writtenThrough: Optional<Day>
  /** Gone for people; its days are still to be taken out of the facts. */
  removedAt: Optional<Date>
}

/** Tables of custom spend. */
export interface SpendSchema {
  customSpend: CustomSpendTable
  customSpendImports: CustomSpendImportsTable
}
