import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { findConnection } from '@tillsight/database'
import { isConnectorError } from '@tillsight/platforms/connectors'
import {
  type ConnectionView,
  callPlatform,
  connectWithKeys,
  disconnect,
  listConnections,
  openConnection,
  pauseConnection,
  storedAccount,
} from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })

const line = { id: 1, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 1, subtotal: '20.00', total: '20.00' }

async function openWithOrders(t: { after(work: () => Promise<void>): void }, count = 30) {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  for (let number = 1; number <= count; number++) {
    store.store.createOrder({
      id: number,
      status: 'completed',
      email: `b${number}@example.net`,
      lines: [{ ...line, id: number }],
    })
  }
  const connection = await connectStore(shop, store)
  return { shop, store, ...connection }
}

async function viewOf({ ctx }: TestShop): Promise<ConnectionView> {
  const [view] = await run(listConnections, ctx, {})
  assert.ok(view)
  return view
}

async function countOrders(shop: TestShop): Promise<number> {
  return (await readLedger(shop)).filter((row) => row.head === 1).length
}

test('a store that is down is tried again by itself, is told about after an hour, and recovers', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  store.faults.add({ kind: 'status', status: 503 })
  const outcome = await sync(shop, id)
  assert.equal(outcome.ended, 'stopped')
  assert.equal(outcome.problem?.kind, 'transient')
  assert.equal((await viewOf(shop)).status, 'backfilling')
  shop.clock.advance(90)
  await sync(shop, id)
  const late = await viewOf(shop)
  assert.equal(late.status, 'catching_up')
  assert.ok(late.since)
  store.faults.clear()
  await sync(shop, id)
  assert.equal((await viewOf(shop)).status, 'healthy')
  assert.equal(await countOrders(shop), 30)
})

test('a throttled store is left alone as long as it asks for', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  store.faults.add({ kind: 'throttled', retryAfterSeconds: 1200 })
  const outcome = await sync(shop, id)
  assert.equal(outcome.problem?.kind, 'throttled')
  const waitMs = Date.parse(outcome.problem?.retryAt ?? '') - shop.clock.now().getTime()
  assert.ok(waitMs > 1_190_000 && waitMs <= 1_200_000, `waits ${waitMs} ms`)
  store.faults.clear()
  await sync(shop, id)
  assert.equal(await countOrders(shop), 30)
})

test('a deleted key asks for a reconnect, keeps the data, calls no more, and new keys cure it', async (t) => {
  const { shop, store, id, key } = await openWithOrders(t)
  await sync(shop, id)
  store.keys.delete(key)
  shop.clock.advance(30)
  const outcome = await sync(shop, id, { now: false })
  assert.equal(outcome.ended, 'stopped')
  const view = await viewOf(shop)
  assert.equal(view.status, 'needs_reauth')
  assert.ok(view.message && view.since)
  const asked = store.requests.length
  shop.clock.advance(3 * 24 * 60)
  await sync(shop, id, { now: false })
  assert.equal(store.requests.length, asked, 'nothing is asked while somebody has to reconnect')
  assert.equal(await countOrders(shop), 30)
  const health = await run(listHealth, shop.ctx, {})
  assert.equal(health[0]?.kind, 'connection')
  assert.equal(health[0]?.severity, 'error')

  store.store.createOrder({ id: 900, status: 'completed', email: 'x@example.net', lines: [{ ...line, id: 900 }] })
  const fresh = store.keys.add()
  const values = { url: store.url, key: fresh.consumerKey, secret: fresh.consumerSecret }
  await run(connectWithKeys, shop.ctx, { connector: 'woocommerce', values, connection: id })
  await sync(shop, id)
  assert.equal((await viewOf(shop)).status, 'healthy')
  assert.equal(await countOrders(shop), 31)
})

test('what stands in front of the store is tried after 1, 5, 15 and 60 minutes, and only then called by its name', async (t) => {
  const obstacles = [
    [{ kind: 'shield' }, 'missing_permission', /Wordfence/],
    [{ kind: 'redirect', to: '/my-account/', status: 302, route: '*' }, 'account_state', /\/my-account\//],
    [{ kind: 'html_page', route: '*' }, 'account_state', /“Coming soon”/],
  ] as const
  for (const [fault, status, words] of obstacles) {
    const { shop, store, id } = await openWithOrders(t, 3)
    await sync(shop, id)
    shop.clock.advance(30)
    store.faults.add(fault)
    const waits: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await sync(shop, id, { now: false })
      const view = await viewOf(shop)
      assert.equal(view.status, 'healthy', `${fault.kind}: nobody is called before it has lasted`)
      const retryAt = view.streams.find(({ problem }) => problem)?.problem?.retryAt ?? ''
      assert.equal(view.streams[0]?.nextLookAt, retryAt, 'the next look is the next try')
      waits.push(Math.round((Date.parse(retryAt) - shop.clock.now().getTime()) / 60_000))
      await sync(shop, id, { now: false })
      const [orders] = (await viewOf(shop)).streams
      assert.equal(orders?.problem?.attempts, attempt + 1, 'it is not asked before its time')
      shop.clock.advance(waits.at(-1) ?? 0)
    }
    assert.deepEqual(waits, [1, 5, 15, 60], fault.kind)
    await sync(shop, id, { now: false })
    const lasting = await viewOf(shop)
    assert.equal(lasting.status, status)
    assert.match(lasting.message ?? '', words)
    store.faults.clear()
    shop.clock.advance(60)
    await sync(shop, id, { now: false })
    assert.equal((await viewOf(shop)).status, 'healthy')
  }
})

test('a firewall that refuses for half a minute costs an import a minute', async (t) => {
  const { shop, store, id } = await openWithOrders(t, 320)
  store.faults.add({ kind: 'shield', route: 'orders', skip: 3, times: 1 })
  await sync(shop, id, { now: false })
  const [orders] = (await viewOf(shop)).streams
  assert.equal(orders?.problem?.kind, 'transient')
  shop.clock.advance(1)
  await sync(shop, id, { now: false })
  assert.equal(await countOrders(shop), 320)
  assert.equal((await viewOf(shop)).status, 'healthy')
})

test('a problem is gone with the first page that comes, long before the history is complete', async (t) => {
  const { shop, store, id } = await openWithOrders(t, 320)
  store.faults.add({ kind: 'shield' })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await sync(shop, id)
    shop.clock.advance(61)
  }
  assert.equal((await viewOf(shop)).status, 'missing_permission')
  store.faults.clear()
  const seen: string[] = []
  await sync(shop, id, {
    recordsPerBatch: 100,
    onProgress: async ({ message }) => {
      const { status, streams } = await viewOf(shop)
      if (message.startsWith('Orders: reading'))
        seen.push(`${status}, ${streams[0]?.problem === null ? 'no' : 'a'} problem`)
    },
  })
  assert.equal(seen[0], 'backfilling, no problem')
  assert.equal(await countOrders(shop), 320)
})

test('trouble with the history keeps nobody from saying when changes are looked for next', async (t) => {
  const { shop, store, id } = await openWithOrders(t, 3)
  store.faults.add({ kind: 'html_page', route: 'orders', skip: 1, times: 1 })
  await sync(shop, id, { now: false })
  const [orders] = (await viewOf(shop)).streams
  assert.equal(orders?.complete, false)
  assert.ok(orders?.problem)
  assert.ok(orders?.nextLookAt, 'changes are due all the same')
})

test('when a history is in, its count is what was read, not what the store counted at the beginning', async (t) => {
  const { shop, store, id } = await openWithOrders(t, 320)
  let gone = 0
  store.onPage(({ area }) => {
    if (area === 'orders' && gone < 60) for (let n = 0; n < 20; n += 1) store.store.deleteOrder((gone += 1))
  })
  await sync(shop, id)
  const [orders] = (await viewOf(shop)).streams
  assert.equal(orders?.complete, true)
  assert.equal(orders?.total, orders?.done)
  assert.ok((orders?.done ?? 0) < 320, 'orders that went meanwhile were never read')
})

test('answers that are no data change nothing that is stored', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  await sync(shop, id)
  const before = await readLedger(shop)
  for (const kind of ['html_page', 'empty_list', 'cut', 'drop'] as const) {
    store.faults.add({ kind, route: 'orders' })
    shop.clock.advance(60)
    await sync(shop, id, { compare: true, since: '2026-01-01T00:00:00.000Z' })
    assert.deepEqual(await readLedger(shop), before, kind)
    store.faults.clear()
  }
  await sync(shop, id, { compare: true })
  assert.deepEqual(await readLedger(shop), before)
  assert.equal((await viewOf(shop)).status, 'healthy')
})

test('a poison record is skipped, the rest arrives, and data health names it', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  store.faults.add({ kind: 'poison', id: 7, route: 'orders' })
  await sync(shop, id)
  assert.equal(await countOrders(shop), 29)
  const health = await run(listHealth, shop.ctx, {})
  assert.ok(health.some(({ kind, advice }) => kind === 'skipped_record' && advice.includes('left out')))
})

test('a store that changes its answers between pages loses no order', async (t) => {
  const { shop, store, id } = await openWithOrders(t, 320)
  let changes = 0
  store.onPage(({ area }) => {
    if (area !== 'orders' || changes >= 40) return
    changes += 1
    store.store.updateOrder(changes * 3, { customerNote: `changed ${changes}` })
    store.store.createOrder({
      id: 5000 + changes,
      status: 'completed',
      email: 'x@example.net',
      lines: [{ ...line, id: 5000 + changes }],
    })
  })
  await sync(shop, id)
  shop.clock.advance(20)
  changes = 40
  await sync(shop, id)
  assert.equal(await countOrders(shop), store.store.orders.size)
})

test('deleting a connection with its data empties the figures, and connecting again brings them back', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  await sync(shop, id)
  const before = await readLedger(shop)
  await run(disconnect, shop.ctx, { connection: id, data: 'delete' })
  assert.deepEqual(await readLedger(shop), [])
  const again = await connectStore(shop, store)
  await sync(shop, again.id)
  assert.deepEqual(await readLedger(shop), before)
})

test('a resumed connection goes on where it was paused', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  await sync(shop, id)
  await run(pauseConnection, shop.ctx, { connection: id, paused: true })
  assert.equal((await viewOf(shop)).status, 'paused')
  store.store.createOrder({ id: 900, status: 'completed', email: 'x@example.net', lines: [{ ...line, id: 900 }] })
  shop.clock.advance(600)
  await run(pauseConnection, shop.ctx, { connection: id, paused: false })
  assert.ok(shop.requested.includes(`sync ${id}`))
  await sync(shop, id, { now: false })
  assert.equal(await countOrders(shop), 31)
})

test('a comparison that fails holds up no increment and is not repeated before its time', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  await sync(shop, id)
  shop.clock.advance(25 * 60)
  const lists = () => store.requests.filter(({ area }) => area === 'orders').length
  const order = { now: false, compare: true }
  await sync(shop, id, { now: false })
  store.faults.add({ kind: 'shield', route: 'orders' })
  assert.equal((await sync(shop, id, order)).problem?.kind, 'transient')
  // A temporary failure ends the run; the next ones reach the other streams and other readers of this list.
  for (let again = 0; again < 4; again += 1) await sync(shop, id, order)
  const asked = lists()
  await sync(shop, id, order)
  assert.equal(lists(), asked, 'no comparison is repeated at once')
  assert.match((await viewOf(shop)).streams[0]?.problem?.message ?? '', /Wordfence/)
  store.faults.clear()
  store.store.createOrder({ id: 900, status: 'completed', email: 'x@example.net', lines: [{ ...line, id: 900 }] })
  await sync(shop, id)
  assert.equal(await countOrders(shop), 31)
  assert.ok((await viewOf(shop)).streams[0]?.problem, 'an increment that succeeds does not forget it')
  shop.clock.advance(10)
  await sync(shop, id, order)
  assert.equal((await viewOf(shop)).status, 'healthy')
  const done = lists()
  await sync(shop, id, order)
  assert.equal(lists(), done, 'compared once a day')
})

test('a store that hangs is stored as a problem and can be disconnected', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  store.faults.add({ kind: 'hang' })
  const { connections, clock } = shop.services
  const row = await findConnection(stores.db.kysely, id)
  assert.ok(row)
  const account = storedAccount(openConnection(row, connections), { db: stores.db, services: connections })
  const hangs = callPlatform(connections, { account, clock, patienceMs: 30 }, (ctx) => account.connector.check(ctx))
  await assert.rejects(hangs, (error) => isConnectorError(error) && error.failure.platformCode === 'timeout')
})

test('deleting waits for a running sync, which then ends, and leaves nothing of the source', async (t) => {
  const { shop, store, id } = await openWithOrders(t)
  const seen: string[] = []
  const running = sync(shop, id, {
    recordsPerBatch: 10,
    onProgress: async () => void seen.push('batch'),
  }).then(() => seen.push('synced'))
  await run(disconnect, shop.ctx, { connection: id, data: 'delete' })
  await running
  assert.deepEqual(await readLedger(shop), [])
  assert.deepEqual(await run(listConnections, shop.ctx, {}), [])
  await connectStore(shop, store)
  const [view] = await run(listConnections, shop.ctx, {})
  await sync(shop, toConnectionId(view?.id ?? ''))
  assert.equal(await countOrders(shop), 30)
})

test('a deletion that was killed half-way is completed by the next', async (t) => {
  const { shop, id } = await openWithOrders(t)
  await sync(shop, id)
  const killed = { ...shop.ctx.warehouse, rewrite: () => Promise.reject(new Error('killed')) }
  await assert.rejects(
    run(disconnect, { ...shop.ctx, warehouse: killed }, { connection: id, data: 'delete' }),
    /killed/,
  )
  assert.equal((await viewOf(shop)).paused, true)
  assert.equal(await countOrders(shop), 30)
  await run(disconnect, shop.ctx, { connection: id, data: 'delete' })
  assert.deepEqual(await readLedger(shop), [])
  assert.deepEqual(await run(listConnections, shop.ctx, {}), [])
})
