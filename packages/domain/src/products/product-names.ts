import { z } from 'zod'
import { defineVerb, type ShopContext } from '../context/index.ts'

const Name = z.object({ id: z.string(), title: z.string() })

/** What the store's catalogue calls products; orders name the variant instead. */
export async function readProductNames(
  { warehouse }: Pick<ShopContext, 'warehouse'>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const only = ids === undefined ? '' : ' AND id IN {ids:Array(String)}'
  const rows = await warehouse.read(
    {
      sql: `SELECT id, JSONExtractString(body, 'title') AS title FROM records FINAL WHERE shop_id = {shop:UUID} AND type = 'product' AND parent_id = '' AND title != ''${only}`,
      params: ids === undefined ? {} : { ids },
    },
    Name,
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** Lists every product of the store's catalogue by name. */
export const listProductNames = defineVerb({
  name: 'product.names',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.array(Name),
  async run(ctx) {
    return [...(await readProductNames(ctx))].map(([id, title]) => ({ id, title }))
  },
})
