import type { PersonId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { PushKeysTable, PushSubscriptionsTable, StoredPush } from '../deliveries-schema.ts'
import type { Db } from '../schema.ts'
import type { DeliveryRow, NewMail } from './deliveries.ts'

/** A browser that messages are pushed to. */
export type PushSubscriptionRow = Selectable<PushSubscriptionsTable>

/** The installation's keys, as stored. */
export type PushKeysRow = Selectable<PushKeysTable>

/** The keys; undefined before they are made. */
export async function findPushKeys(db: Db): Promise<PushKeysRow | undefined> {
  return db.selectFrom('pushKeys').selectAll().executeTakeFirst()
}

/** Stores keys, unless there are some. */
export async function savePushKeys(db: Db, keys: Omit<PushKeysRow, 'id'>): Promise<void> {
  await db
    .insertInto('pushKeys')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds a browser, or gives one to the person who uses it now. What waited for another person there is gone. */
export async function savePushSubscription(
  db: Db,
  subscription: Pick<PushSubscriptionRow, 'personId' | 'fingerprint' | 'sealed' | 'device' | 'createdAt'>,
): Promise<PushSubscriptionRow> {
  const { fingerprint, personId, ...rest } = subscription
  await db
    .deleteFrom('pushSubscriptions')
    .where('fingerprint', '=', fingerprint)
    .where('personId', '!=', personId)
    .execute()
  return db
    .insertInto('pushSubscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ sealed: rest.sealed, device: rest.device }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The person's browsers, the oldest first. */
export async function listPushSubscriptions(db: Db, person: PersonId): Promise<PushSubscriptionRow[]> {
  return db
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where('personId', '=', person)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Notes what became of the last message. */
export async function changePushSubscription(
  db: Db,
  id: string,
  change: Partial<Pick<PushSubscriptionRow, 'pushedAt' | 'heldUntil'>>,
): Promise<void> {
  await db.updateTable('pushSubscriptions').set(change).where('id', '=', id).execute()
}

/** Forgets a browser with what waits for it. */
export async function deletePushSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('id', '=', id).execute()
}

/** What is pushed to a browser. */
export interface NewPushMessage extends Omit<NewMail, 'mail'> {
  readonly pushId: string
  readonly push: StoredPush
}

/** Queues a message to a browser, unless it was queued before. */
export async function addPushMessage(db: Db, { at, push, ...key }: NewPushMessage): Promise<void> {
  await db
    .insertInto('deliveries')
    .values({ ...key, channel: 'push', createdAt: at, state: 'waiting', push: JSON.stringify(push) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A message that is to be pushed, with the browser that it goes to. */
export interface ClaimedPushMessage extends DeliveryRow {
  readonly pushId: string
  readonly sealed: Buffer
  readonly fingerprint: string
}

/** Claims the message that waited longest for a browser that is not held. Whoever has it pushes it, and nobody else ever will. */
export async function claimPushMessage(db: Db, at: Date): Promise<ClaimedPushMessage | undefined> {
  const next = await db
    .selectFrom('deliveries')
    .innerJoin('pushSubscriptions', 'pushSubscriptions.id', 'deliveries.pushId')
    .select(['deliveries.id', 'pushSubscriptions.id as pushId', 'sealed', 'fingerprint'])
    .where('deliveries.state', '=', 'waiting')
    .where('channel', '=', 'push')
    .where('dueAt', '<=', at)
    .where((or) => or.or([or('heldUntil', 'is', null), or('heldUntil', '<=', at)]))
    .orderBy('dueAt')
    .orderBy('deliveries.id')
    .limit(1)
    .forUpdate('deliveries')
    .skipLocked()
    .executeTakeFirst()
  if (next === undefined) return undefined
  const { id, ...subscription } = next
  const row = await db
    .updateTable('deliveries')
    .set({ state: 'claimed', claimedAt: at, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, ...subscription }
}

/** Puts a message back in fewer words: the push service certainly did not take it. */
export async function shortenPushMessage(
  db: Db,
  id: string,
  { push, reason }: { readonly push: StoredPush; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting', push: JSON.stringify(push), reason })
    .where('id', '=', id)
    .execute()
}
