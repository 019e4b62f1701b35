import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { PrivacyRequestState, PrivacyRequestsTable } from '../privacy-schema.ts'
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
