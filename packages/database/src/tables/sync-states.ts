import type { ConnectionId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { toJson, toOptionalJson } from '../json.ts'
import type { Db, DeliveryState, SyncMode, SyncStatesTable, WebhookDeliveriesTable } from '../schema.ts'

/** Channel of notifications between processes: how far imports, histories and exports are. Triggers tell it. */
export const progressChannel = 'progress'

/** What is told of a piece of work; `total` null: not known. */
const Progress = z.object({
  shop: z.string(),
  kind: z.enum(['import', 'sync', 'export']),
  id: z.string(),
  state: z.string(),
  done: z.number(),
  total: z.number().nullable(),
})

/** Reads a notification of {@link progressChannel}. */
export function readProgress(notification: string): z.output<typeof Progress> {
  return Progress.parse(JSON.parse(notification))
}

/** The progress of one stream of a connection. */
export type SyncStateRow = Selectable<SyncStatesTable>

/** Identifies a sync state. */
export interface SyncStateKey {
  readonly connectionId: ConnectionId
  readonly stream: string
  readonly mode: SyncMode
}

/** The stored fields; omitted ones keep their value. */
export type SyncStateChange = Partial<Omit<SyncStateRow, keyof SyncStateKey | 'updatedAt'>>

/** The state, or undefined if the stream was never started. */
export async function findSyncState(db: Db, key: SyncStateKey): Promise<SyncStateRow | undefined> {
  return db
    .selectFrom('syncStates')
    .selectAll()
    .where('connectionId', '=', key.connectionId)
    .where('stream', '=', key.stream)
    .where('mode', '=', key.mode)
    .executeTakeFirst()
}

/** All states of a connection, by stream and mode. */
export async function listSyncStates(db: Db, connectionId: ConnectionId): Promise<SyncStateRow[]> {
  return db
    .selectFrom('syncStates')
    .selectAll()
    .where('connectionId', '=', connectionId)
    .orderBy('stream')
    .orderBy('mode')
    .execute()
}

/** The states of several connections, each connection's by stream and mode. */
export async function listSyncStatesOf(db: Db, connections: readonly ConnectionId[]): Promise<SyncStateRow[]> {
  if (connections.length === 0) return []
  return db
    .selectFrom('syncStates')
    .selectAll()
    .where('connectionId', 'in', connections)
    .orderBy('stream')
    .orderBy('mode')
    .execute()
}

/** Creates the state or updates the given fields. */
export async function saveSyncState(db: Db, key: SyncStateKey, change: SyncStateChange): Promise<SyncStateRow> {
  const { checkpoint, lastError, ...plain } = change
  const values = {
    ...plain,
    ...(checkpoint === undefined ? {} : { checkpoint: toOptionalJson(checkpoint) }),
    ...(lastError === undefined ? {} : { lastError: toOptionalJson(lastError) }),
    updatedAt: sql<Date>`now()`,
  }
  return db
    .insertInto('syncStates')
    .values({ connectionId: key.connectionId, stream: key.stream, mode: key.mode, ...values })
    .onConflict((conflict) => conflict.columns(['connectionId', 'stream', 'mode']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes the connection's progress: the next sync starts from the beginning. */
export async function deleteSyncStates(db: Db, connectionId: ConnectionId): Promise<void> {
  await db.deleteFrom('syncStates').where('connectionId', '=', connectionId).execute()
}

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

/** Identifies a delivery. */
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

/** Connections with waiting deliveries, for the worker that picks up what a killed one left. */
export async function listConnectionsWithDeliveries(db: Db): Promise<ConnectionId[]> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select('connectionId')
    .distinct()
    .where('state', '=', 'received')
    .execute()
  return rows.map(({ connectionId }) => connectionId)
}

/** Records one attempt at each, and its result. Contents are deleted once nobody waits for them. */
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

/** Deletes deliveries received before the instant, except waiting ones. */
export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhookDeliveries').where('receivedAt', '<', before).where('state', '!=', 'received').execute()
}

/** The number of deliveries to a connection. */
export interface DeliveryCount {
  readonly connectionId: ConnectionId
  readonly lastAt: Date | null
  /** Since the given instant. */
  readonly lately: number
  /** Not processed yet. */
  readonly waiting: number
}

/** The number of deliveries to each of the connections; deliveries are kept for about a month. */
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
