import type { Database, Db } from '@tillsight/database'

/**
 * Runs `work` while no other process holds a lock of this name; undefined when one does. The lock ends with the database
 * connection that holds it, so a killed process leaves none behind.
 */
export async function tryNamedLock<T>(
  db: Pick<Database, 'kysely'>,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
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

type Expressions = Parameters<Extract<Parameters<Db['selectNoFrom']>[0], (...parts: never[]) => unknown>>[0]

function lockKey(eb: Expressions, name: string) {
  return eb.fn<bigint>('hashtextextended', [eb.val(name), eb.lit(0)])
}
