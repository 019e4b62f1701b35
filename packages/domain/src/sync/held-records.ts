import type { CompareWindow, ConnectorContext, HeldRecord, OlderOrders } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { readPresentRefunds } from '../ledger/index.ts'
import type { LookBack } from './due.ts'

const HeldOrderRow = z.object({ id: z.string(), updatedAt: z.string() })
const OrderRow = z.object({ order_id: z.string() })

const MonthRow = z.object({ month: z.string(), orders: z.coerce.number() })

/** The source of the records, and the instant from which each is compared. */
interface Held {
  readonly source: string
  readonly since: string
}

/** A refund stored without a date has the earliest possible one; no shop has refunds from before this. */
const earliest = '1990-01-01T00:00:00Z'

/**
 * What the warehouse holds from one platform, for comparing with the platform. Orders from other sources (imported files) are
 * left out: the platform is not expected to know them. `lookBack` adds older ones.
 */
export function heldRecords(
  warehouse: ShopWarehouse,
  { lookBack, ...which }: Held & { readonly lookBack?: LookBack | undefined },
): CompareWindow {
  const { since } = which
  return {
    since,
    async held(type, from = since): Promise<readonly HeldRecord[]> {
      if (type === 'order') return await listHeldOrders(warehouse, { ...which, since: from })
      const undated = await listHeldRefunds(warehouse, { ...which, since: earliest }, '<')
      return [...undated, ...(await listHeldRefunds(warehouse, { ...which, since: from }, '>='))]
    },
    ...(lookBack === undefined ? {} : { older: { ...lookBack, ...olderOrders(warehouse, which) } }),
    ...(lookBack?.all ? { olderRefunds: async () => await listHeldRefunds(warehouse, which, '<') } : {}),
  }
}

const isOlder = `shop_id = {shop:UUID} AND type = 'order' AND source = {source:String}
  AND JSONExtractString(body, 'placedAt') < {since:String} AND JSONExtractString(body, 'standing') != 'deleted'`

function olderOrders(warehouse: ShopWarehouse, { source, since }: Held): Pick<OlderOrders, 'count' | 'held'> {
  return {
    async count() {
      const rows = await warehouse.read(
        {
          sql: `SELECT substring(JSONExtractString(body, 'placedAt'), 1, 7) AS month, count() AS orders
            FROM records WHERE ${isOlder} GROUP BY month`,
          params: { source, since },
        },
        MonthRow,
      )
      return new Map(rows.map(({ month, orders }) => [month, orders]))
    },
    async held(month) {
      return warehouse.read(
        {
          sql: `SELECT id, JSONExtractString(body, 'updatedAt') AS updatedAt FROM records
            WHERE ${isOlder} AND startsWith(JSONExtractString(body, 'placedAt'), {month:String})`,
          params: { source, since, month },
        },
        HeldOrderRow,
      )
    },
  }
}

/** An order's update time is never before it was placed, which narrows the search. */
async function listHeldOrders(warehouse: ShopWarehouse, { source, since }: Held): Promise<HeldRecord[]> {
  return warehouse.read(
    {
      sql: `SELECT id, JSONExtractString(body, 'updatedAt') AS updatedAt FROM records
        WHERE shop_id = {shop:UUID} AND type = 'order' AND source = {source:String}
          AND updated_at >= parseDateTime64BestEffort({since:String}, 3, 'UTC')
          AND JSONExtractString(body, 'placedAt') >= {since:String}`,
      params: { source, since },
    },
    HeldOrderRow,
  )
}

/** Stored refunds that are not known to be deleted, of all orders, counted or not. */
async function listHeldRefunds(
  warehouse: ShopWarehouse,
  { source, since }: Held,
  side: '>=' | '<',
): Promise<HeldRecord[]> {
  const rows = await warehouse.read(
    {
      sql: `SELECT DISTINCT parent_id AS order_id FROM records
        WHERE shop_id = {shop:UUID} AND type = 'refund' AND source = {source:String}
          AND updated_at ${side} parseDateTime64BestEffort({since:String}, 3, 'UTC')`,
      params: { source, since },
    },
    OrderRow,
  )
  const present = await readPresentRefunds(
    warehouse,
    rows.map(({ order_id }) => order_id),
  )
  const isNewer = side === '>='
  return [...present.values()]
    .flat()
    .filter(({ at }) => Date.parse(at) >= Date.parse(since) === isNewer)
    .map(({ id, orderId, at }) => ({ id, orderId, at }))
}

/** Stored refunds of orders, which a connector may need while it reads orders. */
export function heldRefunds(warehouse: ShopWarehouse): NonNullable<ConnectorContext['heldRefunds']> {
  return async (orderIds) => {
    const present = await readPresentRefunds(warehouse, orderIds)
    return new Map([...present].map(([orderId, refunds]) => [orderId, refunds.map(({ id }) => id)]))
  }
}
