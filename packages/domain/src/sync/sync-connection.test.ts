import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { saveSyncState } from '@tillsight/database'
import type { StoreOrder, WooCommerceFake } from '../../../../simulators/index.ts'
import { listConnections } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { readOrder, writeRecords } from '../ledger/index.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })

const dayMs = 86_400_000

/** Orders of the last hundred days, some refunded. */
function history(count: number): StoreOrder[] {
  const until = '2026-11-20T11:00:00Z'
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(until) - ((count - index) * 100 * dayMs) / count).toISOString().slice(0, 19)
    const id = 1000 + index * 3
    const refunds = index % 5 === 0 ? [{ id: id + 1, createdAt: at, amount: '5.00', lines: [] }] : []
    return {
      id,
      status: index % 7 === 0 ? 'cancelled' : 'completed',
      createdAt: at,
      modifiedAt: at,
      paidAt: index % 7 === 0 ? null : at,
      email: `buyer${index % 40}@example.net`,
      lines: [
        { id: id * 10, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 2, subtotal: '20.00', total: '18.00' },
      ],
      refunds,
    }
  })
}

async function openFilled(
  t: { after(work: () => Promise<void>): void },
  count = 250,
): Promise<{ shop: TestShop; store: WooCommerceFake }> {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  await store.store.fill({ orders: history(count) })
  return { shop, store }
}

async function figuresOf(shop: TestShop): Promise<{ orders: number; returns: number }> {
  const rows = await readLedger(shop)
  const orders = rows.filter((row) => row.head === 1).length
  return { orders, returns: rows.filter((row) => row.side === 'return').length }
}

test('a back-fill brings the whole history and says so', async (t) => {
  const { shop, store } = await openFilled(t)
  const { id } = await connectStore(shop, store)
  const [before] = await run(listConnections, shop.ctx, {})
  assert.equal(before?.status, 'backfilling')
  const messages = new Set<string>()
  const outcome = await sync(shop, id, { onProgress: async ({ message }) => void messages.add(message) })
  assert.equal(outcome.ended, 'done')
  assert.equal(outcome.problem, null)
  const { orders } = await figuresOf(shop)
  assert.equal(orders, history(250).filter(({ status }) => status === 'completed').length)
  const [view] = await run(listConnections, shop.ctx, {})
  assert.equal(view?.status, 'healthy')
  assert.ok(view?.streams.every(({ complete, lastSuccessAt }) => complete && lastSuccessAt))
  assert.ok(messages.has('Orders: reading the history'))
})

test('refunds of the newest days come right after their orders, and the first comparison once all is in', async (t) => {
  const { shop, store } = await openFilled(t)
  const { id } = await connectStore(shop, store)
  const messages: string[] = []
  await sync(shop, id, { recordsPerBatch: 50, onProgress: async ({ message }) => void messages.push(message) })
  const history = messages.filter((message) => message.endsWith('the history'))
  const refunds = history.indexOf('Refunds: reading the history')
  assert.ok(refunds > 0 && refunds < history.lastIndexOf('Orders: reading the history'), history.join(', '))
  assert.deepEqual(
    shop.requested.filter((what) => what.startsWith('reconcile')),
    [`reconcile ${shop.ctx.shop.id} nightly days`],
  )
  const other = await openTestShop(stores)
  const { id: whole } = await connectStore(other, store)
  await sync(other, whole)
  assert.deepEqual(await readLedger(shop), await readLedger(other))
  await sync(shop, id, { full: true })
  assert.equal(shop.requested.filter((what) => what.startsWith('reconcile')).length, 1, 'only after the first import')
})

test('a sync that is stopped at any point and goes on gives the same ledger as one clean run', async (t) => {
  const { shop, store } = await openFilled(t)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const clean = await readLedger(shop)
  const other = await openTestShop(stores)
  const { id: broken } = await connectStore(other, store)
  for (let stops = 0; ; stops++) {
    assert.ok(stops < 60, 'it never came to an end')
    const controller = new AbortController()
    let calls = 0
    const stopAt = 1 + (stops % 3)
    const outcome = await sync(other, broken, {
      signal: controller.signal,
      recordsPerBatch: 20,
      onProgress: async ({ message }) => {
        if (message.endsWith('the history')) calls += 1
        if (calls >= stopAt) controller.abort(new Error('stopped by the test'))
      },
    }).catch((error: unknown) => {
      assert.match(String(error), /stopped by the test/)
      return undefined
    })
    if (outcome) break
  }
  assert.deepEqual(await readLedger(other), clean)
})

test('increments pick up new orders, edits and refunds; orders in the bin are found by the comparison', async (t) => {
  const { shop, store } = await openFilled(t, 40)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const before = await figuresOf(shop)
  shop.clock.advance(30)
  const line = { productId: 1, sku: 'HAT', name: 'Hat', quantity: 1, subtotal: '10.00', total: '10.00' }
  const fresh = store.store.createOrder({
    status: 'processing',
    email: 'new@example.net',
    lines: [{ ...line, id: 77 }],
  })
  const edited = history(40)[1]
  assert.ok(edited)
  store.store.updateOrder(edited.id, {
    lines: [{ ...line, id: edited.id * 10, quantity: 5, subtotal: '50.00', total: '50.00' }],
  })
  store.store.refundOrder(history(40)[2]?.id ?? 0, { amount: '3.00' })
  store.store.trashOrder(history(40)[33]?.id ?? 0)
  shop.clock.advance(1)
  await sync(shop, id)
  const rows = await readLedger(shop)
  assert.ok(rows.some((row) => row.order_id === String(fresh.id)))
  assert.ok(rows.some((row) => row.order_id === String(edited.id) && row.gross === '50.000000'))
  const between = await figuresOf(shop)
  assert.deepEqual(between, { orders: before.orders + 1, returns: before.returns + 1 })
  await sync(shop, id, { compare: true })
  assert.equal((await figuresOf(shop)).orders, before.orders)
})

test('the comparison finds refunds and orders that disappeared without a word', async (t) => {
  const { shop, store } = await openFilled(t, 40)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const before = await figuresOf(shop)
  const refunded = history(40)[5]
  assert.ok(refunded)
  store.store.deleteRefund(refunded.id, refunded.id + 1)
  store.store.deleteOrder(history(40)[6]?.id ?? 0)
  shop.clock.advance(60)
  await sync(shop, id)
  assert.deepEqual(await figuresOf(shop), before)
  await sync(shop, id, { compare: true })
  const figures = await figuresOf(shop)
  assert.equal(figures.orders, before.orders - 1)
  assert.ok(figures.returns < before.returns)
})

test('an order of long ago that disappeared without a word is found by counting months', async (t) => {
  const { shop, store } = await openFilled(t, 10)
  const [sample] = history(1)
  assert.ok(sample)
  for (const id of [11, 12]) {
    const at = `2026-05-0${id - 10}T10:00:00Z`
    store.store.createOrder({
      ...sample,
      id,
      status: 'completed',
      createdAt: at,
      modifiedAt: at,
      paidAt: at,
      refunds: [],
    })
  }
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const before = await figuresOf(shop)
  store.store.deleteOrder(11)
  await sync(shop, id, { compare: true })
  assert.equal((await figuresOf(shop)).orders, before.orders - 1)
  assert.deepEqual(await readLedger(shop, '11'), [])
  assert.equal((await readLedger(shop, '12')).length, 1)
})

test('refunds of long ago that were deleted leave the ledger: with their order, with a full reading, and by comparing', async (t) => {
  for (const features of [{}, { emptyRefundsInLists: true }, { refundsRoute: false }]) {
    const shop = await openTestShop(stores)
    const store = await startStore(t, shop, { features })
    const old = [11, 12, 13].map((id) => ({
      id,
      status: 'completed',
      createdAt: '2011-12-05T10:00:00Z',
      modifiedAt: '2011-12-05T10:00:00Z',
      paidAt: '2011-12-05T10:00:00Z',
      email: `b${id}@example.net`,
      lines: [{ id: id * 100, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 1, subtotal: '20', total: '20' }],
      refunds: [
        { id: id + 50, createdAt: '2011-12-20T10:00:00Z', amount: '5.00', lines: [] },
        { id: id + 70, createdAt: '2011-12-21T10:00:00Z', amount: '2.00', lines: [] },
      ],
    }))
    await store.store.fill({ orders: old })
    const { id } = await connectStore(shop, store)
    const first = await sync(shop, id)
    assert.equal(first.problem, null)
    const returnsOf = async () =>
      [...new Set((await readLedger(shop)).filter(({ side }) => side === 'return').map(({ row_id }) => String(row_id)))]
        .map((row) => row.split(':')[1] ?? '')
        .toSorted()
    assert.deepEqual(await returnsOf(), ['61', '62', '63', '81', '82', '83'])
    shop.clock.advance(60)
    store.store.deleteRefund(11, 61)
    store.store.updateOrder(11, { customerNote: 'moves its date' })
    await sync(shop, id)
    assert.deepEqual(await returnsOf(), ['62', '63', '81', '82', '83'], `an increment, ${JSON.stringify(features)}`)
    store.store.deleteRefund(12, 62)
    shop.clock.advance(60)
    await sync(shop, id, { full: true })
    assert.deepEqual(await returnsOf(), ['63', '81', '82', '83'], `a full reading, ${JSON.stringify(features)}`)
    store.store.deleteRefund(13, 63)
    shop.clock.advance(60)
    await sync(shop, id, { compare: true })
    assert.deepEqual(await returnsOf(), ['81', '82', '83'], `a comparison, ${JSON.stringify(features)}`)
  }
})

test('a refund that an earlier version put on the first day of all is out after the next night', async (t) => {
  for (const features of [{}, { refundsRoute: false }]) {
    const shop = await openTestShop(stores)
    const store = await startStore(t, shop, { features })
    const [sample] = history(1)
    assert.ok(sample)
    const refund = { id: 9_001, createdAt: sample.createdAt, amount: '3.00', lines: [], undated: true }
    await store.store.fill({ orders: [{ ...sample, status: 'completed', refunds: [refund] }] })
    const { id } = await connectStore(shop, store)
    await sync(shop, id)
    const right = await readLedger(shop)
    const [orderId, at] = [String(sample.id), '1970-01-01T00:00:00Z']
    const kept = { type: 'refund', id: '9001', orderId, at, amount: '3', reason: '', lines: [] } as const
    const seenAt = shop.clock.now().toISOString()
    const set = { type: 'refund_set', orderId, refundIds: ['9001'], seenAt } as const
    await writeRecords(shop.ctx, { source: 'woocommerce', records: [kept, set] })
    assert.notDeepEqual(await readLedger(shop), right)
    // Saturday: old refunds are not checked before Sunday.
    shop.clock.advance(25 * 60)
    await sync(shop, id, { now: false, compare: true })
    assert.deepEqual(await readLedger(shop), right, JSON.stringify(features))
  }
})

test('reading everything again changes nothing', async (t) => {
  const { shop, store } = await openFilled(t, 60)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const first = await readLedger(shop)
  await sync(shop, id, { since: '2026-01-01T00:00:00.000Z', compare: true })
  assert.deepEqual(await readLedger(shop), first)
})

test('a history that was read by an earlier generation is read again once, with figures as they were', async (t) => {
  const { shop, store } = await openFilled(t, 40)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  const before = await readLedger(shop)
  const backfills = () =>
    stores.db.kysely.selectFrom('syncStates').selectAll().where('connectionId', '=', id).where('mode', '=', 'backfill')
  // As a previous version left it.
  for (const { stream, checkpoint } of await backfills().execute()) {
    const { generation: _, ...kept } = Object(checkpoint)
    const key = { connectionId: id, stream, mode: 'backfill' } as const
    await saveSyncState(stores.db.kysely, key, { checkpoint: kept })
  }
  const asked = store.requests.length
  const messages = new Set<string>()
  await sync(shop, id, { now: false, onProgress: async ({ message, done }) => void messages.add(`${message} ${done}`) })
  assert.ok(messages.has('Orders: reading the history 40'), [...messages].join())
  assert.ok(![...messages].some((message) => message.startsWith('Customers: reading the history')))
  const again = store.requests.length
  assert.ok(again > asked)
  assert.deepEqual(await readLedger(shop), before)
  const rows = await backfills().execute()
  assert.ok(rows.every(({ lastSuccessAt }) => lastSuccessAt !== null))
  await sync(shop, id, { now: false })
  assert.equal(store.requests.length, again, 'once')
})

test('a paid order that was cancelled says when it was reversed', async (t) => {
  const { shop, store } = await openFilled(t, 3)
  const { id } = await connectStore(shop, store)
  await sync(shop, id)
  shop.clock.advance(30)
  store.store.updateOrder(1003, { status: 'cancelled' })
  shop.clock.advance(1)
  await sync(shop, id)
  const file = await readOrder(shop.ctx, '1003')
  assert.equal(file?.order.standing, 'cancelled')
  const [reversal] = (await readLedger(shop, '1003')).filter(({ kind }) => kind === 'cancel')
  assert.equal(file?.order.cancelledAt, `${String(reversal?.booked_at).replace(' ', 'T')}Z`)
  assert.equal(file?.order.cancelledAt?.slice(0, 13), '2026-11-20T12')
})

test('a paused connection fetches nothing and a second process waits its turn', async (t) => {
  const { shop, store } = await openFilled(t, 20)
  const { id } = await connectStore(shop, store)
  const outcomes = await Promise.all([sync(shop, id), sync(shop, id)])
  assert.deepEqual(outcomes.map(({ ended }) => ended).sort(), ['busy', 'done'])
  await stores.db.kysely.updateTable('connections').set({ paused: true }).where('id', '=', id).execute()
  const asked = store.requests.length
  assert.equal((await sync(shop, id)).ended, 'idle')
  assert.equal(store.requests.length, asked)
})
