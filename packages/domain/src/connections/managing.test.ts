import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { keepDelivery, markDeliveries } from '@tillsight/database'
import { run } from '../context/index.ts'
import { runQuery } from '../reports/index.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore, sync } from '../sync/testing.ts'
import {
  beginConnect,
  checkConnection,
  connectWithKeys,
  detailConnections,
  findAttempt,
  finishConnect,
  listConnections,
  pauseConnection,
  reimportConnection,
} from './index.ts'

const stores = await openTestStores({ after })
const dayMs = 86_400_000
const line = { id: 1, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 1, subtotal: '20.00', total: '20.00' }

function order(id: number) {
  return { id, status: 'completed', email: `b${id}@example.net`, lines: [{ ...line, id }] }
}

test('a store of another platform is refused before anything is asked of it, and so is coming back from it', async () => {
  const shop = await openTestShop(stores, { platform: 'shopify' })
  const refusal = /is a Shopify shop, and a shop is one store: nothing of WooCommerce was connected. Add a shop/
  const values = { url: 'https://never-asked.example', key: 'ck_1', secret: 'cs_1' }
  const connector = 'woocommerce'
  await assert.rejects(run(connectWithKeys, shop.ctx, { connector, values }), refusal)
  await assert.rejects(run(beginConnect, shop.ctx, { connector, values: { url: values.url } }), refusal)
  await assert.rejects(run(finishConnect, shop.ctx, { connector, query: { success: '1', user_id: 'x' } }), refusal)
})

test('a pause says since when, and lasts until it is resumed', async (t) => {
  const shop = await openTestShop(stores)
  const { id } = await connectStore(shop, await startStore(t, shop))
  const pause = (paused: boolean) => run(pauseConnection, shop.ctx, { connection: id, paused })
  const { pausedAt } = await pause(true)
  assert.ok(pausedAt !== null && Math.abs(Date.parse(pausedAt) - shop.clock.now().getTime()) < 1_000)
  shop.clock.advance(60)
  assert.equal((await pause(true)).pausedAt, pausedAt, 'pausing twice is one pause')
  await run(checkConnection, shop.ctx, { connection: id })
  assert.equal((await run(listConnections, shop.ctx, {}))[0]?.pausedAt, pausedAt, 'a check does not end it')
  assert.deepEqual([(await pause(false)).pausedAt, (await pause(false)).paused], [null, false])
})

test('the history is read anew while every figure stays', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  for (const number of [1, 2, 3]) store.store.createOrder(order(number))
  const { id } = await connectStore(shop, store)
  const again = () => run(reimportConnection, shop.ctx, { connection: id })
  await sync(shop, id)
  const before = await readLedger(shop)
  assert.notEqual(before.length, 0)
  const question = { metrics: ['orders', 'sales'], from: '2026-11-20', to: '2026-11-20' }
  const figures = (await run(runQuery, shop.ctx, question)).totals
  assert.equal(figures.orders, 3)
  await again()
  assert.deepEqual(shop.requested.at(-1), `sync ${id}`)
  const [view] = await run(listConnections, shop.ctx, {})
  assert.deepEqual([view?.status, view?.streams.some(({ complete }) => complete)], ['backfilling', false])
  assert.deepEqual(await readLedger(shop), before, 'nothing is taken away meanwhile')
  const meanwhile = await run(runQuery, shop.ctx, question)
  assert.deepEqual([meanwhile.totals, meanwhile.warnings], [figures, []], 'no figure is unknown meanwhile')
  await sync(shop, id)
  assert.deepEqual(await readLedger(shop), before, 'and nothing is doubled')
  assert.equal((await run(listConnections, shop.ctx, {}))[0]?.status, 'healthy')
})

test('a history that is being read, or whose connection is paused, is not begun anew', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const { id } = await connectStore(shop, store)
  const again = () => run(reimportConnection, shop.ctx, { connection: id })
  await sync(shop, id)
  await again()
  await sync(shop, id, { signal: AbortSignal.abort() }).catch(() => undefined)
  await assert.rejects(again(), /being read already/)
  await sync(shop, id)
  await run(pauseConnection, shop.ctx, { connection: id, paused: true })
  await assert.rejects(again(), /is paused/)
})

test('what came of a connection is counted by its source', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  for (const number of [1, 2, 3]) store.store.createOrder(order(number))
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const [plain] = await run(detailConnections, shop.ctx, {})
  assert.deepEqual(plain, {
    connection: id,
    orders: null,
    adDays: null,
    deliveries: { lastAt: null, lately: 0, waiting: 0 },
  })
  const receivedAt = shop.clock.now()
  const delivery = { connectionId: id, body: Buffer.from('{}'), headers: {} }
  await keepDelivery(stores.db.kysely, { ...delivery, key: 'new', receivedAt })
  await keepDelivery(stores.db.kysely, {
    ...delivery,
    key: 'old',
    receivedAt: new Date(receivedAt.getTime() - 2 * dayMs),
  })
  await markDeliveries(stores.db.kysely, { connectionId: id, keys: ['old'] }, 'done')
  const [counted] = await run(detailConnections, shop.ctx, { counting: [id] })
  assert.equal(counted?.orders, 3)
  assert.deepEqual(counted?.deliveries, { lastAt: receivedAt.toISOString(), lately: 1, waiting: 1 })
})

test('an attempt that has not come back is known for as long as it may', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  assert.equal(await run(findAttempt, shop.ctx, {}), null)
  const before = shop.clock.now().getTime()
  await run(beginConnect, shop.ctx, { connector: 'woocommerce', values: { url: store.url } })
  const attempt = await run(findAttempt, shop.ctx, {})
  assert.equal(attempt?.connector, 'woocommerce')
  assert.ok(Math.abs(Date.parse(attempt.begunAt) - before) < 1_000)
  shop.clock.advance(16)
  assert.equal(await run(findAttempt, shop.ctx, {}), null)
})
