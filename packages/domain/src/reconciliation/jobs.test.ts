import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import { findReconciliationRun, type JobDefinition, type JobHandler } from '@tillsight/database'
import { isConnectorError } from '@tillsight/platforms/connectors'
import type { SyncJobServices } from '../sync/index.ts'
import { connectStore, openTestShop, openTestStores, startStore, sync } from '../sync/testing.ts'
import { handleReconciliationJobs, queueDueReconciliations } from './jobs.ts'
import { reconcileShop } from './reconcile-shop.ts'

const stores = await openTestStores({ after })

/** Records what the services would queue for a shop. */
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

/** A complete shop whose store was connected at that time. */
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
  // From noon UTC, which is 13:00 in Berlin, to 02:50 there.
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

test('a store that was connected since three o’clock is compared once its history is in, and then in its first night', async (t) => {
  const { shop, id, queued, look } = await openConnected(t, '2026-11-20T02:30:00Z')
  await look()
  assert.equal(queued.length, 1, 'whatever became of the request at the end of its import')
  const range = { from: parseDay('2026-10-16'), to: parseDay('2026-11-19') }
  await reconcileShop(shop.ctx, { range, signal: new AbortController().signal })
  await look()
  assert.equal(queued.length, 1, 'compared since')
  shop.clock.advance(14 * 60 + 5)
  await look()
  assert.equal(queued.length, 2)

  const other = await openTestShop(stores)
  const unread = listening(other)
  const { id: connected } = await connectStore(other, await startStore(t, other))
  await unread.look()
  assert.deepEqual(unread.queued, [], 'nothing is in yet')
  await sync(other, connected)
  await unread.look()
  assert.equal(unread.queued.length, 1)
  assert.notEqual(id, connected)
})

/** Runs the comparison like a worker. */
async function handled(shop: Awaited<ReturnType<typeof openTestShop>>) {
  let work: JobHandler<object> | undefined
  const handle = async <P extends object>({ name }: JobDefinition<P>, handler: JobHandler<P>) => {
    // Holds because a comparison needs no more than its shop.
    if (name === 'reconcile') work = handler as unknown as JobHandler<object>
  }
  // Nothing else is used here.
  const jobs = { handle, schedule: async () => {} } as unknown as SyncJobServices['jobs']
  await handleReconciliationJobs({ ...shop.services, jobs })
  const job = { jobId: 'a', signal: new AbortController().signal, progress: async () => {} }
  return () => work?.({ shop: shop.ctx.shop.id }, job)
}

for (const status of [429, 503]) {
  test(`a store that answers ${status} is asked for its report again`, async (t) => {
    const { shop, store } = await openConnected(t, '2026-11-20T02:30:00Z')
    const compare = await handled(shop)
    store.faults.add({ kind: 'status', status })
    await assert.rejects(async () => await compare(), isConnectorError)
    store.faults.clear()
    await compare()
    const last = await findReconciliationRun(stores.db.kysely, shop.ctx.shop.id)
    assert.deepEqual([last?.problem, last?.endedAt === null], [null, false])
  })
}

test('a store that does not answer is not asked for its report too', async (t) => {
  const { shop, store, id, queued, look } = await openConnected(t, '2026-11-01T10:00:00Z')
  store.faults.add({ kind: 'status', status: 500 })
  shop.clock.advance(10)
  await sync(shop, id)
  await look()
  assert.deepEqual(queued, [])
})
