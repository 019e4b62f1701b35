import { dayOf } from '@tillsight/core/days'
import { listCostChanges, listGoodsCosts } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { nameVariants } from './files/goods-names.ts'
import { assertKnownGoods, byDay, GoodsCostView, inForce, viewGoodsCost } from './goods-costs.ts'
import { priceParts } from './made-of.ts'

/** Everything that is entered of a variant and its product, the latest first. */
export const GoodsTimeLine = z.object({
  variant: z.string(),
  product: z.string(),
  title: z.string(),
  sku: z.string(),
  currency: z.string(),
  /** The latest change of costs; null for none. */
  latest: z.string().nullable(),
  entries: z.array(
    GoodsCostView.extend({
      /** In force today for one piece and every country. */
      isNow: z.boolean(),
      /** Of what is made of others: what its parts cost today; null for other entries, and where it is not known of one. */
      partsCost: z.string().nullable(),
    }),
  ),
  /** What any of the entries names as a part. */
  parts: z.array(z.object({ variant: z.string(), sku: z.string(), title: z.string() })),
})
export type GoodsTimeLine = z.infer<typeof GoodsTimeLine>

const Named = z.object({ product: z.string(), title: z.string(), sku: z.string() })

/** The variant as its orders name it, as the table does; of one that nobody ordered, the product that has it. */
const namedSql = `
  SELECT any(product_id) AS product, argMax(ledger.title, booked_at) AS title, argMax(ledger.sku, booked_at) AS sku FROM ledger
  WHERE shop_id = {shop:UUID} AND line_type = 'product' AND if(variant_id = '', product_id, variant_id) = {variant:String}
  HAVING count() > 0
  UNION ALL
  SELECT id AS product, JSONExtractString(body, 'title') AS title, '' AS sku FROM records
  WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = ''
    AND has(JSONExtract(body, 'variants', 'Array(Tuple(id String))').1, {variant:String})`

/** Lists all entries of a variant and its product. Throws `not_found` for goods of another shop or of nobody. */
export const getGoodsTimeLine = defineVerb({
  name: 'costs.timeLine',
  needs: 'costs:read',
  access: 'read',
  input: z.object({
    variant: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Id of the variant; a product without variants is its own', examples: ['1001'] }),
  }),
  output: GoodsTimeLine,
  async run(ctx: ShopContext, { variant }): Promise<GoodsTimeLine> {
    const { warehouse, queries, shop, clock } = ctx
    await assertKnownGoods(ctx, [{ scope: 'variant', ref: variant }])
    const [names, [latest]] = await Promise.all([
      warehouse.read({ sql: namedSql, params: { variant } }, Named),
      listCostChanges(queries, shop.id, 1),
    ])
    // A product without variants is its own.
    const product = names[0]?.product ?? variant
    const found = await listGoodsCosts(queries, shop.id, {
      variant: [variant],
      product: [product],
      supplier: [],
      category: [],
    })
    const own = found.filter(({ scope }) => scope !== 'shop')
    const now = inForce(own, dayOf(clock.now(), shop.zone))
    const made = own.flatMap(({ madeOf }) => (madeOf ? [madeOf] : []))
    const named = [...new Set(made.flat().map((part) => part.variant))]
    const [price, known] = await Promise.all([priceParts(ctx, made), nameVariants(ctx, named)])
    return {
      variant,
      product,
      title: names.find(({ title }) => title !== '')?.title ?? '',
      sku: names.find(({ sku }) => sku !== '')?.sku ?? '',
      currency: shop.currency,
      latest: latest?.id ?? null,
      entries: own.toSorted(byDay).map((entry) => ({
        ...viewGoodsCost(entry),
        isNow: entry === now,
        partsCost: entry.madeOf ? price(entry.madeOf) : null,
      })),
      parts: named.map((part) => ({ variant: part, ...(known.get(part) ?? { sku: '', title: '' }) })),
    }
  },
})
