import type { ShopId } from '@tillsight/core'
import type { Selectable } from 'kysely'
import type { Db, PendingConnectsTable } from '../schema.ts'

/** A connect flow that left for the platform and has not come back. */
export type PendingConnectRow = Selectable<PendingConnectsTable>

/** What a flow starts with; `state` is the random value that the platform sends back. */
export interface NewPendingConnect {
  readonly state: string
  readonly shopId: ShopId
  readonly connector: string
  readonly valuesEncrypted: Buffer
  readonly access?: string | null
  readonly expiresAt: Date
}

/** Remembers a flow until it returns or expires. */
export async function createPendingConnect(db: Db, pending: NewPendingConnect): Promise<void> {
  await db.insertInto('pendingConnects').values(pending).execute()
}

/** Uses the flow up: only the first call before it expires gets it. */
export async function takePendingConnect(db: Db, state: string, at: Date): Promise<PendingConnectRow | undefined> {
  return db
    .updateTable('pendingConnects')
    .set({ usedAt: at })
    .where('state', '=', state)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst()
}

/** The newest flow of a shop that may still come back. */
export async function findOpenConnect(db: Db, shop: ShopId, at: Date): Promise<PendingConnectRow | undefined> {
  return db
    .selectFrom('pendingConnects')
    .selectAll()
    .where('shopId', '=', shop)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .orderBy('expiresAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Removes flows that expired before the instant. */
export async function deleteExpiredConnects(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('pendingConnects').where('expiresAt', '<', before).execute()
}
