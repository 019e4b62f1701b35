import { setTimeout } from 'node:timers/promises'
import { AppError, type ConnectionId } from '@tillsight/core'
import type { Database } from '@tillsight/database'
import { tryNamedLock } from '../context/index.ts'

const lookEveryMs = 250

/**
 * Runs `work` while no other process works on the connection; undefined when one does. The lock ends with the database
 * connection that holds it, so a killed process leaves none behind.
 */
export async function tryLockConnection<T>(
  db: Database,
  connection: ConnectionId,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return tryNamedLock(db, `tillsight connection ${connection}`, work)
}

/** Which connection somebody waits for, how long, and what they are told when it was in vain. */
export interface LockWait {
  readonly connection: ConnectionId
  readonly refusal: string
  readonly waitMs?: number
  /** Ends the waiting early. */
  readonly signal?: AbortSignal
  /** Looked at while waiting: whether the other process has got further since the last time, which makes the wait begin anew. */
  readonly isGettingOn?: () => Promise<boolean>
}

/** The same, but waits up to a minute for the other process, or for as long as it gets on. Throws `conflict` when that was not enough. */
export async function lockConnection<T>(
  db: Database,
  { connection, refusal, waitMs = 60_000, signal, isGettingOn }: LockWait,
  work: () => Promise<T>,
): Promise<T> {
  let deadline = performance.now() + waitMs
  for (;;) {
    const outcome = await tryLockConnection(db, connection, async () => ({ result: await work() }))
    if (outcome) return outcome.result
    if (await isGettingOn?.()) deadline = performance.now() + waitMs
    if (performance.now() > deadline || signal?.aborted) throw new AppError('conflict', refusal)
    await setTimeout(lookEveryMs)
  }
}
