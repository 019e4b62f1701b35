import { AppError, amountText, parseAmount } from '@tillsight/core'
import { type Day, dayOf, endOfDay, parseDay, startOfDay } from '@tillsight/core/days'
import {
  countCosts,
  type GoodsCostFields,
  type GoodsCostRow,
  listChangedGoods,
  listCostChanges,
  listGeneralGoodsCosts,
  listGoodsCosts,
} from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import type { GoodsParts } from '../cost-inputs.ts'
import { inPieces } from '../ledger/index.ts'
import { priceParts } from './made-of.ts'

/** A dated cost of goods as it is stored. */
export const GoodsCostView = z.object({
  scope: z.enum(['variant', 'product', 'supplier', 'category', 'shop']),
  ref: z.string(),
  from: z.string().nullable(),
  country: z.string(),
  minQuantity: z.number(),
  steps: z.string(),
  kind: z.string(),
  amount: z.string(),
  percent: z.string(),
  /** What a piece consists of, where its parts tell what it costs; null for other kinds. */
  madeOf: z.array(z.object({ variant: z.string(), quantity: z.number() })).nullable(),
  currency: z.string(),
  source: z.string(),
  seenFrom: z.string().nullable(),
  note: z.string(),
})
export type GoodsCostView = z.infer<typeof GoodsCostView>

/** A stored entry as it is told. */
export function viewGoodsCost({ fromDay, ...row }: GoodsCostRow): GoodsCostView {
  return GoodsCostView.parse({ ...row, from: fromDay, amount: amountText(parseAmount(row.amount)) })
}

function viewOf(row: GoodsCostRow | undefined): GoodsCostView | null {
  return row === undefined ? null : viewGoodsCost(row)
}

const Page = z.object({
  from: z.string(),
  to: z.string(),
  /**
   * Only goods whose cost is unknown, or assumed, for something sold in the period; whose entries were entered or changed in the
   * last 30 days; or whose margin in the period is below `below`.
   */
  only: z.enum(['unknown', 'assumed', 'changed', 'below']).optional(),
  /** Percent of net sales that is left after the goods themselves. */
  below: z.number().min(-1000).max(100).optional(),
  search: z.string().max(80).optional(),
  limit: z.int().min(1).max(500).default(100),
  skip: z.int().min(0).max(1_000_000).default(0),
})

/** Goods sold in a period, by net sales, with what they cost. */
export const GoodsCosts = z.object({
  currency: z.string(),
  /** The latest change of costs; null for none. Saving tells it as `seen`. */
  latest: z.string().nullable(),
  /** All that fit, beyond the page. */
  total: z.number(),
  rows: z.array(
    z.object({
      variant: z.string(),
      product: z.string(),
      title: z.string(),
      sku: z.string(),
      units: z.string(),
      net: z.string(),
      /** Of the net value: sold at an unknown and at an assumed cost. */
      unknown: z.string(),
      assumed: z.string(),
      /** What the pieces sold cost; what is unknown counts nothing. */
      cost: z.string(),
      /** In force today for one piece and every country; null: none. */
      now: GoodsCostView.nullable(),
      /** What the parts cost today where that entry names parts; null: it does not, or the cost of one is unknown. */
      partsCost: z.string().nullable(),
      /** What would hold without that entry, of the variant, its product or the whole shop; null: none of these. */
      otherwise: GoodsCostView.nullable(),
      /** All entries of the variant and its product. */
      entries: z.array(GoodsCostView),
    }),
  ),
  /** Entries about suppliers, categories and the shop as a whole. */
  general: z.array(GoodsCostView),
})
export type GoodsCosts = z.infer<typeof GoodsCosts>

const Sold = z.object({
  variant: z.string(),
  product: z.string(),
  title: z.string(),
  sku: z.string(),
  units: z.string(),
  net: z.string(),
  unknown: z.string(),
  assumed: z.string(),
  cost: z.string(),
  total: z.coerce.number(),
})

const soldSql = `
  SELECT if(variant_id = '', product_id, variant_id) AS variant, any(product_id) AS product,
    argMax(ledger.title, booked_at) AS title, argMax(ledger.sku, booked_at) AS sku, toString(sum(quantity)) AS units,
    toString(sum(gross - discount)) AS net, toString(sumIf(gross - discount, goods_state = 'unknown')) AS unknown,
    toString(sumIf(gross - discount, goods_state = 'assumed')) AS assumed,
    toString(sum(ledger.cost)) AS cost, count() OVER () AS total
  FROM ledger WHERE shop_id = {shop:UUID} AND side = 'sale' AND line_type = 'product' AND quantity != 0
    AND if(variant_id = '', product_id, variant_id) != ''
    AND booked_at >= toDateTime({from:UInt32}, 'UTC') AND booked_at < toDateTime({until:UInt32}, 'UTC')
  GROUP BY variant
  HAVING ({only:String} NOT IN ('unknown', 'assumed') OR countIf(toString(goods_state) = {only:String}) > 0)
    AND ({only:String} != 'changed' OR variant IN {changed:Array(String)} OR product IN {changed:Array(String)})
    AND ({only:String} != 'below' OR (countIf(goods_state = 'unknown') = 0 AND sum(gross - discount) > 0
      AND toFloat64(sum(ledger.cost)) > toFloat64(sum(gross - discount)) * (1 - {below:Float64} / 100)))
    AND ({search:String} = '' OR positionCaseInsensitiveUTF8(concat(title, '\\n', sku), {search:String}) > 0)
  ORDER BY sum(gross - discount) DESC, variant LIMIT {limit:UInt32} OFFSET {skip:UInt32}`

/** Lists goods sold in a period with what they cost, most net sales first. */
export const listGoods = defineVerb({
  name: 'costs.goods',
  needs: 'costs:read',
  access: 'read',
  input: Page,
  output: GoodsCosts,
  async run(ctx: ShopContext, { from, to, only = '', below = usualMargin, search = '', limit, skip }) {
    const { warehouse, queries, shop, clock } = ctx
    const params = {
      from: startOfDay(parseDay(from), shop.zone).getTime() / 1000,
      until: endOfDay(parseDay(to), shop.zone).getTime() / 1000,
    }
    const changed = only === 'changed' ? await listChangedGoods(queries, shop.id, lately(clock.now())) : []
    const asked = { ...params, only, below, changed, search, limit, skip }
    const sold = await warehouse.read({ sql: soldSql, params: asked }, Sold)
    const refs = { variant: sold.map(({ variant }) => variant), product: sold.map(({ product }) => product) }
    const entries = await listGoodsCosts(queries, shop.id, { ...refs, supplier: [], category: [] })
    const today = dayOf(clock.now(), shop.zone)
    const [general, [latest], price] = await Promise.all([
      listGeneralGoodsCosts(queries, shop.id),
      listCostChanges(queries, shop.id, 1),
      priceParts(
        ctx,
        entries.flatMap(({ madeOf }) => (madeOf ? [madeOf] : [])),
      ),
    ])
    return {
      currency: shop.currency,
      latest: latest?.id ?? null,
      total: sold[0]?.total ?? 0,
      rows: sold.map(({ total: _total, ...row }) => {
        const own = entries.filter(
          ({ scope, ref }) =>
            (scope === 'variant' && ref === row.variant) || (scope === 'product' && ref === row.product),
        )
        const now = inForce(own, today)
        const rest = [...own.filter((entry) => entry !== now), ...general.filter(({ scope }) => scope === 'shop')]
        return {
          ...row,
          now: viewOf(now),
          partsCost: now?.madeOf ? price(now.madeOf) : null,
          otherwise: viewOf(inForce(rest, today)),
          entries: own.toSorted(byDay).map(viewGoodsCost),
        }
      }),
      general: general.map(viewGoodsCost),
    }
  },
})

const recentDays = 30
const usualMargin = 20

function lately(now: Date): Date {
  return new Date(now.getTime() - recentDays * 86_400_000)
}

/** Sorts the latest first, and of one day the smallest step. */
export function byDay(a: GoodsCostRow, b: GoodsCostRow): number {
  const [one, other] = [a.fromDay ?? '', b.fromDay ?? '']
  return one === other ? a.minQuantity - b.minQuantity : one > other ? -1 : 1
}

const sources = ['entered', 'file', 'api', 'store']

const scopes = ['variant', 'product', 'shop']

/** The entry for one piece and every country on a day: of the variant before the product and the shop, then the latest. */
export function inForce(entries: readonly GoodsCostRow[], today: Day): GoodsCostRow | undefined {
  return entries
    .filter(({ fromDay, country, minQuantity }) => (fromDay ?? '') <= today && country === '' && minQuantity === 1)
    .toSorted(
      (a, b) =>
        scopes.indexOf(a.scope) - scopes.indexOf(b.scope) ||
        byDay(a, b) ||
        sources.indexOf(a.source) - sources.indexOf(b.source),
    )[0]
}

const KnownId = z.object({ id: z.string() })

const knownSql = `
  SELECT DISTINCT id FROM (
    SELECT arrayJoin([variant_id, product_id]) AS id FROM ledger
    WHERE shop_id = {shop:UUID} AND (variant_id IN {ids:Array(String)} OR product_id IN {ids:Array(String)})
    UNION ALL
    SELECT arrayJoin(arrayPushBack(JSONExtract(body, 'variants', 'Array(Tuple(id String))').1, id)) AS id
    FROM records WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '')
  WHERE id IN {ids:Array(String)}`

/** Those of these ids that are variants or products of the shop. */
export async function findKnownGoods(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const piece of inPieces(ids)) {
    for (const { id } of await warehouse.read({ sql: knownSql, params: { ids: piece } }, KnownId)) known.add(id)
  }
  return known
}

/** Throws `not_found` where goods are of another shop or of nobody: they would never cost anything. */
export async function assertKnownGoods(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  entries: readonly (Pick<GoodsCostFields, 'scope' | 'ref'> & { readonly madeOf?: GoodsParts | undefined })[],
): Promise<void> {
  const ids = [
    ...new Set(
      entries.flatMap(({ scope, ref, madeOf = [] }) => [
        ...(scope === 'variant' || scope === 'product' ? [ref] : []),
        ...madeOf.map(({ variant }) => variant),
      ]),
    ),
  ]
  const known = await findKnownGoods({ warehouse }, ids)
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) {
    throw new AppError('not_found', `The shop has no goods “${unknown}”. Check the id, or read the catalogue again.`)
  }
}

/** Whether anybody or any store has told anything about costs. */
export async function hasCosts({ queries, shop }: Pick<ShopContext, 'queries' | 'shop'>): Promise<boolean> {
  const { goods, rules } = await countCosts(queries, shop.id)
  return goods || rules
}
