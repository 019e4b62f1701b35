import { createShop as insertShop } from '@tillsight/database'
import { type Context, defineVerb } from '../context/index.ts'
import { CreateShopInput } from './inputs.ts'
import { ShopView, toShop } from './shop.ts'

/** Adds a shop to the organisation. Throws `conflict` when the domain is taken. */
export const createShop = defineVerb({
  name: 'shop.create',
  needs: 'shops:write',
  access: 'write',
  input: CreateShopInput,
  output: ShopView,
  async run(ctx: Context, { name, ...input }) {
    return toShop(
      await insertShop(ctx.queries, { ...input, name: name ?? input.domain, organisationId: ctx.organisation }),
    )
  },
})
