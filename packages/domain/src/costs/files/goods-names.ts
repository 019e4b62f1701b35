import { z } from 'zod'
import type { ShopContext } from '../../context/index.ts'
import { inPieces } from '../../ledger/index.ts'

// What variants are called: in files of people goods go by their SKU.

/** SKUs that a query holds, however long people make them; of more, all of the shop are read at once. */
const mostNamed = 1_000

const Named = z.object({ variant: z.string(), sku: z.string(), title: z.string(), past: z.coerce.number() })
type Named = z.infer<typeof Named>

/** Variants of the catalogue, and those that only past orders name. Some stores put the product's title before the variant's. */
const namedSql = `
  SELECT variant, sku, any(title) AS title, min(past) AS past FROM (
    SELECT item.1 AS variant, ifNull(item.2, '') AS sku, ifNull(item.3, '') AS own,
      if(startsWith(own, product), own, trim(concat(product, ' ', own))) AS title, 0 AS past FROM (
      SELECT JSONExtractString(body, 'title') AS product,
        arrayJoin(JSONExtract(body, 'variants', 'Array(Tuple(id String, sku Nullable(String), title Nullable(String)))')) AS item
      FROM records WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '')
    UNION ALL
    SELECT if(variant_id = '', product_id, variant_id) AS variant, ledger.sku AS sku, '' AS own, ledger.title AS title, 1 AS past
    FROM ledger WHERE shop_id = {shop:UUID} AND side = 'sale' AND line_type = 'product')
  WHERE variant != '' AND ({all:UInt8} = 1 OR sku IN {skus:Array(String)} OR variant IN {variants:Array(String)})
  GROUP BY variant, sku ORDER BY past, variant, sku`

/** The variants that bear each of these SKUs today; of one that is gone, those that bore it when they were sold. */
export async function findVariants(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  skus: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (skus.length === 0) return new Map()
  const isAll = skus.length > mostNamed
  const rows = await warehouse.read(
    { sql: namedSql, params: { skus: isAll ? [] : skus, variants: [], all: isAll ? 1 : 0 } },
    Named,
  )
  return new Map(
    [...Map.groupBy(rows, ({ sku }) => sku)].map(([sku, found]) => {
      const isPast = found.every(({ past }) => past === 1)
      return [sku, found.filter(({ past }) => isPast || past === 0).map(({ variant }) => variant)]
    }),
  )
}

/** Variants of the catalogue, or of past orders, with a text in their name or SKU; those that bear it as SKU come first. */
export async function searchVariants(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  search: string,
  limit: number,
): Promise<Pick<Named, 'variant' | 'sku' | 'title'>[]> {
  const sql = `
    SELECT variant, argMin(named.sku, named.past) AS sku, argMin(named.title, named.past) AS title, min(named.past) AS past
    FROM (${namedSql}) AS named
    WHERE positionCaseInsensitiveUTF8(concat(named.title, '\\n', named.sku), {search:String}) > 0
    GROUP BY variant ORDER BY lowerUTF8(sku) != lowerUTF8({search:String}), past, title, variant LIMIT {limit:UInt32}`
  return warehouse.read({ sql, params: { skus: [], variants: [], all: 1, search, limit } }, Named)
}

/** SKU and name of variants; those that nobody knows any more are left out. */
export async function nameVariants(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  variants: readonly string[],
): Promise<ReadonlyMap<string, Pick<Named, 'sku' | 'title'>>> {
  const found = new Map<string, Pick<Named, 'sku' | 'title'>>()
  for (const piece of inPieces(variants)) {
    const rows = await warehouse.read({ sql: namedSql, params: { skus: [], variants: piece, all: 0 } }, Named)
    for (const { variant, sku, title } of rows.toReversed()) found.set(variant, { sku, title })
  }
  return found
}
