import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { importSource } from '../ledger/index.ts'

const OrderRow = z.object({ id: z.string() })
const idsPerQuery = 5000

/** Which of these orders a connection of the shop holds already: a file must not replace them. */
export async function findTakenOrders(warehouse: ShopWarehouse, ids: readonly string[]): Promise<Set<string>> {
  const taken = new Set<string>()
  const [connected] = await warehouse.read(
    {
      sql: "SELECT id FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND source != {source:String} LIMIT 1",
      params: { source: importSource },
    },
    OrderRow,
  )
  if (!connected) return taken
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const rows = await warehouse.read(
      {
        sql: `SELECT id FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = ''
          AND id IN {ids:Array(String)} AND source != {source:String}`,
        params: { ids: ids.slice(start, start + idsPerQuery), source: importSource },
      },
      OrderRow,
      { lookup: true },
    )
    for (const { id } of rows) taken.add(id)
  }
  return taken
}
