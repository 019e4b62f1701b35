import { createFirstTrackingKey, listTrackingKeys as listRows } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { newTrackingKey, TrackingKey, toTrackingKey } from './tracking-key.ts'

/** The shop's keys, the newest first; the first one to ask makes the first. */
export const listTrackingKeys = defineVerb({
  name: 'tracking.keys',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({}),
  output: z.array(TrackingKey),
  async run(ctx: ShopContext) {
    const rows = await listRows(ctx.queries, ctx.shop.id)
    if (rows.length > 0) return rows.map(toTrackingKey)
    // Nothing that anybody decides: that a shop has a key is as good as made with the shop.
    const key = { key: newTrackingKey(), shopId: ctx.shop.id, createdAt: ctx.clock.now() }
    await ctx.db.transaction((queries) => createFirstTrackingKey(queries, key))
    return (await listRows(ctx.queries, ctx.shop.id)).map(toTrackingKey)
  },
})
