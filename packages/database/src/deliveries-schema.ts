// Row types of digests and deliveries. Must not know what they say.
import type { PersonId, ShopId } from '@tillsight/core'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type Stamp = ColumnType<Date, Date | undefined, Date>
type OptionalJson = JSONColumnType<StoredMail | null, string | null | undefined, string | null>

/** A mail that waits to be sent. */
export interface StoredMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** Files of exports that go with it, by the names under which they are kept and sent. */
  readonly attached?: readonly { readonly file: string; readonly name: string }[]
}

/** A message that waits to be posted in Slack. */
export interface StoredSlack {
  /** What notifications show. */
  readonly text: string
  /** Slack’s own form of a message. */
  readonly blocks: readonly object[]
}

/** A message that waits to be pushed to a device. */
export interface StoredPush {
  readonly title: string
  readonly body: string
  /** A path of this site. */
  readonly link: string
  /** Messages with the same one replace each other; letters and digits. */
  readonly topic: string
}

/** Digests that people want. */
export interface DigestsTable {
  id: Generated<string>
  personId: PersonId
  /** Null: one over all shops of the person. */
  shopId: Optional<ShopId>
  /** `day`, `week` or `month`. */
  every: string
  /** False once it was ended by the link in a mail. */
  enabled: Generated<boolean>
  /** Periods that ended before are not sent. */
  since: Stamp
  /** When to look at it again. */
  nextAt: Stamp
}

/**
 * `waiting`: to be sent; `claimed`: handed to the mail server, or the process died doing so; `sent`: accepted by it; `unknown`:
 * the process died, or the server did not say whether it accepted it; `failed`: it was not accepted, or nobody may have it.
 */
export type MailState = 'waiting' | 'claimed' | 'sent' | 'unknown' | 'failed'

/** What is delivered to people, by each channel: the inbox has everything. */
export interface DeliveriesTable {
  id: Generated<string>
  kind: string
  shopId: Optional<ShopId>
  personId: PersonId
  /** Whose figures are in it: whoever loses one of them does not see it any more. */
  shops: ColumnType<ShopId[], ShopId[] | undefined, ShopId[]>
  /** The period of a digest, or whatever tells one finding from the next. */
  episode: string
  channel: 'inbox' | 'mail' | 'slack' | 'push'
  /** Of the inbox always `sent`. */
  state: MailState
  /** Why a mail did not go out; empty otherwise. */
  reason: Generated<string>
  title: string
  body: Generated<string>
  /** A path of this site. */
  link: Generated<string>
  /** Null once it was sent or given up, and of the inbox. */
  mail: OptionalJson
  /** Where a message to Slack goes, and what it says until it was sent or given up. */
  slackId: Optional<string>
  slack: JSONColumnType<StoredSlack | null, string | null | undefined, string | null>
  /** To which device a message is pushed, and what it says until it was sent or given up. */
  pushId: Optional<string>
  push: JSONColumnType<StoredPush | null, string | null | undefined, string | null>
  attempts: Generated<number>
  createdAt: Date
  dueAt: Date
  claimedAt: Optional<Date>
  endedAt: Optional<Date>
  readAt: Optional<Date>
  /** When a later digest said that this may be missing. */
  namedAt: Optional<Date>
}

/** Browsers that people have switched notifications on in. */
export interface PushSubscriptionsTable {
  id: Generated<string>
  personId: PersonId
  /** Of the address at the push service: a browser has one. */
  fingerprint: string
  /** Address and keys, encrypted: whoever has them can show messages there. */
  sealed: Buffer
  /** `Firefox on Windows` */
  device: string
  createdAt: Date
  /** The last message that the push service took. */
  pushedAt: Optional<Date>
  /** Nothing is pushed there before then. */
  heldUntil: Optional<Date>
}

/** The keys by which push services know this installation: one row at most. */
export interface PushKeysTable {
  id: Generated<boolean>
  publicKey: string
  privateKey: Buffer
  createdAt: Date
}

/** The tables of this part. */
export interface DeliveriesSchema {
  digests: DigestsTable
  pushKeys: PushKeysTable
  pushSubscriptions: PushSubscriptionsTable
  deliveries: DeliveriesTable
}
