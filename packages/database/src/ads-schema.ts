import type { ConnectionId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

// Row types of ad accounts, of when their days were read, and of pictures. Must not know the rules that use them.

type OptionalText = ColumnType<string | null, string | null | undefined, string | null>

/** Ad accounts that somebody's sign-in shows, read or not. */
export interface AdAccountsTable {
  connectionId: ConnectionId
  shopId: ShopId
  platform: string
  accountId: string
  name: string
  currency: string
  zone: string
  status: string
  statusText: string
  readable: boolean
  note: OptionalText
  /** The account through which it is reached. */
  via: OptionalText
  /** Whether somebody wants it to be read. */
  chosen: Generated<boolean>
  /** Whether that choice was carried out: its history was begun, and its rows are in the figures. */
  taken: Generated<boolean>
  /** Why it cannot be read, and since when; null while it can. */
  problem: JSONColumnType<Readonly<Record<string, unknown>> | null, string | null | undefined, string | null>
  clickWindowDays: Generated<number>
  viewWindowDays: Generated<number>
  conversionsAre: Generated<string>
  seenAt: Date
}

/** When something of a day of an ad account was read last: `day`, `hours`, or asked for: `reach …`. */
interface AdReadsTable {
  shopId: ShopId
  platform: string
  accountId: string
  kind: string
  day: Day
  fetchedAt: Date
}

/** Pictures of ads, made small. */
export interface AdPicturesTable {
  shopId: ShopId
  key: string
  /** Null: there is none to be had. */
  bytes: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  type: string
  /** What it was made of; another source makes it old. */
  source: string
  fetchedAt: Date
}

/** Pauses that a platform wants of everything that asks it in the name of one app of the operator. */
export interface PlatformPausesTable {
  platform: string
  /** Which app; nothing secret. */
  scope: string
  /** Since when it has lasted without a break. */
  since: Date
  until: Date
}

/** Tables of ads. */
export interface AdsSchema {
  adAccounts: AdAccountsTable
  adReads: AdReadsTable
  adPictures: AdPicturesTable
  platformPauses: PlatformPausesTable
}

// Row types of orders that ad platforms are told of. Must not know what is sent, nor who may be told of.

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

// Row types of what shops spend on channels without a connector. Must not know how it is spread over days.

type Stamp = ColumnType<Date, Date | undefined, Date>
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
