import { setTimeout } from 'node:timers/promises'
import { AppError, type ConnectionId } from '@tillsight/core'
import type { Database, Db } from '@tillsight/database'

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
  const name = `tillsight connection ${connection}`
  return db.kysely.connection().execute(async (holder) => {
    const first = await holder
      .selectNoFrom((eb) => eb.fn<boolean>('pg_try_advisory_lock', [lockKey(eb, name)]).as('locked'))
      .executeTakeFirstOrThrow()
    if (!first.locked) return undefined
    try {
      return await work()
    } finally {
      await holder
        .selectNoFrom((eb) => eb.fn<boolean>('pg_advisory_unlock', [lockKey(eb, name)]).as('unlocked'))
        .execute()
    }
  })
}

/** Which connection somebody waits for, how long, and what they are told when it was in vain. */
export interface LockWait {
  readonly connection: ConnectionId
  readonly refusal: string
  readonly waitMs?: number
  /** Ends the waiting early. */
  readonly signal?: AbortSignal
}

/** The same, but waits up to a minute for the other process. Throws `conflict` when that was not enough. */
export async function lockConnection<T>(
  db: Database,
  { connection, refusal, waitMs = 60_000, signal }: LockWait,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const outcome = await tryLockConnection(db, connection, async () => ({ result: await work() }))
    if (outcome) return outcome.result
    if (performance.now() > deadline || signal?.aborted) throw new AppError('conflict', refusal)
    await setTimeout(lookEveryMs)
  }
}

type Expressions = Parameters<Extract<Parameters<Db['selectNoFrom']>[0], (...parts: never[]) => unknown>>[0]

function lockKey(eb: Expressions, name: string) {
  return eb.fn<bigint>('hashtextextended', [eb.val(name), eb.lit(0)])
}
