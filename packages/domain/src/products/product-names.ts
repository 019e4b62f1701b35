import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'

const Name = z.object({
  id: z.string(),
  title: z.string(),
  /** The store tells a picture of it: it is shown from here. */
  hasPicture: z.coerce.boolean(),
})
/** What the store's catalogue calls a product. */
export type ProductName = z.infer<typeof Name>

/** What the store's catalogue calls products; orders name the variant instead. */
export async function readProductNames(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, ProductName>> {
  const only = ids === undefined ? '' : ' AND id IN {ids:Array(String)}'
  const rows = await warehouse.read(
    {
      sql: `SELECT id, JSONExtractString(body, 'title') AS title, JSONExtractString(body, 'imageUrl') != '' AS hasPicture
        FROM records FINAL WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = ''${only}`,
      params: ids === undefined ? {} : { ids },
    },
    Name,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lists products of the store's catalogue by name: all of them, or those that are asked for. */
export const listProductNames = defineVerb({
  name: 'product.names',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ ids: z.array(z.string().max(200)).max(1000).optional() }),
  output: z.array(Name),
  async run(ctx, { ids }) {
    return [...(await readProductNames(ctx, ids)).values()]
  },
})
