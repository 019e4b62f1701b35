import type { ConnectionId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import { toOptionalJson } from '../json.ts'
import type { Db, SyncMode, SyncStatesTable } from '../schema.ts'

/** How far one stream of a connection has come. */
export type SyncStateRow = Selectable<SyncStatesTable>

/** Which state is meant. */
export interface SyncStateKey {
  readonly connectionId: ConnectionId
  readonly stream: string
  readonly mode: SyncMode
}

/** What is stored; fields left out keep their value. */
export type SyncStateChange = Partial<Omit<SyncStateRow, keyof SyncStateKey | 'updatedAt'>>

/** The state, if the stream was ever begun. */
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

/** Creates the state or changes the given fields of it. */
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

/** Forgets how far the connection has come: the next sync begins anew. */
export async function deleteSyncStates(db: Db, connectionId: ConnectionId): Promise<void> {
  await db.deleteFrom('syncStates').where('connectionId', '=', connectionId).execute()
}
