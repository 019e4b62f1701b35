import type { OrganisationId, ShopId } from '@tillsight/core'
import { countOrganisationRows, type Db, listShops } from '@tillsight/database'
import { tables, type Warehouse } from '@tillsight/warehouse'
import { z } from 'zod'

const Count = z.number().int().nonnegative()

/** How much an organisation has, of what goes with it. */
export const Contents = z.object({
  shops: Count,
  orders: Count,
  members: Count,
  connections: Count,
  keys: Count,
  shares: Count,
  importFiles: Count,
  exportFiles: Count,
  storedFiles: Count,
  /** Rows of facts in the warehouse: of orders, ads and visits. */
  facts: Count,
})
export type Contents = z.infer<typeof Contents>

/** What counting works with. */
export interface Counting {
  readonly queries: Db
  readonly warehouses: Pick<Warehouse, 'for'>
}

/** Counts what the organisation has now. */
export async function countContents({ queries, warehouses }: Counting, id: OrganisationId): Promise<Contents> {
  let [orders, facts] = [0, 0]
  for (const { id: shop } of await listShops(queries, id)) {
    orders += await count(warehouses, shop, 'uniqExact(order_id) AS n FROM ledger')
    for (const { name } of tables) facts += await count(warehouses, shop, `count() AS n FROM ${name}`)
  }
  return { ...(await countOrganisationRows(queries, id)), orders, facts }
}

const Rows = z.object({ n: z.coerce.number() })

async function count(warehouses: Counting['warehouses'], shop: ShopId, what: string): Promise<number> {
  const [row] = await warehouses.for(shop).read({ sql: `SELECT ${what} WHERE shop_id = {shop:UUID}`, params: {} }, Rows)
  return row?.n ?? 0
}
