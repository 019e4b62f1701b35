import type { CompareWindow, HeldRecord } from '@tillsight/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'

const HeldOrderRow = z.object({ id: z.string() })
const HeldRefundRow = z.object({ refund_id: z.string(), order_id: z.string() })

/**
 * What the warehouse holds of one platform, for comparing with what the platform has. Orders of other sources (imported
 * files) are left out: that the platform does not know them says nothing.
 */
export function heldRecords(
  warehouse: ShopWarehouse,
  { source, since }: { source: string; since: string },
): Required<CompareWindow> {
  return {
    since,
    async held(type): Promise<readonly HeldRecord[]> {
      return type === 'order'
        ? listHeldOrders(warehouse, { source, since })
        : listHeldRefunds(warehouse, { source, since })
    },
  }
}

/** An order changes after it was placed, never before: its update time narrows the search. */
async function listHeldOrders(
  warehouse: ShopWarehouse,
  params: { source: string; since: string },
): Promise<HeldRecord[]> {
  return warehouse.read(
    {
      sql: `SELECT id FROM records
        WHERE shop_id = {shop:UUID} AND type = 'order' AND source = {source:String}
          AND updated_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')
          AND JSONExtractString(body, 'placedAt') >= {since:String}`,
      params,
    },
    HeldOrderRow,
  )
}

/** Refunds that count; the ledger names each in its rows as `r:<refund>:<line>`. */
async function listHeldRefunds(
  warehouse: ShopWarehouse,
  params: { source: string; since: string },
): Promise<HeldRecord[]> {
  const rows = await warehouse.read(
    {
      sql: `SELECT DISTINCT splitByChar(':', row_id)[2] AS refund_id, order_id FROM ledger
        WHERE shop_id = {shop:UUID} AND kind = 'refund' AND source = {source:String}
          AND booked_at >= parseDateTimeBestEffort({since:String}, 'UTC')`,
      params,
    },
    HeldRefundRow,
  )
  return rows.map((row) => ({ id: row.refund_id, orderId: row.order_id }))
}
