import type { PersonId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { PushKeysTable, PushSubscriptionsTable, StoredPush } from '../deliveries-schema.ts'
import type { Db } from '../schema.ts'
import { claimDelivery, type DeliveryRow, nextDelivery } from './deliveries.ts'

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

/** A message that is to be pushed, with the browser that it goes to. */
export interface ClaimedPushMessage extends DeliveryRow {
  readonly pushId: string
  readonly sealed: Buffer
  readonly fingerprint: string
}

/** Claims the message that waited longest for a browser that is not held. */
export async function claimPushMessage(db: Db, at: Date): Promise<ClaimedPushMessage | undefined> {
  const next = await nextDelivery(db, 'push', at)
    .innerJoin('pushSubscriptions', 'pushSubscriptions.id', 'deliveries.pushId')
    .select(['pushSubscriptions.id as pushId', 'sealed', 'fingerprint'])
    .where((or) => or.or([or('heldUntil', 'is', null), or('heldUntil', '<=', at)]))
    .forUpdate('deliveries')
    .executeTakeFirst()
  if (next === undefined) return undefined
  const { id, ...subscription } = next
  return { ...(await claimDelivery(db, id, at)), ...subscription }
}

/** Says a message that waits in fewer words. */
export async function shortenPushMessage(db: Db, id: string, push: StoredPush): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ push: JSON.stringify(push) })
    .where('id', '=', id)
    .execute()
}
