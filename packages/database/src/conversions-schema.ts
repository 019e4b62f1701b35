// Row types of orders that ad platforms are told of. Must not know what is sent, nor who may be told of.
import type { ShopId } from '@tillsight/core'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type Json = Readonly<Record<string, unknown>>

/** Where orders of a shop are told, one row for each platform that was set up. */
export interface ConversionTargetsTable {
  shopId: ShopId
  platform: string
  enabled: Generated<boolean>
  /** When it was switched on last: earlier orders are never sent. */
  since: Optional<Date>
  settings: JSONColumnType<Json, string, string>
  /** A token of the platform for this alone, encrypted; null: the connection's access is used. */
  secrets: Optional<Buffer>
  /** Why nothing can be sent, and since when; null while all is well. */
  problem: JSONColumnType<Json | null, string | null | undefined, string | null>
  /** When it was last looked for orders whose value has changed. */
  correctedAt: Optional<Date>
  changedAt: ColumnType<Date, Date | undefined, Date>
}

/** Orders on their way to a platform, and what became of them. Names no person. */
export interface ConversionEventsTable {
  shopId: ShopId
  platform: string
  orderId: string
  orderName: string
  placedAt: Date
  createdAt: ColumnType<Date, Date | undefined, Date>
  /** `waiting`, `sent`, `refused`, `given_up`, `no_consent` or `left_out`. */
  state: string
  /** Why it is in that state, in words. */
  reason: Generated<string>
  /** What the platform answered last, without anything personal. */
  answer: Generated<string>
  attempts: Generated<number>
  firstTriedAt: Optional<Date>
  /** When it is to be looked at next. */
  dueAt: Date
  sentAt: Optional<Date>
  /** The value that was sent last, exact decimal text; empty before. */
  value: Generated<string>
  currency: Generated<string>
  /** By what the platform could find out whose it is. */
  keys: ColumnType<string[], string[] | undefined, string[]>
  /** Under which the platform tells what became of it; empty where it does not. */
  receipt: Generated<string>
  confirmAt: Optional<Date>
  /** How often a changed value was sent. */
  corrections: Generated<number>
}

/** Tables of conversions. */
export interface ConversionsSchema {
  conversionTargets: ConversionTargetsTable
  conversionEvents: ConversionEventsTable
}
