import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemClock } from '@tillsight/core'
import { createJobs } from '@tillsight/database'
import { tryLockConnection } from '../connections/index.ts'
import { handleSyncJobs, queueDueWork, requestsByJobs, syncJob } from './jobs.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore } from './testing.ts'

const stores = await openTestStores({ after })
const log = { debug() {}, info() {}, warn() {}, error() {} }
const line = { id: 1, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 1, subtotal: '20.00', total: '20.00' }

/** Polls until a condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, 'it never came about')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('what is due is found and done by jobs, once', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  for (let number = 1; number <= 20; number++) {
    store.store.createOrder({
      id: number,
      status: 'completed',
      email: `b${number}@example.net`,
      lines: [{ ...line, id: number }],
    })
  }
  await connectStore(shop, store)
  const jobs = createJobs({ url: stores.db.url, log, clock: shop.clock })
  t.after(() => jobs.stop())
  await jobs.start()
  const services = {
    ...shop.services,
    connections: {
      ...shop.services.connections,
      requests: { ...shop.services.connections.requests, ...requestsByJobs(jobs, systemClock) },
    },
    jobs,
  }

  await queueDueWork(services)
  await queueDueWork(services)
  const waiting = (await jobs.list()).filter(({ queue }) => queue === syncJob.name)
  assert.equal(waiting.length, 1)
  assert.equal(waiting[0]?.label, 'Reading orders')

  await handleSyncJobs(services)
  await until(async () => (await jobs.find(waiting[0]?.id ?? ''))?.state === 'completed')
  assert.equal((await readLedger(shop)).length, 20)
  const view = await jobs.find(waiting[0]?.id ?? '')
  assert.ok((view?.done ?? 0) > 0 || view?.message)

  await queueDueWork(services)
  const after = (await jobs.list()).filter(({ queue, state }) => queue === syncJob.name && state !== 'completed')
  assert.deepEqual(after, [], 'nothing is due right after a sync')
})

test('a sync that finds its connection held by something else comes back to it', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  store.store.createOrder({ id: 1, status: 'completed', email: 'b@example.net', lines: [{ ...line, id: 1 }] })
  const { id } = await connectStore(shop, store)
  // Jobs use the machine's clock.
  const jobs = createJobs({ url: stores.db.url, log, clock: systemClock })
  t.after(() => jobs.stop())
  await jobs.start()
  const connections = {
    ...shop.services.connections,
    requests: { ...shop.services.connections.requests, ...requestsByJobs(jobs, systemClock) },
  }
  const services = { ...shop.services, clock: systemClock, connections, jobs }
  const held = Promise.withResolvers<void>()
  const holding = tryLockConnection(shop.services.db, id, () => held.promise)
  await handleSyncJobs(services)
  await connections.requests.sync(id)
  const ofShop = async () => (await jobs.list()).filter(({ queue, key }) => queue === syncJob.name && key === id)
  await until(async () => (await ofShop()).some(({ state }) => state === 'completed'))
  assert.equal((await readLedger(shop)).length, 0)
  held.resolve()
  await holding
  await until(async () => (await readLedger(shop)).length === 1)
})
