import { listShops as listRows } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, mayEnter, toShop } from '../context/index.ts'
import { ShopView } from './shop.ts'

/** The shops of the organisation that the actor may see, by name. */
export const listShops = defineVerb({
  name: 'shop.list',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: z.array(ShopView),
  async run(ctx: Context) {
    const rows = await listRows(ctx.queries, ctx.organisation)
    return rows.filter(({ id }) => mayEnter(ctx.actor, id)).map(toShop)
  },
})
