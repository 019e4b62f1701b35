import { AppError } from '@tillsight/core'
import { listTrackingKeys as listRows, revokeTrackingKey as revokeRow } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'

/** Takes a key out of use: events that come with it are refused. The only one cannot go, or nothing would come in. */
export const revokeTrackingKey = defineVerb({
  name: 'tracking.revokeKey',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({ key: z.string().max(100) }),
  output: z.object({}),
  async run(ctx: ShopContext, { key }) {
    const inUse = (await listRows(ctx.queries, ctx.shop.id)).filter(({ revokedAt }) => revokedAt === null)
    if (inUse.length === 1 && inUse[0]?.key === key) {
      throw new AppError(
        'conflict',
        'This is the only key of the shop. Make a new one and put it into the shop’s pages first.',
      )
    }
    if (!(await revokeRow(ctx.queries, { shopId: ctx.shop.id, key }, ctx.clock.now()))) {
      throw new AppError('not_found', 'The shop has no such key in use. Load the page again to see those that it has.')
    }
    return {}
  },
})
