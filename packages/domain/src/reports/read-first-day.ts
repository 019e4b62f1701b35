import { type Day, dayOf } from '@tillsight/core/days'
import { z } from 'zod'
import { createShopReads, type ShopContext } from '../context/index.ts'

const First = z.object({ at: z.string() })

/** The oldest shop day that the ledger has something on; null while it is empty. */
export async function readFirstDay(ctx: ShopContext): Promise<Day | null> {
  const { shop, facts, reads = createShopReads(ctx.queries, shop.id) } = ctx
  if (facts === undefined) return askFirstDay(ctx)
  const { version, isSettled } = await reads.factsState()
  if (!isSettled) return askFirstDay(ctx)
  return facts.firstDays.recall(`${shop.id} ${version} ${shop.zone}`, () => askFirstDay(ctx))
}

async function askFirstDay({ warehouse, shop }: ShopContext): Promise<Day | null> {
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
