// Row types of ad accounts, of when their days were read, and of pictures. Must not know the rules that use them.
import type { ConnectionId, ShopId } from '@tillsight/core'
import type { Day } from '@tillsight/core/days'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

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
export interface AdReadsTable {
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
