import { connectorList } from '@tillsight/connectors'
import { AppError } from '@tillsight/core'
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
    assertStorePlatform(input.platform)
    return toShop(
      await insertShop(ctx.queries, { ...input, name: name ?? input.domain, organisationId: ctx.organisation }),
    )
  },
})

function assertStorePlatform(platform: string): void {
  const known = connectorList.filter(({ kind }) => kind === 'store').map(({ id }) => id)
  if (known.includes(platform)) return
  throw new AppError(
    'invalid_input',
    `“${platform}” is not a store platform that can be connected. There is: ${known.join(', ')}.`,
    {
      details: { field: 'platform' },
    },
  )
}
