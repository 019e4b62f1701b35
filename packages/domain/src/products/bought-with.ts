import { divideDecimals } from '@tillsight/core'
import { type DayRange, endOfDay, startOfDay } from '@tillsight/core/days'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'
import type { ProductResult } from './outputs.ts'
import { readProductNames } from './product-names.ts'

/** Fewer orders together say nothing. */
const leastTogether = 10
const mostPairs = 20

const Pair = z.object({
  id: z.string(),
  title: z.string(),
  together: z.coerce.number(),
  orders: z.coerce.number(),
})

const placed = `shop_id = {shop:UUID} AND kind = 'order' AND side = 'sale' AND line_type = 'product' AND product_id != ''
  AND booked_at >= toDateTime({from:UInt32}, 'UTC') AND booked_at < toDateTime({until:UInt32}, 'UTC')`

// Each basket has every product once, whatever its variants, and the empty id, which stands for all baskets.
const pairsSql = `
  SELECT id, title, together, orders FROM (
    SELECT arrayJoin(arrayPushBack(products, '')) AS id, countIf(has(products, {id:String})) AS together, count() AS orders
    FROM (SELECT groupUniqArray(product_id) AS products FROM ledger FINAL WHERE ${placed} GROUP BY order_id)
    GROUP BY id HAVING id = '' OR together >= {least:UInt32}
  ) AS pairs
  GLOBAL ANY LEFT JOIN (SELECT product_id, argMax(toString(ledger.title), booked_at) AS title FROM ledger FINAL WHERE ${placed} GROUP BY product_id) AS named
  ON pairs.id = named.product_id
  WHERE id != {id:String}
  ORDER BY id != '', together / orders DESC, together DESC, id LIMIT {limit:UInt32}`

/** Products that buyers have in the same order as this one more often than by chance, or less often. */
export async function findBoughtWith(
  { warehouse, shop }: Pick<ShopContext, 'warehouse' | 'shop'>,
  id: string,
  { from, to }: DayRange,
): Promise<ProductResult['boughtWith']> {
  const params = {
    id,
    from: Math.max(0, startOfDay(from, shop.zone).getTime() / 1000),
    until: endOfDay(to, shop.zone).getTime() / 1000,
    least: leastTogether,
    limit: mostPairs + 1,
  }
  const [all, ...pairs] = await warehouse.read({ sql: pairsSql, params }, Pair)
  if (all === undefined) return []
  const named = await readProductNames(
    { warehouse },
    pairs.map((pair) => pair.id),
  )
  return pairs.map(({ id: other, title, together, orders }) => ({
    id: other,
    title: named.get(other)?.title || title,
    orders: together,
    lift: divideDecimals(`${together * all.orders}`, `${all.together * orders}`, 4) ?? '0',
  }))
}
