import type { ShopId } from '@tillsight/core'
import { readShop } from '@tillsight/database'
import type { Shop, ShopContext } from '../context/index.ts'
import { toShop } from '../shops/index.ts'

/** What writing facts of a shop takes. */
export type WriteContext = Pick<ShopContext, 'shop' | 'db' | 'warehouse' | 'clock' | 'log' | 'identityKey'>

/**
 * Runs `work` as the only writer of the shop, with the shop as it is now: a context may be older than the last change
 * of settings, zone or currency.
 */
export async function asOnlyWriter<T>(ctx: WriteContext, work: (ctx: WriteContext) => Promise<T>): Promise<T> {
  return ctx.db.lockShop(ctx.shop.id, async () => work({ ...ctx, shop: await loadShop(ctx, ctx.shop.id) }))
}

async function loadShop(ctx: WriteContext, id: ShopId): Promise<Shop> {
  return toShop(await readShop(ctx.db.kysely, id))
}
