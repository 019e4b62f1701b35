import { AppError, type ShopId } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import type { Pool, PoolClient } from 'pg'
import { mayPass, sayUnavailable } from './connect.ts'

/** Runs `work` while nobody else, in this or another process, holds the shop. */
export type LockShop = <T>(shop: ShopId, work: () => Promise<T>) => Promise<T>

/**
 * Locks of shops, as advisory locks on connections of their own: `work` takes its connections from another pool, so
 * lock holders cannot starve each other. Waiting inside this process costs no connection. Not re-entrant.
 */
export function createShopLock(pool: Pool, log: Log): LockShop {
  const queues = new Map<ShopId, Promise<unknown>>()

  return async (shop, work) => {
    const before = queues.get(shop) ?? Promise.resolve()
    const turn = before.then(() => holdLock(pool, log, { shop, work }))
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    queues.set(shop, settled)
    try {
      return await turn
    } finally {
      if (queues.get(shop) === settled) queues.delete(shop)
    }
  }
}

async function holdLock<T>(pool: Pool, log: Log, { shop, work }: { shop: ShopId; work: () => Promise<T> }): Promise<T> {
  const client = await sayUnavailable(() => takeLock(pool, shop))
  let result: T
  try {
    result = await work()
  } catch (error) {
    await unlock(client, shop).catch((cause: unknown) => log.warn({ err: cause, shop }, 'the lock of a shop was lost'))
    throw error
  }
  await unlock(client, shop).catch((cause: unknown) => {
    throw new AppError(
      'unavailable',
      'The database restarted while this shop was being written. The step is safe to repeat.',
      { cause },
    )
  })
  return result
}

/** After a restart of the server the pool may hold broken connections that nobody has noticed: each is met once. */
async function takeLock(pool: Pool, shop: ShopId): Promise<PoolClient> {
  for (let triesLeft = pool.options.max; ; triesLeft -= 1) {
    const client = await pool.connect()
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockName(shop)])
      return client
    } catch (error) {
      client.release(true)
      if (triesLeft === 0 || !mayPass(error)) throw error
    }
  }
}

/** Throws when the connection broke meanwhile, and the lock with it. */
async function unlock(client: PoolClient, shop: ShopId): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockName(shop)])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

function lockName(shop: ShopId): string {
  return `tillsight shop ${shop}`
}
