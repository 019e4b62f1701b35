import type { ConnectionId } from '@tillsight/core'
import { type Db, listSyncStates, saveSyncState } from '@tillsight/database'

/**
 * Lets the next sync read the whole history from its newest end. What was complete before counts as complete meanwhile, so
 * that no figure disappears. To be called under the lock of the connection.
 */
export async function restartHistory(
  db: Db,
  { connection, now }: { connection: ConnectionId; now: Date },
): Promise<void> {
  for (const { stream, mode, checkpoint, lastSuccessAt } of await listSyncStates(db, connection)) {
    const key = { connectionId: connection, stream, mode }
    if (mode !== 'backfill') {
      await saveSyncState(db, key, { lastError: null })
      continue
    }
    const again = lastSuccessAt !== null || isReadAgain(checkpoint)
    await saveSyncState(db, key, {
      checkpoint: { ...keptOf(checkpoint), began: now.toISOString(), from: null, again },
      done: 0,
      total: null,
      lastSuccessAt: null,
      lastError: null,
    })
  }
}

/** By which generation of facts it is read stays known. */
function keptOf(checkpoint: unknown): { generation?: unknown } {
  const isKept = typeof checkpoint === 'object' && checkpoint !== null && 'generation' in checkpoint
  return isKept ? { generation: checkpoint.generation } : {}
}

/** Whether a history that was complete before is being read once more. */
export function isReadAgain(checkpoint: unknown): boolean {
  return typeof checkpoint === 'object' && checkpoint !== null && 'again' in checkpoint && checkpoint.again === true
}
