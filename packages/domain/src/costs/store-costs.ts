import { amountText, parseAmount } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import {
  type GoodsCostFields,
  type GoodsCostRow,
  listAllGoodsCosts,
  markCosts,
  upsertGoodsCosts,
} from '@tillsight/database'
import { z } from 'zod'
import { asOnlyWriter, type WriteContext } from '../context/index.ts'
import { withMadeOf } from './made-of.ts'

const StoreCost = z.object({ variant: z.string(), cost: z.string().nullable() })

const storeCostsSql = `
  SELECT item.1 AS variant, item.2 AS cost FROM (
    SELECT arrayJoin(JSONExtract(body, 'variants', 'Array(Tuple(id String, cost Nullable(String)))')) AS item
    FROM records WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '')
  WHERE item.2 IS NOT NULL ORDER BY variant`

/**
 * Keeps what the store says its goods cost as dated entries: the first one holds since ever and is assumed for orders before it
 * was seen, a change holds from today on. A cost that the store no longer has ends nothing. Returns how many were added.
 */
export async function noteStoreCosts(ctx: WriteContext): Promise<number> {
  const { shop, db, warehouse, clock } = ctx
  const told = await warehouse.read({ sql: storeCostsSql, params: {} }, StoreCost)
  if (told.length === 0) return 0
  const today = dayOf(clock.now(), shop.zone)
  const known = new Map<string, GoodsCostRow>()
  for (const row of await listAllGoodsCosts(db.kysely, shop.id)) if (row.source === 'store') known.set(row.ref, row)
  const fresh = told.flatMap(({ variant, cost }): GoodsCostFields[] => {
    const amount = amountText(parseAmount(cost ?? '0'))
    const last = known.get(variant)
    if (last && amountText(parseAmount(last.amount)) === amount) return []
    const from = last ? { fromDay: today, seenFrom: null } : { fromDay: null, seenFrom: today }
    return [{ ...storeEntry, ...from, ref: variant, amount, currency: shop.currency }]
  })
  if (fresh.length === 0) return 0
  await asOnlyWriter(ctx, (own) =>
    own.db.transaction(async (tx) => {
      await upsertGoodsCosts(
        tx,
        fresh.map((entry) => ({ ...entry, shopId: shop.id, personId: null })),
      )
      const first = fresh.some(({ fromDay }) => fromDay === null)
      const goods = await withMadeOf(
        { queries: tx, shop },
        fresh.map(({ ref }) => ref),
      )
      await markCosts(tx, shop.id, { from: first ? null : today, goods })
    }),
  )
  return fresh.length
}

const storeEntry = {
  scope: 'variant',
  country: '',
  minQuantity: 1,
  steps: 'whole',
  kind: 'amount',
  percent: '0',
  madeOf: null,
  source: 'store',
  note: '',
} as const
