import { listAllGoodsCosts } from '@tillsight/database'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import { noteLostCosts } from '../health/index.ts'

const Uncosted = z.object({ variant: z.string(), name: z.string() })

/** Goods of the store that carry no cost now; a deleted product is none of them. */
const uncostedSql = `
  SELECT item.1 AS variant, name FROM (
    SELECT JSONExtractString(body, 'title') AS name,
      arrayJoin(JSONExtract(body, 'variants', 'Array(Tuple(id String, cost Nullable(String)))')) AS item
    FROM records WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '')
  WHERE item.2 IS NULL ORDER BY name, variant`

const mostNames = 3

/**
 * Raises an issue for goods whose cost the store told once and has no longer: the last one goes on counting, which may not be what
 * somebody meant by taking it out. Closes it when all have a cost again, in the store or here.
 */
export async function lookAtStoreCosts(ctx: ShopContext): Promise<void> {
  const { queries, shop, warehouse, clock } = ctx
  const sources = Map.groupBy(await listAllGoodsCosts(queries, shop.id), ({ scope, ref }) => `${scope} ${ref}`)
  const isLost = (variant: string): boolean => {
    const entries = sources.get(`variant ${variant}`) ?? []
    return entries.length > 0 && entries.every(({ source }) => source === 'store')
  }
  const uncosted = sources.size === 0 ? [] : await warehouse.read({ sql: uncostedSql, params: {} }, Uncosted)
  const lost = uncosted.filter(({ variant }) => isLost(variant))
  const names = [...new Set(lost.map(({ name }) => name))].slice(0, mostNames)
  const found = lost.length === 0 ? undefined : { variants: lost.length, names }
  await noteLostCosts(queries, { shop: shop.id, lost: found, at: clock.now() })
}
