import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { JobDefinition } from '@tillsight/database'
import { connectStore, openTestShop, openTestStores, startStore, sync } from '../sync/testing.ts'
import { queueDueReconciliations } from './jobs.ts'
import { reconcileShop } from './reconcile-shop.ts'

const stores = await openTestStores({ after })

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

/** A whole shop whose store was connected then. */
async function openConnected(t: { after(work: () => Promise<void>): void }, connectedAt: string) {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const at = { createdAt: new Date(connectedAt) }
  await stores.db.kysely.updateTable('connections').set(at).where('id', '=', id).execute()
  return { shop, store, id, ...listening(shop) }
}

test('a shop is compared once in each of its nights, from three o’clock on by its own clock', async (t) => {
  const without = listening(await openTestShop(stores))
  await without.look()
  assert.deepEqual(without.queued, [], 'without a store')
  const { shop, queued, look } = await openConnected(t, '2026-11-01T10:00:00Z')
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
  const { shop, queued, look } = await openConnected(t, '2026-11-01T10:00:00Z')
  const range = { from: parseDay('2026-11-18'), to: parseDay('2026-11-19') }
  await reconcileShop(shop.ctx, { range, signal: new AbortController().signal })
  await look()
  assert.equal(queued.length, 1)
})

test('a store that was connected since three o’clock waits for its first night', async (t) => {
  const { shop, queued, look } = await openConnected(t, '2026-11-20T02:30:00Z')
  await look()
  assert.deepEqual(queued, [])
  shop.clock.advance(14 * 60 + 5)
  await look()
  assert.equal(queued.length, 1)
})

test('a store that does not answer is not asked for its report too', async (t) => {
  const { shop, store, id, queued, look } = await openConnected(t, '2026-11-01T10:00:00Z')
  store.faults.add({ kind: 'status', status: 500 })
  shop.clock.advance(10)
  await sync(shop, id)
  await look()
  assert.deepEqual(queued, [])
})
