import type { ShopId } from '@tillsight/core'
import type { Database, Db } from '@tillsight/database'
import { readShop } from '@tillsight/database'
import type { WriteContext } from './context.ts'
import { type Shop, toShop } from './shop.ts'

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

/**
 * Runs `work` as the only writer of the shop, with the shop reloaded: the context may predate the last change of settings,
 * zone or currency.
 */
export async function asOnlyWriter<T>(ctx: WriteContext, work: (ctx: WriteContext) => Promise<T>): Promise<T> {
  return ctx.db.lockShop(ctx.shop.id, async () => work({ ...ctx, shop: await loadShop(ctx, ctx.shop.id) }))
}

async function loadShop(ctx: WriteContext, id: ShopId): Promise<Shop> {
  return toShop(await readShop(ctx.db.kysely, id))
}
