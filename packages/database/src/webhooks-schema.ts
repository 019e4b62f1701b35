// Row types of the webhooks that go out. Must not know what they say or how they are signed.
import type { PersonId, ShopId } from '@tillsight/core'
import type { ColumnType, Generated } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** `paused`: by a person; `gone`: the receiver said so; `failing`: nothing arrived there for days. */
export type EndpointState = 'on' | 'paused' | 'gone' | 'failing'

/** Addresses that are told of a shop's events. */
export interface WebhookEndpointsTable {
  id: Generated<string>
  shopId: ShopId
  url: string
  /** Types of events. */
  events: string[]
  state: EndpointState
  /** Encrypted. */
  secret: Buffer
  /** The one before it, while messages are signed with both. */
  earlierSecret: Optional<Buffer>
  earlierUntil: Optional<Date>
  /** Null: the organisation itself, as its maker is gone. */
  createdBy: Optional<PersonId>
  createdAt: Date
  /** When a person, or the product by itself, last changed it. */
  changedAt: Date
  /** When the first of the failures was that no success has followed. */
  failingSince: Optional<Date>
  /** The last success. */
  deliveredAt: Optional<Date>
  /** The receiver asked to be left alone until then. */
  heldUntil: Optional<Date>
}

/** `dropped`: there were too many before it. */
export type MessageState = 'waiting' | 'delivered' | 'failed' | 'dropped'

/** Messages to an address, and what became of them. */
export interface WebhookMessagesTable {
  /** Told to the receiver: the same for every attempt. */
  id: string
  endpointId: string
  type: string
  /** As it is signed and sent. */
  body: string
  state: MessageState
  /** Failed attempts. */
  attempts: Generated<number>
  createdAt: Date
  dueAt: Date
  /** A process is sending it until then at the latest. */
  claimedUntil: Optional<Date>
  triedAt: Optional<Date>
  endedAt: Optional<Date>
  /** Of the last answer; null where there was none. */
  status: Optional<number>
  tookMs: Optional<number>
  /** Why the last attempt failed; empty otherwise. */
  reason: Generated<string>
}

/** Findings that were announced as open and not yet as closed. */
export interface AnnouncedFindingsTable {
  shopId: ShopId
  kind: string
  key: string
}

/** The tables of this part. */
export interface WebhooksSchema {
  webhookEndpoints: WebhookEndpointsTable
  webhookMessages: WebhookMessagesTable
  announcedFindings: AnnouncedFindingsTable
}
