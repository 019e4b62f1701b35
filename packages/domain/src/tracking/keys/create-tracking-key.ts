import { AppError } from '@tillsight/core'
import { createTrackingKey as createRow, listTrackingKeys as listRows } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { newTrackingKey, TrackingKey, toTrackingKey } from './tracking-key.ts'

/** In use at one time; a shop that changes its key needs two. */
const mostKeys = 10

/** Gives the shop one more key; those that it has stay valid until they are revoked. */
export const createTrackingKey = defineVerb({
  name: 'tracking.createKey',
  needs: 'tracking:write',
  access: 'write',
  input: z.object({}),
  output: TrackingKey,
  async run(ctx: ShopContext) {
    const inUse = (await listRows(ctx.queries, ctx.shop.id)).filter(({ revokedAt }) => revokedAt === null)
    if (inUse.length >= mostKeys) {
      throw new AppError('limit_reached', `The shop has ${mostKeys} keys, which is the most. Revoke some first.`)
    }
    const key = { key: newTrackingKey(), shopId: ctx.shop.id, createdAt: ctx.clock.now() }
    return toTrackingKey(await createRow(ctx.queries, key))
  },
})
