import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { resolveJourneys, usualConfig } from '@tillsight/attribution'
import fc from 'fast-check'
import { z } from 'zod'
import { asOnlyWriter, type ShopContext } from '../context/index.ts'
import { forgetSource, writeRecords } from '../ledger/index.ts'
import { sampleLine, sampleOrder } from '../ledger/sample-facts.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { deriveJourneys } from './derive.ts'
import { drainJourneys } from './keep-journeys.ts'
import { type Event, lives, visitorOf } from './random-people.testing.ts'

const stores = await openTestStores({ after })
const config = { ...usualConfig, click_window_days: null }

const Journey = z.object({
  order_id: z.string(),
  person: z.string(),
  cancelled: z.number(),
  previous_ms: z.coerce.number(),
  touch_ids: z.array(z.string()),
})

function readJourneys({ warehouse }: ShopContext) {
  const sql = `SELECT ${Object.keys(Journey.shape).join(', ')} FROM journeys WHERE shop_id = {shop:UUID} ORDER BY order_id`
  return warehouse.read({ sql, params: {} }, Journey)
}

const deriveAll = (ctx: ShopContext) => asOnlyWriter(ctx, (fresh) => deriveJourneys(fresh, 'all'))

/** Writes everything to a shop, in the order of arrival; sometimes marked journeys are derived in between. */
async function tell(ctx: ShopContext, events: readonly Event[]): Promise<void> {
  const inOrder = events.toSorted((one, other) => one.arrives - other.arrives)
  for (const { arrives, tell: say } of inOrder) {
    await say(ctx)
    if (arrives % 3 === 0) await drainJourneys(ctx)
  }
  await drainJourneys(ctx)
}

test('journeys are those of the reference, whatever comes first, and deriving them all changes none', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (events) => {
      const ctx = await stores.openShop()
      await tell(ctx, events)
      const stored = await readJourneys(ctx)
      const { journeys, returning } = resolveJourneys(
        events.map(({ event }) => event),
        config,
      )
      const counted = stored.filter(({ cancelled }) => cancelled === 0)
      assert.deepEqual(Object.fromEntries(counted.map(({ order_id, touch_ids }) => [order_id, touch_ids])), journeys)
      assert.deepEqual(
        Object.fromEntries(counted.map(({ order_id, previous_ms }) => [order_id, previous_ms > 0])),
        returning,
      )
      assert.equal(await deriveAll(ctx), 0)
      const other = await stores.openShop()
      await tell(
        other,
        events.map((happening, index) => ({ ...happening, arrives: (index * 7919) % 1009 })),
      )
      const short = (rows: typeof stored) =>
        rows.map(({ order_id, touch_ids, previous_ms }) => ({ order_id, touch_ids, previous_ms }))
      assert.deepEqual(short(await readJourneys(other)), short(stored))
    }),
    { numRuns: 4 },
  )
})

const Told = z.object({ at: z.string(), device: z.string() })

test('an order that comes again after its data were deleted takes nothing along from before', async () => {
  const ctx = await stores.openShop()
  const source = 'woocommerce'
  const origin = { sourceType: 'utm', referrer: null, landingUrl: null, utm: { source: 'news', medium: 'email' } }
  const write = (day: string, device: number) => {
    const [placedAt, meta] = [`${day}T10:00:00Z`, { _tillsight_visitor: visitorOf(device) }]
    const lines = [sampleLine({ id: '1', gross: '10.00' })]
    return writeRecords(ctx, { source, records: [sampleOrder({ id: '7', placedAt, lines, origin, meta })] })
  }
  await write('2026-03-01', 1)
  await forgetSource(ctx, source)
  await write('2026-04-01', 2)
  const ofOrder = "WHERE shop_id = {shop:UUID} AND order_id = '7'"
  const sql = `SELECT toString(toDate(at)) AS at, visitor_id AS device FROM (
    SELECT at, visitor_id FROM touches ${ofOrder} UNION ALL SELECT at, visitor_id FROM identifications ${ofOrder}
  ) ORDER BY device`
  assert.deepEqual(await ctx.warehouse.read({ sql, params: {} }, Told), [
    { at: '2026-04-01', device: '' },
    { at: '2026-04-01', device: visitorOf(2) },
  ])
})
