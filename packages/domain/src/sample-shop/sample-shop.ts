import { Readable } from 'node:stream'
import { AppError } from '@tillsight/core'
import { dayOf } from '@tillsight/core/days'
import { deleteShop } from '@tillsight/database'
import { sampleRows } from '@tillsight/platforms/connectors'
import { tables } from '@tillsight/warehouse'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { importAds } from '../ads/index.ts'
import { recordAudit } from '../audit/index.ts'
import { asOnlyWriter, defineVerb, run, type ShopContext } from '../context/index.ts'
import { importOrders } from '../imports/index.ts'
import { importTouches } from '../tracking/index.ts'

const Nothing = z.object({})

function assertSample({ shop }: ShopContext): void {
  if (shop.isSample) return
  throw new AppError('conflict', `${shop.name} is no sample shop: its orders are real. Nothing was changed.`)
}

/**
 * Fills a sample shop by importing made-up orders, ads and visits of the days before today. Doing it again brings nothing
 * new, so one that was broken off is completed. Throws `conflict` for a shop that is no sample.
 */
export const fillSample = defineVerb({
  name: 'shop.fill_sample',
  needs: 'imports:write',
  access: 'work',
  input: Nothing,
  output: Nothing,
  async run(ctx: ShopContext) {
    assertSample(ctx)
    const { shop, clock } = ctx
    const { orders, ads, touches } = sampleRows(dayOf(clock.now(), shop.zone), shop)
    const print = (rows: typeof orders) => Buffer.from(stringify([...rows], { header: true }))
    const source = {
      name: 'sample-orders.csv',
      open: () => Readable.from([print(orders)], { objectMode: false }),
    }
    await run(importAds, ctx, { name: 'sample-ads.csv', bytes: print(ads) })
    await importOrders(ctx, { source, format: 'generic' })
    await run(importTouches, ctx, { name: 'sample-visits.csv', bytes: print(touches) })
    return {}
  },
})

/**
 * Throws a sample shop away with everything in it, at once. Throws `conflict` for a shop that is no sample: that is deleted
 * with its organisation alone.
 */
export const discardSample = defineVerb({
  name: 'shop.discard_sample',
  needs: 'shops:write',
  access: 'work',
  input: Nothing,
  output: Nothing,
  async run(ctx: ShopContext) {
    assertSample(ctx)
    const { id, domain } = ctx.shop
    // Facts first: a process that dies in between leaves a shop that can be thrown away again. Nobody else writes meanwhile.
    await asOnlyWriter(ctx, async ({ warehouse }) => {
      for (const { name } of tables) await warehouse.purge({ from: name, where: 'shop_id = {shop:UUID}', params: {} })
      await ctx.db.transaction(async (queries) => {
        const target = { kind: 'shop', id, name: domain }
        await recordAudit({ ...ctx, queries }, { action: 'shop.discard_sample', target })
        await deleteShop(queries, id)
      })
    })
    return {}
  },
})
