import type { PersonId, ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import { prepare } from '../connect.ts'
import type { DeliveriesTable, MailState, StoredMail, StoredPush, StoredSlack } from '../deliveries-schema.ts'
import type { Db } from '../schema.ts'

/** Something delivered to a person, or on its way. */
export type DeliveryRow = Selectable<DeliveriesTable>

/** Tells deliveries apart, but for their channel. */
export type DeliveryKey = Pick<DeliveryRow, 'kind' | 'shopId' | 'personId' | 'episode'>

/** Channel of notifications between processes: whose inbox changed. */
export const inboxChannel = 'inboxes'

/** What the inbox gets. */
export interface NewInboxEntry extends DeliveryKey, Pick<DeliveryRow, 'shops' | 'title' | 'body' | 'link'> {
  readonly at: Date
}

/** What waits to be sent to a person, and where it goes. */
export interface NewMessage extends DeliveryKey, Pick<DeliveryRow, 'shops' | 'title'> {
  readonly at: Date
  readonly dueAt: Date
  readonly to: /** A text: no mail is sent, for this reason. */
    | { readonly channel: 'mail'; readonly mail: StoredMail | string }
    | { readonly channel: 'slack'; readonly slackId: string; readonly slack: StoredSlack }
    | { readonly channel: 'push'; readonly pushId: string; readonly push: StoredPush }
}

/** Adds an entry to the inbox and announces it; false if the inbox has it already. */
export async function addInboxEntry(db: Db, { at, ...entry }: NewInboxEntry): Promise<boolean> {
  const added = await db
    .insertInto('deliveries')
    .values({ ...entry, channel: 'inbox', state: 'sent', createdAt: at, dueAt: at, endedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await announceInbox(db, entry.personId)
  return added !== undefined
}

/** Tells open pages of the person, in any process, that their inbox or what they may see has changed. */
export async function announceInbox(db: Db, person: PersonId): Promise<void> {
  await sql`SELECT pg_notify(${inboxChannel}, ${person})`.execute(db)
}

/** Queues a message, unless it was queued before. On a device it takes the place of what waits there under the same topic. */
export async function addMessage(db: Db, { at, to, ...key }: NewMessage): Promise<void> {
  if (to.channel === 'push') {
    await db
      .updateTable('deliveries')
      .set({ ...givenUp, reason: 'A newer one took its place before it could be pushed.', endedAt: at })
      .where('pushId', '=', to.pushId)
      .where('state', '=', 'waiting')
      .where(sql`push ->> 'topic'`, '=', to.push.topic)
      .execute()
  }
  await db
    .insertInto('deliveries')
    .values({ ...key, createdAt: at, ...contentOf(to, at) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const givenUp = { state: 'failed', mail: null, slack: null, push: null } as const

function contentOf(to: NewMessage['to'], at: Date) {
  if (to.channel === 'slack') return { ...to, state: 'waiting' as const, slack: JSON.stringify(to.slack) }
  if (to.channel === 'push') return { ...to, state: 'waiting' as const, push: JSON.stringify(to.push) }
  const { channel, mail } = to
  if (typeof mail === 'string') return { channel, state: 'failed' as const, reason: mail, endedAt: at }
  return { channel, state: 'waiting' as const, mail: JSON.stringify(mail) }
}

/** A message that is claimed for whoever sends it, and nobody else ever will. */
export async function claimDelivery(db: Db, id: string, at: Date): Promise<DeliveryRow> {
  return db
    .updateTable('deliveries')
    .set({ state: 'claimed', claimedAt: at, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The message of a channel that waited longest. */
export function nextDelivery(db: Db, channel: DeliveryRow['channel'], at: Date) {
  return db
    .selectFrom('deliveries')
    .select('deliveries.id')
    .where('deliveries.state', '=', 'waiting')
    .where('deliveries.channel', '=', channel)
    .where('deliveries.dueAt', '<=', at)
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.id')
    .limit(1)
    .skipLocked()
}

/** Claims the mail that waited longest. */
export async function claimMail(db: Db, at: Date): Promise<DeliveryRow | undefined> {
  const next = await nextDelivery(db, 'mail', at).forUpdate().executeTakeFirst()
  return next && claimDelivery(db, next.id, at)
}

/** A message that is to be posted, with its address. */
export interface ClaimedSlackMessage extends DeliveryRow {
  readonly slackId: string
  readonly url: Buffer
  readonly addressShop: ShopId
}

/**
 * Claims the message that waited longest for an address that may be posted to, and holds the address until `heldUntil`: one at
 * a time, whoever claims.
 */
export async function claimSlackMessage(
  db: Db,
  { at, heldUntil }: { readonly at: Date; readonly heldUntil: Date },
): Promise<ClaimedSlackMessage | undefined> {
  const next = await nextDelivery(db, 'slack', at)
    .innerJoin('slackAddresses', 'slackAddresses.id', 'deliveries.slackId')
    .select(['slackAddresses.id as slackId', 'url', 'slackAddresses.shopId as addressShop'])
    .where('slackAddresses.state', '=', 'on')
    .where((or) => or.or([or('heldUntil', 'is', null), or('heldUntil', '<=', at)]))
    .forUpdate()
    .executeTakeFirst()
  if (next === undefined) return undefined
  const { id, ...address } = next
  await db.updateTable('slackAddresses').set({ heldUntil }).where('id', '=', address.slackId).execute()
  return { ...(await claimDelivery(db, id, at)), ...address }
}

/** When the next message may be posted; undefined if none waits. */
export async function findNextSlackTime(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .innerJoin('slackAddresses', 'slackAddresses.id', 'deliveries.slackId')
    .select(sql<Date>`greatest(due_at, coalesce(held_until, due_at))`.as('at'))
    .where('deliveries.state', '=', 'waiting')
    .where('channel', '=', 'slack')
    .where('slackAddresses.state', '=', 'on')
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Gives up what waits for an address. */
export async function dropSlackMessages(
  db: Db,
  address: string,
  { at, reason }: { readonly at: Date; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...givenUp, reason, endedAt: at })
    .where('slackId', '=', address)
    .where('state', '=', 'waiting')
    .execute()
}

/** Whether this was delivered, or is on its way. */
export async function hasDelivery(db: Db, { kind, shopId, personId, episode }: DeliveryKey): Promise<boolean> {
  const row = await db
    .selectFrom('deliveries')
    .select('id')
    .where('kind', '=', kind)
    .where('shopId', shopId === null ? 'is' : '=', shopId)
    .where('personId', '=', personId)
    .where('episode', '=', episode)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives up earlier mails of the kind that still wait: a newer one says the same better. */
export async function replaceWaiting(
  db: Db,
  { kind, shopId, personId, episode }: DeliveryKey,
  { at, reason }: { readonly at: Date; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...givenUp, reason, endedAt: at })
    .where('kind', '=', kind)
    .where('shopId', shopId === null ? 'is' : '=', shopId)
    .where('personId', '=', personId)
    .where('episode', '!=', episode)
    .where('state', '=', 'waiting')
    .execute()
}

/** How many mails of other kinds than these the person was sent since, or will be. */
export async function countMails(
  db: Db,
  person: PersonId,
  { since, besides }: { readonly since: Date; readonly besides: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('personId', '=', person)
    .where('channel', '=', 'mail')
    .where('kind', 'not like', besides)
    .where('state', '!=', 'failed')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends a message: its content goes, what became of it stays. */
export async function endDelivery(
  db: Db,
  id: string,
  {
    at,
    ...end
  }: { readonly state: Exclude<MailState, 'waiting' | 'claimed'>; readonly reason: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...givenUp, ...end, endedAt: at })
    .where('id', '=', id)
    .execute()
}

/** Puts a message back that certainly was not accepted. */
export async function putBack(
  db: Db,
  id: string,
  { until, reason }: { readonly until: Date; readonly reason: string },
): Promise<void> {
  await db.updateTable('deliveries').set({ state: 'waiting', dueAt: until, reason }).where('id', '=', id).execute()
}

/** When what is under way is given up: claimed by somebody who is gone, or waiting for so long that it is old news. */
export interface Patience {
  readonly claimedBefore: Date
  readonly waitingBefore: Date
  /** The same of messages to devices. */
  readonly pushedBefore: Date
}

/** What there is to do for the rounds. */
export interface DueWork {
  readonly digests: boolean
  /** Some are to be given up. */
  readonly stale: boolean
  /** Where messages are due. */
  readonly channels: readonly Exclude<DeliveryRow['channel'], 'inbox'>[]
}

/** Looks for what is due, in one statement: most of the time nothing is. */
export async function findDueWork(db: Db, at: Date, patience: Patience): Promise<DueWork> {
  const { claimedBefore } = patience
  const { rows } = await sql<DueWork>`SELECT
    EXISTS (SELECT 1 FROM digests WHERE enabled AND next_at <= ${at}) AS digests,
    EXISTS (SELECT 1 FROM deliveries WHERE state = 'claimed' AND claimed_at < ${claimedBefore})
      OR EXISTS (SELECT 1 FROM deliveries WHERE state = 'waiting' AND ${isOld(patience)}) AS stale,
    ARRAY(SELECT DISTINCT channel FROM deliveries WHERE state = 'waiting' AND due_at <= ${at}) AS channels`.execute(db)
  return rows[0] ?? { digests: false, stale: false, channels: [] }
}

function isOld({ waitingBefore, pushedBefore }: Patience) {
  return sql<boolean>`created_at < CASE channel WHEN 'push' THEN ${pushedBefore}::timestamptz ELSE ${waitingBefore}::timestamptz END`
}

/** Gives up what is stale. */
export async function endStale(
  db: Db,
  { at, reasons, ...patience }: Patience & { readonly at: Date; readonly reasons: StaleReasons },
): Promise<void> {
  const stale = db.updateTable('deliveries')
  await stale
    .set({ ...givenUp, state: 'unknown', reason: reasons.claimed, endedAt: at })
    .where('state', '=', 'claimed')
    .where('claimedAt', '<', patience.claimedBefore)
    .execute()
  await stale
    .set({ ...givenUp, reason: reasons.waiting, endedAt: at })
    .where('state', '=', 'waiting')
    .where(isOld(patience))
    .execute()
}

/** See {@link endStale}. */
export interface StaleReasons {
  readonly claimed: string
  readonly waiting: string
}

/** Messages of the person, by mail, to Slack and to devices, that may never have arrived and that no digest has named yet; the oldest first. */
export async function listLostMessages(db: Db, person: PersonId, since: Date): Promise<DeliveryRow[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('personId', '=', person)
    .where('channel', '!=', 'inbox')
    .where('state', 'in', ['unknown', 'failed'])
    .where('namedAt', 'is', null)
    .where('endedAt', '>', since)
    .orderBy('createdAt')
    .execute()
}

/** Notes that a digest named these. */
export async function markNamed(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length > 0) await db.updateTable('deliveries').set({ namedAt: at }).where('id', 'in', ids).execute()
}

/** An inbox entry, with what became of its mail; null where none was meant to be. */
export type InboxRow = Pick<
  DeliveryRow,
  'id' | 'kind' | 'shopId' | 'title' | 'body' | 'link' | 'createdAt' | 'readAt'
> & {
  readonly mailState: MailState | null
  readonly mailReason: string | null
}

/** A part of an inbox. */
export interface InboxPage {
  readonly limit: number
  /** Entries from before then. */
  readonly before: Date | undefined
  /** The shops that are open to the person: entries with figures of others are left out. */
  readonly open: readonly ShopId[]
}

/** The person's inbox, the newest first, from before an entry if one is given. */
export async function listInbox(db: Db, person: PersonId, { limit, before, open }: InboxPage): Promise<InboxRow[]> {
  const rows = db
    .selectFrom('deliveries as entry')
    .leftJoin('deliveries as mail', (join) =>
      join
        .onRef('mail.kind', '=', 'entry.kind')
        .on(sql<boolean>`mail.shop_id IS NOT DISTINCT FROM entry.shop_id`)
        .onRef('mail.personId', '=', 'entry.personId')
        .onRef('mail.episode', '=', 'entry.episode')
        .on('mail.channel', '=', 'mail'),
    )
    .select(['entry.id', 'entry.kind', 'entry.shopId', 'entry.title', 'entry.body', 'entry.link'])
    .select(['entry.createdAt', 'entry.readAt', 'mail.state as mailState', 'mail.reason as mailReason'])
    .where('entry.personId', '=', person)
    .where('entry.channel', '=', 'inbox')
    .where(sql<boolean>`entry.shops <@ ${[...open]}::uuid[]`)
    .orderBy('entry.createdAt', 'desc')
    .orderBy('entry.id')
    .limit(limit)
  return (before ? rows.where('entry.createdAt', '<', before) : rows).execute()
}

/** How many entries of the inbox the person has not read. */
export async function countUnread(db: Db, person: PersonId, open: readonly ShopId[]): Promise<number> {
  const [row] = await unreadCounts(db, [person, open])
  return row?.count ?? 0
}

const unreadCounts = prepare<{ readonly count: number }>(
  'unread_counts',
  `SELECT count(*)::int AS count FROM deliveries
    WHERE person_id = $1 AND channel = 'inbox' AND read_at IS NULL AND shops <@ $2::uuid[]`,
)

/** Marks entries of the person as read, or all of them. */
export async function markRead(
  db: Db,
  person: PersonId,
  { entries, at }: { readonly entries: readonly string[] | 'all'; readonly at: Date },
): Promise<void> {
  const unread = db
    .updateTable('deliveries')
    .set({ readAt: at })
    .where('personId', '=', person)
    .where('channel', '=', 'inbox')
    .where('readAt', 'is', null)
  await (entries === 'all' ? unread : unread.where('id', 'in', [...entries])).execute()
  await announceInbox(db, person)
}

/** Forgets deliveries from before then. */
export async function pruneDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('deliveries').where('createdAt', '<', before).execute()
}

/** Notes that the address refused mail for good; nothing is sent there any more. */
export async function refuseAddress(db: Db, person: PersonId, address: string | null): Promise<void> {
  await db.updateTable('people').set({ refusedAddress: address }).where('id', '=', person).execute()
}
