import { divideRounded, zeroAmount } from '@tillsight/core'
import { costOrder, type ExtraRow, type OrderCosts } from '@tillsight/costs'
import type { OrderRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { readRule, readStoredCosts, type StoredCosts, toCostRules } from '../cost-rules.ts'
import { type OwnCosts } from '../own-costs.ts'
import type { BookedOrder, BookedRow } from './booked-order.ts'
import { type Costing, type GoodsFacts, isGoods, type OrderFacts, toCostedOrder, variantOf } from './costed-order.ts'
import { readAmount, readInstant } from './decimals.ts'
import { inPieces } from './facts-store.ts'
import { createDayOf } from './number-changes.ts'
import { currenciesInMeta, type OrderMetaRules } from './order-meta.ts'

/** A booked order with what it costs; it has further rows for costs that no booked row can carry. */
export interface CostedBooking {
  readonly booked: BookedOrder
  readonly costs: OrderCosts
}

/** Works out what a booked order costs. Pure: the same facts and rules give the same costs. */
export function costBooked(booked: BookedOrder, facts: OrderFacts, costing: Costing): CostedBooking {
  const costs = costOrder(toCostedOrder(booked, facts, costing), costing.rules)
  const further = costs.extra.flatMap((extra) => furtherRow(extra, booked, facts))
  return { booked: further.length === 0 ? booked : { ...booked, rows: [...booked.rows, ...further] }, costs }
}

/** A row without amounts of its own, such as for the fee that comes back with a refund that names no goods. */
function furtherRow(
  { rowId, event, soldLine }: ExtraRow,
  { rows, disputes }: BookedOrder,
  { refunds }: OrderFacts,
): BookedRow[] {
  const sold = rows.find((row) => row.rowId === soldLine)
  const refund = refunds.find(({ id }) => event === `refund:${id}`)
  const own = rows.find((row) => row.event === event)
  const dispute = disputes.flatMap((each) => [each, each.wonBy ?? []].flat()).find((each) => each.event === event)
  const at = own?.bookedAt ?? dispute?.at ?? (refund && readInstant(refund.at))
  if (sold === undefined || at === undefined) return []
  return [
    {
      ...sold,
      rowId,
      event,
      bookedAt: at,
      kind: own?.kind ?? 'refund',
      side: 'return',
      quantity: 0n,
      gross: zeroAmount,
      discount: zeroAmount,
      tax: zeroAmount,
    },
  ]
}

const GoodsRow = z.object({
  id: z.string(),
  supplier: z.string(),
  categories: z.array(z.string()),
  variants: z.array(
    z.object({
      id: z.string(),
      weight: z.string().nullable(),
      physical: z.number().nullable(),
      managesStock: z.number().nullable(),
    }),
  ),
})

const goodsSql = `
  SELECT id, JSONExtractString(body, 'supplier') AS supplier, JSONExtract(body, 'categories', 'Array(String)') AS categories,
    JSONExtract(body, 'variants', 'Array(Tuple(id String, weight Nullable(String), physical Nullable(UInt8), managesStock Nullable(UInt8)))') AS variants
  FROM records WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '' AND id IN {ids:Array(String)}`

/** The catalogue's facts about goods, by variant. */
export type KnownGoods = ReadonlyMap<string, GoodsFacts>

/** Reads the catalogue's facts about the goods of these orders. */
export async function loadGoods(
  { warehouse }: Pick<WriteContext, 'warehouse'>,
  orders: readonly BookedOrder[],
): Promise<KnownGoods> {
  const goods = new Map<string, GoodsFacts>()
  for (const ids of inPieces(productsOf(orders))) {
    const rows = await warehouse.read({ sql: goodsSql, params: { ids } }, GoodsRow, { lookup: true })
    for (const row of rows) addGoods(goods, row)
  }
  return goods
}

function productsOf(orders: readonly BookedOrder[]): string[] {
  const products = new Set(orders.flatMap(({ rows }) => rows.filter(isGoods)).map(({ productId }) => productId))
  return [...products].filter((id) => id !== '')
}

/** What costs of orders depend on, beside the shop's rules. */
export interface CostingFacts {
  readonly goods: KnownGoods
  /** What was told about the orders themselves. */
  readonly own: OwnCosts
  /** The orders as the store tells them. */
  readonly records: readonly OrderRecord[]
  /** Shows what would be if the shop had told something else. */
  readonly change?: (stored: StoredCosts) => StoredCosts
}

/** Reads the shop's rules for what these booked orders cost. */
export async function loadCosting(
  ctx: Pick<WriteContext, 'db' | 'shop'>,
  orders: readonly BookedOrder[],
  { goods, own, records, change }: CostingFacts,
): Promise<Costing> {
  const dayOf = createDayOf(ctx.shop.zone)
  const needs = {
    variants: [...new Set(orders.flatMap(({ rows }) => rows.filter(isGoods).map(variantOf)))],
    products: productsOf(orders),
    suppliers: [...new Set([...goods.values()].map(({ supplier }) => supplier))].filter((name) => name !== ''),
    categories: [...new Set([...goods.values()].flatMap(({ categories }) => categories))],
    days: orders.flatMap(({ placedAt, disputes }) => [placedAt, ...disputes.map(({ at }) => at)].map(dayOf)),
  }
  const stored = await readStoredCosts(ctx, needs, change)
  const meta = metaRulesIn(stored)
  const currencies = new Set([
    ...records.flatMap((record) => [
      record.currency,
      ...(record.payments ?? []).flatMap(({ feeCurrency }) => feeCurrency ?? []),
      ...currenciesInMeta(record, meta, ctx.shop.currency),
    ]),
    ...[...own.values()].flat().map(({ currency }) => currency),
  ])
  const rules = await toCostRules(ctx, stored, { ...needs, currencies: [...currencies] })
  return { rules, dayOf, goodsOf: (variant) => goods.get(variant), ownOf: (order) => own.get(order) ?? [], meta }
}

/** Where the shop says that its store keeps costs with orders. */
function metaRulesIn({ rules }: StoredCosts): OrderMetaRules {
  const own = rules.flatMap((row) => readRule(row) ?? [])
  return {
    fees: own.flatMap((rule) => (rule.kind === 'feeMeta' ? [rule.body] : [])),
    labels: own.flatMap((rule) => (rule.kind === 'labelMeta' ? [rule.body] : [])),
  }
}

function addGoods(goods: Map<string, GoodsFacts>, { supplier, categories, variants }: z.infer<typeof GoodsRow>): void {
  for (const { id, weight, physical, managesStock } of variants) {
    goods.set(id, {
      supplier,
      categories,
      grams: weight === null ? null : divideRounded(readAmount(weight), 1_000n),
      physical: physical !== 0,
      managesStock: managesStock === null ? undefined : Boolean(managesStock),
    })
  }
}
