import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { ErasedKeysTable, ErasuresTable, PrivacyRequestState, PrivacyRequestsTable } from '../dashboard-schema.ts'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** A privacy request that a platform sent on behalf of a customer or a merchant. */
export type PrivacyRequestRow = Selectable<PrivacyRequestsTable>

/** The initial data of a request. */
export interface NewPrivacyRequest {
  readonly connector: string
  readonly key: string
  readonly kind: string
  readonly account: string
  readonly shopId: ShopId | null
  readonly subject: Buffer | null
  readonly state: PrivacyRequestState
  readonly receivedAt: Date
  readonly dueAt: Date
}

/** Keeps a request; undefined when it was kept before, so that repetitions do nothing. */
export async function keepPrivacyRequest(db: Db, request: NewPrivacyRequest): Promise<PrivacyRequestRow | undefined> {
  return db
    .insertInto('privacyRequests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['connector', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Requests that wait for a job, the oldest first. */
export async function listReceivedPrivacyRequests(db: Db): Promise<PrivacyRequestRow[]> {
  return db
    .selectFrom('privacyRequests')
    .selectAll()
    .where('state', '=', 'received')
    .orderBy('receivedAt')
    .orderBy('id')
    .execute()
}

/** Shops about which a request waits for a person. */
export async function listShopsWithOpenPrivacyRequests(db: Db): Promise<ShopId[]> {
  const rows = await db.selectFrom('privacyRequests').select('shopId').distinct().where('state', '=', 'open').execute()
  return rows.flatMap(({ shopId }) => shopId ?? [])
}

/** The latest requests about a shop, the newest first. */
export async function listPrivacyRequests(db: Db, shop: ShopId, limit: number): Promise<PrivacyRequestRow[]> {
  return db
    .selectFrom('privacyRequests')
    .selectAll()
    .where('shopId', '=', shop)
    .orderBy('receivedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Sets the state of a request. `forget` deletes whom it was about. */
export async function markPrivacyRequest(
  db: Db,
  id: string,
  { state, at, forget }: { state: PrivacyRequestState; at: Date; forget: boolean },
): Promise<void> {
  const closedAt = state === 'received' || state === 'open' ? null : at
  await db
    .updateTable('privacyRequests')
    .set({ state, closedAt, ...(forget ? { subject: null } : {}) })
    .where('id', '=', id)
    .execute()
}

/** The erasure of one person. */
export type ErasureRow = Selectable<ErasuresTable>
/** Something that must stay erased. */
export type ErasedKeyRow = Selectable<ErasedKeysTable>

// A statement has at most 65,535 parameters.
const rowsPerStatement = 5000

/** Records the start of an erasure and its work. */
export async function createErasure(
  db: Db,
  { shopId, begunAt, work }: { shopId: ShopId; begunAt: Date; work: Readonly<Record<string, unknown>> },
): Promise<ErasureRow> {
  return db
    .insertInto('erasures')
    .values({ shopId, begunAt, work: toJson(work) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Unfinished erasures of a shop, oldest first. */
export async function listBegunErasures(db: Db, shop: ShopId): Promise<ErasureRow[]> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .where('shopId', '=', shop)
    .where('completedAt', 'is', null)
    .orderBy('begunAt')
    .orderBy('id')
    .execute()
}

/** Shops with an unfinished erasure. */
export async function listShopsWithBegunErasures(db: Db): Promise<ShopId[]> {
  const rows = await db.selectFrom('erasures').select('shopId').distinct().where('completedAt', 'is', null).execute()
  return rows.map(({ shopId }) => shopId)
}

/** Records that an erasure is complete, and deletes its work. */
export async function completeErasure(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('erasures').set({ completedAt: at, work: null }).where('id', '=', id).execute()
}

/** Saves what must stay erased. A known surrogate is kept; the later instant counts. */
export async function rememberErased(db: Db, rows: readonly ErasedKeyRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await db
      .insertInto('erasedKeys')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(['shopId', 'key']).doUpdateSet((eb) => ({
          surrogate: eb.fn.coalesce('erasedKeys.surrogate', 'excluded.surrogate'),
          erasedAt: eb.fn<Date>('greatest', [eb.ref('erasedKeys.erasedAt'), eb.ref('excluded.erasedAt')]),
        })),
      )
      .execute()
  }
}

/** Whether the shop has anything that must stay erased: usually not, which saves further look-ups. */
export async function hasErased(db: Db, shop: ShopId): Promise<boolean> {
  const row = await db.selectFrom('erasedKeys').select('key').where('shopId', '=', shop).limit(1).executeTakeFirst()
  return row !== undefined
}

/** The given keys that must stay erased. */
export async function findErased(db: Db, shop: ShopId, keys: readonly string[]): Promise<ErasedKeyRow[]> {
  const found: ErasedKeyRow[] = []
  for (let start = 0; start < keys.length; start += rowsPerStatement) {
    found.push(
      ...(await db
        .selectFrom('erasedKeys')
        .selectAll()
        .where('shopId', '=', shop)
        .where('key', 'in', keys.slice(start, start + rowsPerStatement))
        .execute()),
    )
  }
  return found
}
