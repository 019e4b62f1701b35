import { type Day, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import type { ShopContext } from '../context/index.ts'

const First = z.object({ at: z.string() })

/** The oldest shop day that the ledger has something on; null while it is empty. */
export async function readFirstDay({ warehouse, shop }: Pick<ShopContext, 'warehouse' | 'shop'>): Promise<Day | null> {
  const [first] = await warehouse.read(
    {
      sql: "SELECT formatDateTime(booked_at, '%Y-%m-%dT%H:%i:%SZ') AS at FROM ledger WHERE shop_id = {shop:UUID} ORDER BY booked_at LIMIT 1",
      params: {},
    },
    First,
    { lookup: true },
  )
  return first === undefined ? null : dayOf(new Date(first.at), shop.zone)
}
