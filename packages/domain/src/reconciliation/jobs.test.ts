import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { JobDefinition } from '@tillsight/database'
import { connectStore, openTestShop, openTestStores, startStore, sync, type TestStores } from '../sync/testing.ts'
import { queueDueReconciliations } from './jobs.ts'
import { reconcileShop } from './reconcile-shop.ts'

let stores: TestStores
const cleanUps: (() => Promise<void>)[] = []
before(async () => {
  stores = await openTestStores({ after: (work) => void cleanUps.push(work) })
})
after(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

/** What the services queue of a shop, instead of queueing it. */
function listening(shop: Awaited<ReturnType<typeof openTestShop>>) {
  const queued: unknown[] = []
  const enqueue = async <P extends object>(_: JobDefinition<P>, payload: P) => {
    if ('shop' in payload && payload.shop === shop.ctx.shop.id) queued.push(payload)
    return null
  }
  // Only `enqueue` is used here.
  const jobs = { enqueue } as unknown as Parameters<typeof queueDueReconciliations>[0]['jobs']
  return { queued, look: () => queueDueReconciliations({ ...shop.services, jobs }) }
}

test('a shop is compared once in each of its nights, from three o’clock on by its own clock', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const { queued, look } = listening(shop)
  await look()
  assert.deepEqual(queued, [], 'without a store')
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  await look()
  assert.equal(queued.length, 1, 'never compared')
  const signal = new AbortController().signal
  const nightly = { from: parseDay('2026-10-16'), to: parseDay('2026-11-19') }
  await reconcileShop(shop.ctx, { range: nightly, signal })
  await look()
  assert.equal(queued.length, 1, 'compared since')
  // From noon in Berlin, which is 13:00, to 02:50 there.
  shop.clock.advance(13 * 60 + 50)
  await look()
  assert.equal(queued.length, 1, 'before three')
  shop.clock.advance(15)
  await look()
  assert.equal(queued.length, 2, 'the next night')
})

test('a comparison of other days that somebody asked for does not take the place of the night’s', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const { queued, look } = listening(shop)
  const range = { from: parseDay('2026-11-18'), to: parseDay('2026-11-19') }
  await reconcileShop(shop.ctx, { range, signal: new AbortController().signal })
  await look()
  assert.equal(queued.length, 1)
})
