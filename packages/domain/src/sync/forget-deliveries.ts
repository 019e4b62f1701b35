import type { Clock } from '@tillsight/core'
import { type Database, deleteOldDeliveries } from '@tillsight/database'

const keptMs = 30 * 86_400_000

/**
 * Removes deliveries of all connections that are older than 30 days, also those that wait because their connection is
 * paused: what they hint at comes with the reading of changes.
 */
export async function forgetOldDeliveries({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  await db.kysely
    .updateTable('webhookDeliveries')
    .set({ state: 'failed' })
    .where('receivedAt', '<', before)
    .where('state', '=', 'received')
    .execute()
  await deleteOldDeliveries(db.kysely, before)
}
