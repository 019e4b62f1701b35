import type { ConnectionId, PersonId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

// Row types of ad accounts, the times of reading their days, and pictures. Must not know the rules that use them.

type OptionalText = ColumnType<string | null, string | null | undefined, string | null>

/** Ad accounts that a connection gives access to, read or not. */
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
  /** Whether it is selected for reading. */
  chosen: Generated<boolean>
  /** Whether that selection has taken effect: its back-fill has started, and its rows are in the figures. */
  taken: Generated<boolean>
  /** Why it cannot be read, and since when; null while it can. */
  problem: JSONColumnType<Readonly<Record<string, unknown>> | null, string | null | undefined, string | null>
  clickWindowDays: Generated<number>
  viewWindowDays: Generated<number>
  conversionsAre: Generated<string>
  seenAt: Date
}

/** When part of a day of an ad account was last read: `day`, `hours`, or on demand: `reach …`. */
interface AdReadsTable {
  shopId: ShopId
  platform: string
  accountId: string
  kind: string
  day: Day
  fetchedAt: Date
}

/** Which pictures of ads and products there are, scaled down; they are files. */
export interface AdPicturesTable {
  shopId: ShopId
  key: string
  /** The file; null with no bytes either: there is no picture. */
  objectId: ColumnType<string | null, string | null | undefined, string | null>
  /** Where earlier versions kept the picture, until a job has moved it. */
  bytes: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  type: string
  /** The source of the picture; it is out of date once the source changes. */
  source: string
  fetchedAt: Date
}

/** Pauses that a platform requires from all requests of one of the operator's apps. */
export interface PlatformPausesTable {
  platform: string
  /** Identifies the app; contains nothing secret. */
  scope: string
  /** Since when pauses have followed each other without a break. */
  since: Date
  until: Date
}

/** The tables of ads. */
export interface AdsSchema {
  adAccounts: AdAccountsTable
  adReads: AdReadsTable
  adPictures: AdPicturesTable
  platformPauses: PlatformPausesTable
}

// Row types of orders sent to ad platforms. Must not know what is sent, or to which platform it may be sent.

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type Json = Readonly<Record<string, unknown>>

/** The platforms to which a shop's orders are sent, one row for each. */
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
  /** When orders were last checked for changed values. */
  correctedAt: Optional<Date>
  changedAt: ColumnType<Date, Date | undefined, Date>
}

/** Orders to be sent to a platform, and their results. Contains no personal data. */
export interface ConversionEventsTable {
  shopId: ShopId
  platform: string
  orderId: string
  orderName: string
  placedAt: Date
  createdAt: ColumnType<Date, Date | undefined, Date>
  /** `waiting`, `sent`, `refused`, `given_up`, `no_consent` or `left_out`. */
  state: string
  /** The reason for the state, as display text. */
  reason: Generated<string>
  /** The platform's last response, without personal data. */
  answer: Generated<string>
  attempts: Generated<number>
  firstTriedAt: Optional<Date>
  /** When it is next due. */
  dueAt: Date
  sentAt: Optional<Date>
  /** The value last sent, as exact decimal text; empty before. */
  value: Generated<string>
  currency: Generated<string>
  /** The keys by which the platform could match the buyer. */
  keys: ColumnType<string[], string[] | undefined, string[]>
  /** The id for querying the event's result at the platform; empty if it has none. */
  receipt: Generated<string>
  confirmAt: Optional<Date>
  /** How often a changed value was sent. */
  corrections: Generated<number>
}

/** The tables of conversions. */
export interface ConversionsSchema {
  conversionTargets: ConversionTargetsTable
  conversionEvents: ConversionEventsTable
}

// Row types of entries of custom spend on channels without a connector. Must not know how they are spread over days.

type Stamp = ColumnType<Date, Date | undefined, Date>
/** Files of entries that were imported. */
export interface CustomSpendImportsTable {
  id: Generated<string>
  shopId: ShopId
  fileName: string
  /** The number of imported entries. */
  entries: number
  personId: Optional<PersonId>
  createdAt: Stamp
  undoneAt: Optional<Date>
}

/** Entries of custom spend, once or recurring. */
export interface CustomSpendTable {
  id: Generated<string>
  shopId: ShopId
  /** The merchant's name for the channel. */
  channel: string
  /** Empty: none. */
  campaign: string
  name: string
  /** `never`, or the period that the amount is for: `day`, `week`, `month`, `quarter`, `year`. */
  repeats: string
  firstDay: Day
  /** Null: no end; for a one-time cost, only the first day. */
  lastDay: Optional<Day>
  /** Exact decimal text; the total, the amount per period, or the percentage. */
  amount: string
  /** The figure that `amount` is a percentage of on each day; null: it is money. */
  percentOf: Optional<string>
  currency: string
  /** `ad_spend`, `marketing` or `expense`. */
  countsAs: string
  note: string
  importId: Optional<string>
  personId: Optional<PersonId>
  createdAt: Stamp
  changedAt: Stamp
  /** The last day written to the facts from this row; null: must be written. */
  writtenThrough: Optional<Day>
  /** Hidden from people; its days still have to be removed from the facts. */
  removedAt: Optional<Date>
}

/** The tables of entries of custom spend. */
export interface SpendSchema {
  customSpend: CustomSpendTable
  customSpendImports: CustomSpendImportsTable
}
