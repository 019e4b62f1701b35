import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { ErasedKeysTable, ErasuresTable, PrivacyRequestState, PrivacyRequestsTable } from '../dashboard-schema.ts'
import { toJson } from '../json.ts'
import type { Db } from '../schema.ts'

/** What a platform asked in the name of a customer or a merchant. */
export type PrivacyRequestRow = Selectable<PrivacyRequestsTable>

/** What a request begins with. */
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

/** Says how a request stands now. Whom it was about is forgotten with `forget`. */
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

// One statement takes 65,535 parameters at most.
const rowsPerStatement = 5000

/** Notes that an erasure begins, and what it has to do. */
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

/** Erasures of a shop that were begun and not completed, the oldest first. */
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

/** Shops with an erasure that was not completed. */
export async function listShopsWithBegunErasures(db: Db): Promise<ShopId[]> {
  const rows = await db.selectFrom('erasures').select('shopId').distinct().where('completedAt', 'is', null).execute()
  return rows.map(({ shopId }) => shopId)
}

/** Notes that an erasure is complete, and forgets what it had to do. */
export async function completeErasure(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('erasures').set({ completedAt: at, work: null }).where('id', '=', id).execute()
}

/** Remembers what must stay erased. A surrogate that is known stays; the later instant counts. */
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

/** Whether anything of the shop must stay erased: mostly nothing must, and then nothing has to be looked up. */
export async function hasErased(db: Db, shop: ShopId): Promise<boolean> {
  const row = await db.selectFrom('erasedKeys').select('key').where('shopId', '=', shop).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Those of the keys that must stay erased. */
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
