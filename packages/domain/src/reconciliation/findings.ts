import type { ReportLookup } from '@tillsight/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import type { Findings } from './sides.ts'

const IdRow = z.object({ id: z.string() })
const StoredRow = z.object({ id: z.string(), foreign: z.coerce.boolean() })
const idsPerQuery = 5000

interface Question {
  readonly lookups: readonly ReportLookup[]
  readonly onlyThere: readonly string[]
  /** The shop's. */
  readonly currency: string
}

/** What is known of orders that only one side has in a range. */
export async function findOut(warehouse: ShopWarehouse, { lookups, onlyThere, currency }: Question): Promise<Findings> {
  const there = new Map(lookups.map((lookup) => [lookup.orderId, lookup]))
  const booked = new Set<string>()
  const stored = new Map<string, 'uncounted' | 'foreign'>()
  for (let start = 0; start < onlyThere.length; start += idsPerQuery) {
    const ids = onlyThere.slice(start, start + idsPerQuery)
    for (const { id } of await readBooked(warehouse, ids)) booked.add(id)
    for (const { id, foreign } of await readStored(warehouse, ids, currency)) {
      stored.set(id, foreign ? 'foreign' : 'uncounted')
    }
  }
  return {
    there(orderId) {
      const found = there.get(orderId)
      return found && { absence: found.absence, elsewhere: found.rows.length > 0 }
    },
    paidByCard: () => undefined,
    sameInAll: () => false,
    here: (orderId) => (booked.has(orderId) ? 'other_day' : (stored.get(orderId) ?? 'missing')),
  }
}

function readBooked(warehouse: ShopWarehouse, ids: readonly string[]) {
  const sql =
    'SELECT DISTINCT order_id AS id FROM ledger WHERE shop_id = {shop:UUID} AND order_id IN {ids:Array(String)}'
  return warehouse.read({ sql, params: { ids } }, IdRow, { lookup: true })
}

/** Foreign: money was taken or is expected in another currency, so that what kept it out is a missing rate. */
function readStored(warehouse: ShopWarehouse, ids: readonly string[], currency: string) {
  const sql = `SELECT id, JSONExtractString(body, 'currency') != {currency:String}
      AND JSONExtractString(body, 'standing') IN ('paid', 'unpaid', 'cancelled') AS foreign
    FROM records WHERE shop_id = {shop:UUID} AND type = 'order' AND parent_id = '' AND id IN {ids:Array(String)}`
  return warehouse.read({ sql, params: { ids, currency } }, StoredRow, { lookup: true })
}
