import type { ConnectionId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import { toJson } from '../json.ts'
import type { Db, DeliveryState, WebhookDeliveriesTable } from '../schema.ts'

/** A verified webhook as it arrived. */
export type WebhookDeliveryRow = Selectable<WebhookDeliveriesTable>

/** What is kept of a webhook; `key` is the platform's id of the delivery or a hash of its body. */
export interface NewWebhookDelivery {
  readonly connectionId: ConnectionId
  readonly key: string
  readonly receivedAt: Date
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** Which delivery is meant. */
export type WebhookDeliveryKey = Pick<NewWebhookDelivery, 'connectionId' | 'key'>

/** Keeps a delivery; false when it was kept before, so that repetitions do nothing. */
export async function keepDelivery(db: Db, { headers, ...delivery }: NewWebhookDelivery): Promise<boolean> {
  const row = await db
    .insertInto('webhookDeliveries')
    .values({ ...delivery, headers: toJson(headers) })
    .onConflict((conflict) => conflict.columns(['connectionId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Deliveries of a connection that wait to be processed, the oldest first. */
export async function listWaitingDeliveries(
  db: Db,
  connectionId: ConnectionId,
  limit: number,
): Promise<WebhookDeliveryRow[]> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .where('state', '=', 'received')
    .orderBy('receivedAt')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** Connections with deliveries that wait, for the worker that picks up what a killed one left. */
export async function listConnectionsWithDeliveries(db: Db): Promise<ConnectionId[]> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select('connectionId')
    .distinct()
    .where('state', '=', 'received')
    .execute()
  return rows.map(({ connectionId }) => connectionId)
}

/** Notes one attempt and what became of the delivery. */
export async function markDelivery(
  db: Db,
  { connectionId, key }: WebhookDeliveryKey,
  state: DeliveryState,
): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set(({ eb }) => ({ state, attempts: eb('attempts', '+', 1) }))
    .where('connectionId', '=', connectionId)
    .where('key', '=', key)
    .execute()
}

/** Removes deliveries received before the instant that no longer wait. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhookDeliveries').where('receivedAt', '<', before).where('state', '!=', 'received').execute()
}
