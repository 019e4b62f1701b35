import { readShop } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, toShop } from '../context/index.ts'
import { ShopView } from './shop.ts'

/** The shop of the context as it is now; {@link enterShop} finds it by its domain. */
export const getShop = defineVerb({
  name: 'shop.get',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: ShopView,
  async run(ctx) {
    return toShop(await readShop(ctx.queries, ctx.shop.id))
  },
})
