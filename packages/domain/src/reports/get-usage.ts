import { listMembers } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, permissionsOf } from '../context/index.ts'
import { sharesShops } from '../organisations/index.ts'
import { listShops } from '../shops/index.ts'
import { readFirstDay } from './run-query.ts'

const Count = z.object({ orders: z.coerce.number() })

/** The amount of data in the shop and its organisation. */
export const getUsage = defineVerb({
  name: 'shop.usage',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: z.object({
    /** Stored orders, including those that do not count. */
    orders: z.number(),
    /** The oldest shop day with a record. */
    firstDay: z.string().nullable(),
    /** Shops of the organisation that the actor may see. */
    shops: z.number(),
    /** Null for people who may not see the members. */
    members: z.number().nullable(),
  }),
  async run(ctx) {
    const [counts, firstDay, shops, members] = await Promise.all([
      ctx.warehouse.read(
        {
          sql: "SELECT toString(uniqExact(id)) AS orders FROM records WHERE shop_id = {shop:UUID} AND type = 'order'",
          params: {},
        },
        Count,
      ),
      readFirstDay(ctx),
      listShops.run(ctx, {}),
      permissionsOf(ctx.actor).includes('members:read') ? listMembers(ctx.queries, ctx.organisation) : null,
    ])
    return {
      orders: counts[0]?.orders ?? 0,
      firstDay,
      shops: shops.length,
      members: members?.filter(({ shopIds }) => sharesShops(ctx.actor, shopIds)).length ?? null,
    }
  },
})
