import type { ReportLookup } from '@tillsight/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import type { Findings } from './sides.ts'

const IdRow = z.object({ id: z.string() })
const idsPerQuery = 5000

/** What is known of orders that only one side has in a range. */
export async function findOut(
  warehouse: ShopWarehouse,
  { lookups, onlyThere }: { lookups: readonly ReportLookup[]; onlyThere: readonly string[] },
): Promise<Findings> {
  const there = new Map(lookups.map((lookup) => [lookup.orderId, lookup]))
  const booked = new Set<string>()
  const stored = new Set<string>()
  for (let start = 0; start < onlyThere.length; start += idsPerQuery) {
    const ids = onlyThere.slice(start, start + idsPerQuery)
    for (const id of await readIds(warehouse, 'ledger', ids)) booked.add(id)
    for (const id of await readIds(warehouse, 'records', ids)) stored.add(id)
  }
  return {
    there(orderId) {
      const found = there.get(orderId)
      return found && { absence: found.absence, elsewhere: found.rows.length > 0 }
    },
    paidByCard: () => undefined,
    sameInAll: () => false,
    here: (orderId) => (booked.has(orderId) ? 'other_day' : stored.has(orderId) ? 'uncounted' : 'missing'),
  }
}

const idsSql = {
  ledger: 'SELECT DISTINCT order_id AS id FROM ledger WHERE shop_id = {shop:UUID} AND order_id IN {ids:Array(String)}',
  records:
    "SELECT id FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = '' AND id IN {ids:Array(String)}",
} as const

async function readIds(
  warehouse: ShopWarehouse,
  table: keyof typeof idsSql,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await warehouse.read({ sql: idsSql[table], params: { ids } }, IdRow, { lookup: true })
  return rows.map(({ id }) => id)
}
