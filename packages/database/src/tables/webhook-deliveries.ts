import type { ConnectionId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
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

/** Notes one attempt at each, and what became of them. What was in them is not kept once nobody waits for it. */
export async function markDeliveries(
  db: Db,
  { connectionId, keys }: { readonly connectionId: ConnectionId; readonly keys: readonly string[] },
  state: DeliveryState,
): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('webhookDeliveries')
    .set(({ eb }) => ({
      state,
      attempts: eb('attempts', '+', 1),
      ...(state === 'received' ? {} : { body: Buffer.alloc(0), headers: toJson({}) }),
    }))
    .where('connectionId', '=', connectionId)
    .where('key', 'in', keys)
    .execute()
}

/** Removes deliveries received before the instant that no longer wait. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhookDeliveries').where('receivedAt', '<', before).where('state', '!=', 'received').execute()
}

/** What arrived for a connection. */
export interface DeliveryCount {
  readonly connectionId: ConnectionId
  readonly lastAt: Date | null
  /** Since the instant that was asked for. */
  readonly lately: number
  /** Not worked on yet. */
  readonly waiting: number
}

/** What arrived for each of the connections, the kept deliveries of about a month. */
export async function countDeliveries(
  db: Db,
  connections: readonly ConnectionId[],
  since: Date,
): Promise<DeliveryCount[]> {
  return Promise.all(
    connections.map(async (connectionId) => {
      const of = db.selectFrom('webhookDeliveries').where('connectionId', '=', connectionId)
      const [last, lately, waiting] = await Promise.all([
        of.select('receivedAt').orderBy('receivedAt', 'desc').limit(1).executeTakeFirst(),
        of.select(count).where('receivedAt', '>=', since).executeTakeFirstOrThrow(),
        of.select(count).where('state', '=', 'received').executeTakeFirstOrThrow(),
      ])
      return { connectionId, lastAt: last?.receivedAt ?? null, lately: lately.count, waiting: waiting.count }
    }),
  )
}

const count = sql<number>`count(*)::integer`.as('count')
