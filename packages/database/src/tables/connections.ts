import { AppError, type ConnectionId, type ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import { toJson, toOptionalJson } from '../json.ts'
import type { ConnectionsTable, Db, Tx } from '../schema.ts'

/** A connected account as stored; the secrets are encrypted. */
export type ConnectionRow = Selectable<ConnectionsTable>

type Detail = Readonly<Record<string, unknown>>

/** What a connection starts with. */
export interface NewConnection {
  readonly shopId: ShopId
  readonly connector: string
  readonly settings: Detail
  readonly secrets: Buffer
  readonly status: string
  readonly statusDetail?: Detail | null
  readonly access?: string | null
}

/** What may change later; objects are replaced as a whole. */
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

/** Whether the same login of a platform is connected elsewhere too, in any shop. */
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

/** The same row, kept from everybody else until the transaction ends. Throws `not_found`. */
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
