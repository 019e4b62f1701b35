import { AppError, type ConnectionId, type ShopId } from '@tillsight/core'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { PlatformPausesTable } from '../ads-schema.ts'
import { toJson, toOptionalJson } from '../json.ts'
import type { ConnectionsTable, Db, PendingConnectsTable, Tx } from '../schema.ts'

/** A connected account as stored; the secrets are encrypted. */
export type ConnectionRow = Selectable<ConnectionsTable>

type Detail = Readonly<Record<string, unknown>>

/** The initial data of a connection. */
export interface NewConnection {
  readonly shopId: ShopId
  readonly connector: string
  readonly settings: Detail
  readonly secrets: Buffer
  readonly status: string
  readonly statusDetail?: Detail | null
  readonly access?: string | null
}

/** The columns that may change later; objects are replaced as a whole. */
export interface ConnectionChange {
  readonly settings?: Detail
  readonly secrets?: Buffer
  readonly status?: string
  readonly statusDetail?: Detail | null
  readonly access?: string | null
  readonly paused?: boolean
}

/** Adds a connection. */
export async function createConnection(
  db: Db,
  { settings, statusDetail = null, ...connection }: NewConnection,
): Promise<ConnectionRow> {
  return db
    .insertInto('connections')
    .values({ ...connection, settings: toJson(settings), statusDetail: toOptionalJson(statusDetail) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The connection, if it exists. */
export async function findConnection(db: Db, id: ConnectionId): Promise<ConnectionRow | undefined> {
  return db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether the same platform login is also connected elsewhere, in any shop. */
export async function isLoginShared(
  db: Db,
  { connection, connector, login }: { connection: ConnectionId; connector: string; login: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('connections')
    .select('id')
    .where('connector', '=', connector)
    .where('id', '!=', connection)
    .where(sql<boolean>`settings -> 'account' ->> 'id' = ${login}`)
    .executeTakeFirst()
  return other !== undefined
}

/** Throws `not_found`. */
export async function readConnection(db: Db, id: ConnectionId): Promise<ConnectionRow> {
  const row = await findConnection(db, id)
  if (!row) throw new AppError('not_found', 'This connection does not exist any more.')
  return row
}

/** The row, locked until the transaction ends. Throws `not_found`. */
export async function lockConnectionRow(tx: Tx, id: ConnectionId): Promise<ConnectionRow> {
  const row = await tx.selectFrom('connections').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This connection does not exist any more.')
  return row
}

/** The connections of one shop, the oldest first. */
export async function listConnections(db: Db, shop: ShopId): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** The connections of all shops to one platform. */
export async function listConnectionsOf(db: Db, connector: string): Promise<ConnectionRow[]> {
  return db.selectFrom('connections').selectAll().where('connector', '=', connector).orderBy('id').execute()
}

/** The connections of all shops that are not paused. */
export async function listActiveConnections(db: Db): Promise<ConnectionRow[]> {
  return listByPause(db, false)
}

/** The connections of all shops that are paused. */
export async function listPausedConnections(db: Db): Promise<ConnectionRow[]> {
  return listByPause(db, true)
}

async function listByPause(db: Db, paused: boolean): Promise<ConnectionRow[]> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('paused', '=', paused)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Throws `not_found`. */
export async function updateConnection(
  db: Db,
  id: ConnectionId,
  { settings, statusDetail, ...change }: ConnectionChange,
): Promise<ConnectionRow> {
  const row = await db
    .updateTable('connections')
    .set({
      ...change,
      ...(settings === undefined ? {} : { settings: toJson(settings) }),
      ...(statusDetail === undefined ? {} : { statusDetail: toOptionalJson(statusDetail) }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This connection does not exist any more.')
  return row
}

/** Removes the connection with its sync states and deliveries. */
export async function deleteConnection(db: Db, id: ConnectionId): Promise<void> {
  await db.deleteFrom('connections').where('id', '=', id).execute()
}

/** A connect flow that was redirected to the platform and has not returned. */
export type PendingConnectRow = Selectable<PendingConnectsTable>

/** The initial data of a flow; `state` is the random value that the platform sends back. */
export interface NewPendingConnect {
  readonly state: string
  readonly shopId: ShopId
  readonly connector: string
  readonly valuesEncrypted: Buffer
  readonly access?: string | null
  readonly expiresAt: Date
  readonly browserHash?: string | null
}

/** Remembers a flow until it returns or expires. */
export async function createPendingConnect(db: Db, pending: NewPendingConnect): Promise<void> {
  await db.insertInto('pendingConnects').values(pending).execute()
}

/** Deletes and returns the flow, for the first caller only: before it expires, or with keys that arrived in time. */
export async function takePendingConnect(db: Db, state: string, at: Date): Promise<PendingConnectRow | undefined> {
  return db
    .updateTable('pendingConnects')
    .set({ usedAt: at, grantedEncrypted: null })
    .where('state', '=', state)
    .where('usedAt', 'is', null)
    .where(mayGoOn(at))
    .returningAll()
    .executeTakeFirst()
}

/** Saves the keys of a flow until its browser returns; undefined if the flow cannot take any, or already has some. */
export async function keepGrantedKeys(
  db: Db,
  { state, keys, at }: { readonly state: string; readonly keys: Buffer; readonly at: Date },
): Promise<PendingConnectRow | undefined> {
  return db
    .updateTable('pendingConnects')
    .set({ grantedEncrypted: keys })
    .where('state', '=', state)
    .where('usedAt', 'is', null)
    .where('grantedEncrypted', 'is', null)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst()
}

/** Records that the browser has returned; returns the flow. */
export async function noteReturn(db: Db, state: string, at: Date): Promise<PendingConnectRow | undefined> {
  return db
    .updateTable('pendingConnects')
    .set({ returnedAt: at })
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
}

/** The newest flow of a shop that has not expired. */
export async function findOpenConnect(db: Db, shop: ShopId, at: Date): Promise<PendingConnectRow | undefined> {
  return db
    .selectFrom('pendingConnects')
    .selectAll()
    .where('shopId', '=', shop)
    .where('usedAt', 'is', null)
    .where(mayGoOn(at))
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function mayGoOn(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(expires_at > ${at} OR granted_encrypted IS NOT NULL)`
}

/** Removes flows that expired before the instant. */
export async function deleteExpiredConnects(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('pendingConnects').where('expiresAt', '<', before).execute()
}

/** A pause that a platform requires from all requests of one app. */
export type PlatformPauseRow = Selectable<PlatformPausesTable>

/** The pause of an app, whether or not it is over. */
export async function findPlatformPause(
  db: Db,
  { platform, scope }: Pick<PlatformPauseRow, 'platform' | 'scope'>,
): Promise<PlatformPauseRow | undefined> {
  return db
    .selectFrom('platformPauses')
    .selectAll()
    .where('platform', '=', platform)
    .where('scope', '=', scope)
    .executeTakeFirst()
}

/** Saves a pause that starts now. One in progress keeps its start, and the later end counts. */
export async function savePlatformPause(
  db: Db,
  { now, ...pause }: Omit<PlatformPauseRow, 'since'> & { readonly now: Date },
): Promise<void> {
  await db
    .insertInto('platformPauses')
    .values({ ...pause, since: now })
    .onConflict((conflict) =>
      conflict.columns(['platform', 'scope']).doUpdateSet((set) => ({
        until: set.fn<Date>('greatest', [set.ref('platformPauses.until'), set.ref('excluded.until')]),
        since: set
          .case()
          .when('platformPauses.until', '<=', now)
          .then(set.ref('excluded.since'))
          .else(set.ref('platformPauses.since'))
          .end(),
      })),
    )
    .execute()
}

/** Pauses that are not over. */
export async function listPlatformPauses(db: Db, now: Date): Promise<PlatformPauseRow[]> {
  return db
    .selectFrom('platformPauses')
    .selectAll()
    .where('until', '>', now)
    .orderBy('platform')
    .orderBy('scope')
    .execute()
}
