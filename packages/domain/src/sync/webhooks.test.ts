import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import type { ConnectionId } from '@tillsight/core'
import { listWaitingDeliveries } from '@tillsight/database'
import type { WooCommerceFake } from '../../../../simulators/index.ts'
import { listConnections, pauseConnection } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { listHealth } from '../health/index.ts'
import { ensureWebhooks } from './ensure-webhooks.ts'
import { forgetOldDeliveries, processWebhooks } from './process-webhooks.ts'
import { receiveWebhook, type WebhookRequest } from './receive-webhook.ts'
import { connectStore, openTestShop, openTestStores, readLedger, startStore, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })
const signal = new AbortController().signal
const line = { id: 1, productId: 1, sku: 'SOCK', name: 'Socks', quantity: 1, subtotal: '20.00', total: '20.00' }

interface Door {
  shop: TestShop
  store: WooCommerceFake
  id: ConnectionId
  /** Requests as received, to be sent again or modified. */
  received: WebhookRequest[]
  answers: string[]
  /** Makes the endpoint respond with 500, like an installation that is down. */
  isClosed: boolean
}

/** A connected store, with an endpoint that receives its webhooks. */
async function openDoor(t: { after(work: () => Promise<void>): void }): Promise<Door> {
  const server = createServer((request, response) => {
    void result(request, response)
  })
  const result = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    if (door.isClosed) {
      response.writeHead(500).end()
      return
    }
    const [, , connector = '', connection = ''] = (request.url ?? '').split('/')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const delivery = { connector, connection, headers, body: Buffer.concat(chunks) }
    door.received.push(delivery)
    const said = await receiveWebhook(shop.services, delivery)
    door.answers.push(said)
    response.writeHead(said === 'accepted' ? 200 : 401).end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => void server.close())
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const shop = await openTestShop(stores, {
    addresses: {
      callback: () => base,
      connectReturn: () => base,
      webhook: (connector, connection) => `${base}/webhooks/${connector}/${connection}`,
      app: () => base,
      privacy: () => base,
      health: () => base,
    },
  })
  const store = await startStore(t, shop)
  for (let number = 1; number <= 10; number++) {
    store.store.createOrder({
      id: number,
      status: 'completed',
      email: `b${number}@example.net`,
      lines: [{ ...line, id: number }],
    })
  }
  const { id } = await connectStore(shop, store, 'read_write')
  const door: Door = { shop, store, id, received: [], answers: [], isClosed: false }
  await sync(shop, id)
  await ensureWebhooks(shop.services, { connection: id, signal })
  shop.clock.advance(10)
  return door
}

const ordersOf = async (shop: TestShop) => (await readLedger(shop)).filter((row) => row.head === 1)

test('an order arrives by webhook, however often and in whatever order it is delivered', async (t) => {
  const { shop, store, id, received, answers } = await openDoor(t)
  const pings = answers.length
  assert.ok(answers.every((result) => result === 'accepted'))
  store.store.createOrder({ id: 50, status: 'processing', email: 'x@example.net', lines: [{ ...line, id: 50 }] })
  shop.clock.advance(1)
  store.store.updateOrder(3, { lines: [{ ...line, id: 3, quantity: 4, subtotal: '80.00', total: '80.00' }] })
  store.store.trashOrder(4)
  await store.deliverWebhooks({ reversed: true, copies: 3 })
  assert.ok(answers.length > pings && answers.every((result) => result === 'accepted'))
  assert.ok(shop.requested.includes(`process-webhooks ${id}`))
  await processWebhooks(shop.services, { connection: id, signal })
  const once = await readLedger(shop)
  assert.equal((await ordersOf(shop)).length, 10)
  assert.ok(once.some((row) => row.order_id === '3' && row.gross === '80.000000'))
  assert.ok(!once.some((row) => row.order_id === '4'))

  for (const delivery of received.toReversed()) await receiveWebhook(shop.services, delivery)
  await processWebhooks(shop.services, { connection: id, signal })
  assert.deepEqual(await readLedger(shop), once)
  await sync(shop, id, { compare: true })
  assert.deepEqual(await readLedger(shop), once)
})

test('a delivery that is late does not take back what is newer', async (t) => {
  const { shop, store, id, received } = await openDoor(t)
  store.store.updateOrder(5, { lines: [{ ...line, id: 5, subtotal: '30.00', total: '30.00' }] })
  await store.deliverWebhooks()
  const late = received.at(-1)
  assert.ok(late)
  shop.clock.advance(5)
  store.store.updateOrder(5, { lines: [{ ...line, id: 5, subtotal: '70.00', total: '70.00' }] })
  await sync(shop, id)
  const current = await readLedger(shop)
  await processWebhooks(shop.services, { connection: id, signal })
  assert.deepEqual(await readLedger(shop), current)
})

test('forged deliveries and deliveries for unknown connections are refused alike and change nothing', async (t) => {
  const { shop, store, id, received } = await openDoor(t)
  store.store.updateOrder(5, { lines: [{ ...line, id: 5, subtotal: '30.00', total: '30.00' }] })
  await store.deliverWebhooks()
  const real = received.at(-1)
  assert.ok(real)
  await processWebhooks(shop.services, { connection: id, signal })
  const before = await readLedger(shop)
  const body = Buffer.from(Buffer.from(real.body).toString().replaceAll('30.00', '99.00'))
  const signed = (secret: string) => ({
    ...real.headers,
    'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
  })
  const forgeries: WebhookRequest[] = [
    { ...real, body },
    { ...real, body, headers: signed('guessed') },
    { ...real, body, headers: signed('') },
    { ...real, connection: '00000000-0000-4000-8000-000000000000' },
    { ...real, connection: "' or 1=1" },
    { ...real, connector: 'shopify' },
  ]
  for (const forgery of forgeries) assert.equal(await receiveWebhook(shop.services, forgery), 'refused')
  assert.equal(await processWebhooks(shop.services, { connection: id, signal }), 0)
  assert.deepEqual(await readLedger(shop), before)
})

test('a webhook that was given another secret in the store is set up again at once, and meanwhile changes are looked for more often', async (t) => {
  const { shop, store, id, answers } = await openDoor(t)
  const webhook = store.webhooks.list().find(({ topic }) => topic === 'order.updated')
  assert.ok(webhook)
  const view = async () => (await run(listConnections, shop.ctx, {}))[0]
  const everyMinutes = async () => {
    const orders = (await view())?.streams[0]
    return Math.round((Date.parse(orders?.nextLookAt ?? '') - Date.parse(orders?.lastSuccessAt ?? '')) / 60_000)
  }
  const change = async (total: string) => {
    store.store.updateOrder(5, { lines: [{ ...line, id: 5, subtotal: total, total }] })
    await store.deliverWebhooks()
    return answers.at(-1)
  }
  assert.equal(await everyMinutes(), 10)
  await store.webhooks.update(webhook.id, { secret: 'what a merchant typed' })
  shop.clock.advance(20)
  shop.requested.length = 0
  assert.equal(await change('30.00'), 'refused')
  assert.equal(await change('31.00'), 'refused')
  assert.deepEqual(shop.requested, [`ensure-webhooks ${id}`], 'asked for once')
  assert.deepEqual((await view())?.webhooks?.mistrusted, [String(webhook.id)])
  assert.equal(await everyMinutes(), 5)

  await ensureWebhooks(shop.services, { connection: id, signal })
  assert.ok(shop.requested.includes(`sync ${id}`), 'what was refused is read')
  assert.deepEqual((await view())?.webhooks?.mistrusted, [])
  assert.equal(await everyMinutes(), 10)
  assert.equal(await change('32.00'), 'accepted')
})

test('deliveries in the name of a webhook that is none of ours cause nothing', async (t) => {
  const { shop, store, received } = await openDoor(t)
  store.store.updateOrder(5, { lines: [{ ...line, id: 5, subtotal: '30.00', total: '30.00' }] })
  await store.deliverWebhooks()
  const real = received.at(-1)
  assert.ok(real)
  shop.clock.advance(20)
  shop.requested.length = 0
  const headers = { ...real.headers, 'x-wc-webhook-id': '9999', 'x-wc-webhook-signature': 'bm8=' }
  assert.equal(await receiveWebhook(shop.services, { ...real, headers }), 'refused')
  assert.deepEqual(shop.requested, [])
})

test('a greeting is answered alike, whether its address exists or not', async (t) => {
  const { shop, id } = await openDoor(t)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const greet = (connection: string, connector = 'woocommerce') =>
    receiveWebhook(shop.services, { connector, connection, headers, body: Buffer.from('webhook_id=1') })
  for (const connection of [id, '00000000-0000-4000-8000-000000000000', 'anything'])
    assert.equal(await greet(connection), 'accepted')
  assert.equal(await greet(id, 'shopify'), 'refused')
  assert.equal(await greet(id, 'nothing'), 'refused')
})

test('webhooks that the store switched off are switched on again, the gap is filled, and the third time is told', async (t) => {
  const door = await openDoor(t)
  const { shop, store, id } = door
  for (let week = 1; week <= 3; week++) {
    door.isClosed = true
    for (let failure = 0; failure < 8; failure++) {
      store.store.createOrder({
        id: week * 100 + failure,
        status: 'completed',
        email: 'x@example.net',
        lines: [{ ...line, id: week * 100 + failure }],
      })
      await store.deliverWebhooks()
    }
    assert.ok(store.webhooks.list().some(({ status }) => status === 'disabled'))
    door.isClosed = false
    shop.requested.length = 0
    shop.clock.advance(60)
    await ensureWebhooks(shop.services, { connection: id, signal })
    assert.ok(store.webhooks.list().every(({ status }) => status === 'active'))
    assert.ok(shop.requested.includes(`sync ${id}`))
    await sync(shop, id)
    assert.equal((await ordersOf(shop)).length, 10 + week * 8)
    const health = await run(listHealth, shop.ctx, {})
    assert.equal(
      health.some(({ kind }) => kind === 'webhooks_disabled'),
      week === 3,
    )
  }
})

test('a store that cannot be asked now leaves the delivery waiting', async (t) => {
  const { shop, store, id } = await openDoor(t)
  store.store.refundOrder(5, { amount: '4.00' })
  await store.deliverWebhooks()
  store.faults.add({ kind: 'status', status: 503 })
  await assert.rejects(processWebhooks(shop.services, { connection: id, signal }))
  store.faults.clear()
  assert.ok((await processWebhooks(shop.services, { connection: id, signal })) >= 1)
  const rows = await readLedger(shop)
  assert.ok(rows.some((row) => row.order_id === '5' && row.side === 'return'))
})

test('a key that may only read is told what instant updates need', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const { id } = await connectStore(shop, store, 'read')
  await stores.db.kysely.updateTable('connections').set({ access: 'read_write' }).where('id', '=', id).execute()
  const standing = await ensureWebhooks(shop.services, { connection: id, signal })
  assert.equal(standing?.active, 0)
  const health = await run(listHealth, shop.ctx, {})
  assert.ok(health.some(({ kind }) => kind === 'webhooks_refused'))
  const [view] = await run(listConnections, shop.ctx, {})
  assert.equal(view?.webhooks?.active, 0)
})

test('a change that can never be fetched holds up no other, and is given up in the end', async (t) => {
  const { shop, store, id } = await openDoor(t)
  store.store.updateOrder(5, { lines: [{ ...line, id: 5, subtotal: '30.00', total: '30.00' }] })
  shop.clock.advance(1)
  store.store.updateOrder(6, { lines: [{ ...line, id: 6, subtotal: '70.00', total: '70.00' }] })
  await store.deliverWebhooks()
  store.faults.add({ kind: 'poison', id: 5 })
  await assert.rejects(processWebhooks(shop.services, { connection: id, signal }))
  await assert.rejects(processWebhooks(shop.services, { connection: id, signal }))
  assert.ok((await readLedger(shop)).some((row) => row.order_id === '6' && row.gross === '70.000000'))
  for (let attempt = 3; attempt <= 8; attempt++) {
    await assert.rejects(processWebhooks(shop.services, { connection: id, signal }))
  }
  assert.equal(await processWebhooks(shop.services, { connection: id, signal }), 0)
  assert.ok((await run(listHealth, shop.ctx, {})).some(({ kind }) => kind === 'webhook_failed'))
})

test('old deliveries are forgotten, also those of a paused connection', async (t) => {
  const { shop, store, id } = await openDoor(t)
  await run(pauseConnection, shop.ctx, { connection: id, paused: true })
  store.store.updateOrder(5, { lines: [{ ...line, id: 5, subtotal: '30.00', total: '30.00' }] })
  await store.deliverWebhooks()
  const waiting = async () => (await listWaitingDeliveries(stores.db.kysely, id, 10)).length
  await forgetOldDeliveries(shop.services)
  assert.equal(await waiting(), 1)
  shop.clock.advance(31 * 24 * 60)
  await forgetOldDeliveries(shop.services)
  assert.equal(await waiting(), 0)
})
