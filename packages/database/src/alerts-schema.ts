// Row types of alerts and of the Slack addresses that they are told to. Must not know how figures are judged.
import type { PersonId, ShopId } from '@tillsight/core'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type Json<T> = JSONColumnType<T & object, string, string>

/** Alerts of a person on the figures of a shop. */
export interface AlertsTable {
  id: Generated<string>
  personId: PersonId
  shopId: ShopId
  name: string
  /** Empty for one about the data itself. */
  metric: Generated<string>
  filters: JSONColumnType<readonly object[], string | undefined, string>
  rule: Json<Readonly<Record<string, unknown>>>
  /** Whether it goes out by mail; the inbox always has it. */
  mail: boolean
  /** Whether it goes to the devices of its person. */
  push: Generated<boolean>
  slackId: Optional<string>
  enabled: Generated<boolean>
  state: ColumnType<AlertState, AlertState | undefined, AlertState>
  /** Looks in a row that found it beyond its bound, and the last of them. */
  beyond: Generated<number>
  beyondAt: Optional<Date>
  firedAt: Optional<Date>
  /** What the last look looked at: the same is not looked at again. */
  looked: Generated<string>
  lookedAt: Optional<Date>
  createdAt: Date
  changedAt: Date
}

/** `resolved`: it fired before, and is over. */
export type AlertState = 'ok' | 'firing' | 'resolved'

/** Each time that an alert fired. */
export interface AlertEpisodesTable {
  id: Generated<string>
  alertId: string
  firedAt: Date
  resolvedAt: Optional<Date>
  /** When people were told that it fired, and that it is over. */
  toldAt: Optional<Date>
  resolvedToldAt: Optional<Date>
  found: Json<Readonly<Record<string, unknown>>>
}

/** Slack's incoming webhooks of a shop. */
export interface SlackAddressesTable {
  id: Generated<string>
  shopId: ShopId
  name: string
  /** Encrypted: whoever has it can post there. */
  url: Buffer
  /** `off`: Slack said that nothing can be posted there any more. */
  state: 'on' | 'off'
  reason: Generated<string>
  createdAt: Date
  changedAt: Date
  /** The last message that Slack took. */
  postedAt: Optional<Date>
  /** Nothing is posted there before then. */
  heldUntil: Optional<Date>
}

/** The tables of this part. */
export interface AlertsSchema {
  alerts: AlertsTable
  alertEpisodes: AlertEpisodesTable
  slackAddresses: SlackAddressesTable
}
