import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { resolveJourneys, usualConfig } from '@tillsight/attribution'
import fc from 'fast-check'
import { z } from 'zod'
import { asOnlyWriter, type ShopContext } from '../context/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { deriveJourneys } from './derive.ts'
import { drainJourneys } from './keep-journeys.ts'
import { type Event, lives } from './random-people.testing.ts'

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
