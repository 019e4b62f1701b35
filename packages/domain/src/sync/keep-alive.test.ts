import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createJobs, findConnection } from '@tillsight/database'
import { listConnections, pauseConnection } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { queueDueWork } from './jobs.ts'
import { keepAlive } from './keep-alive.ts'
import { connectOnScreen, openShopify, type ShopifyScene } from './shopify.testing.ts'
import { connectStore, openTestShop, openTestStores, startStore, sync } from './testing.ts'

const stores = await openTestStores({ after })
const log = { debug() {}, info() {}, warn() {}, error() {} }
const dayMinutes = 24 * 60

const statusOf = async ({ shop }: ShopifyScene) => (await run(listConnections, shop.ctx, {}))[0]

test('a connection that is paused for half a year still works when it is resumed', async (t) => {
  const scene = await openShopify(t, stores)
  const id = await connectOnScreen(scene)
  await sync(scene.shop, id)
  await run(pauseConnection, scene.shop.ctx, { connection: id, paused: true })
  const params = () => scene.fake.requests.filter(({ area }) => area === 'oauth').length
  const before = params()
  for (let day = 0; day < 180; day++) {
    scene.shop.clock.advance(dayMinutes)
    await keepAlive(scene.shop.services, id)
    await keepAlive(scene.shop.services, id)
  }
  assert.ok(params() - before >= 170 && params() - before <= 180, 'once a day')
  await run(pauseConnection, scene.shop.ctx, { connection: id, paused: false })
  assert.equal((await sync(scene.shop, id)).ended, 'done')
  assert.equal((await statusOf(scene))?.status, 'healthy')
})

test('without that it would have to be approved again', async (t) => {
  const scene = await openShopify(t, stores)
  const id = await connectOnScreen(scene)
  scene.shop.clock.advance(91 * dayMinutes)
  await sync(scene.shop, id)
  assert.equal((await statusOf(scene))?.status, 'needs_reauth')
})

test('a platform that is down is asked again later, and one that says no is not asked any more', async (t) => {
  const scene = await openShopify(t, stores)
  const id = await connectOnScreen(scene)
  await run(pauseConnection, scene.shop.ctx, { connection: id, paused: true })
  scene.shop.clock.advance(2 * dayMinutes)
  const problem = async () => (await findConnection(stores.db.kysely, id))?.statusDetail
  scene.store.faults.add({ kind: 'status', status: 503, area: 'oauth' })
  await keepAlive(scene.shop.services, id)
  assert.equal((await problem())?.kind, 'transient')
  scene.store.faults.clear()
  await keepAlive(scene.shop.services, id)
  assert.equal((await problem())?.kind, 'transient', 'not before its time')
  scene.shop.clock.advance(60)
  await keepAlive(scene.shop.services, id)
  assert.equal(await problem(), null)
  scene.shop.clock.advance(2 * dayMinutes)
  scene.store.uninstall()
  await keepAlive(scene.shop.services, id)
  assert.equal((await problem())?.kind, 'reauth')
  const asked = scene.fake.requests.length
  scene.shop.clock.advance(30 * dayMinutes)
  await keepAlive(scene.shop.services, id)
  assert.equal(scene.fake.requests.length, asked)
})

test('looking around queues it for what is paused and ends when nobody uses it, and for nothing else', async (t) => {
  const scene = await openShopify(t, stores)
  const id = await connectOnScreen(scene)
  const other = await openTestShop(stores, { clock: scene.shop.clock })
  const keyed = await connectStore(other, await startStore(t, other))
  for (const [shop, connection] of [
    [scene.shop, id],
    [other, keyed.id],
  ] as const)
    await run(pauseConnection, shop.ctx, { connection, paused: true })
  const jobs = createJobs({ url: stores.db.url, log, clock: scene.shop.clock })
  t.after(() => jobs.stop())
  await jobs.start()
  const queued = async () => {
    await queueDueWork({ ...scene.shop.services, jobs })
    return (await jobs.list()).filter(({ queue }) => queue === 'connection-keep-alive').map(({ key }) => key)
  }
  assert.deepEqual(
    (await queued()).filter((key) => key === id || key === keyed.id),
    [],
  )
  scene.shop.clock.advance(2 * dayMinutes)
  assert.deepEqual(
    (await queued()).filter((key) => key === id || key === keyed.id),
    [id],
  )
})
