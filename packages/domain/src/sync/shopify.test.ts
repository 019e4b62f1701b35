import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import type { ConnectionId } from '@tillsight/core'
import { connectors } from '@tillsight/platforms/connectors'
import type { FakeShop, ShopifyFake } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { listOrigins } from '../reports/index.ts'
import { ensureWebhooks } from './ensure-webhooks.ts'
import { processWebhooks } from './process-webhooks.ts'
import { readDelivery, receiveWebhook, type WebhookRequest } from './receive-webhook.ts'
import { connectPasted, openShopify } from './shopify.testing.ts'
import { openTestStores, readLedger, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })
const signal = new AbortController().signal

interface Door {
  readonly shop: TestShop
  readonly fake: ShopifyFake
  readonly store: FakeShop
  readonly id: ConnectionId
  readonly received: WebhookRequest[]
}

/** A shop connected with a pasted token, with an endpoint that receives its webhooks. */
async function openDoor(t: { after(work: () => Promise<void>): void }): Promise<Door> {
  const received: WebhookRequest[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const [, , connector = '', connection = ''] = (request.url ?? '').split('/')
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ connector, connection, headers, body: Buffer.concat(chunks) })
    response.end()
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => void server.close())
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const scene = await openShopify(t, stores, {
    addresses: {
      callback: () => base,
      connectReturn: () => base,
      webhook: (connector, connection) => `${base}/webhooks/${connector}/${connection}`,
      app: () => base,
      privacy: () => base,
      health: () => base,
    },
  })
  const { shop, fake, store } = scene
  const { clock } = shop
  for (let number = 1; number <= 8; number++) order(store, number)
  clock.advance(60)
  const id = await connectPasted(scene)
  await sync(shop, id)
  await ensureWebhooks(shop.services, { connection: id, signal })
  clock.advance(10)
  return { shop, fake, store, id, received }
}

function order(store: FakeShop, number: number) {
  store.store.createOrder({
    id: number,
    email: `b${number}@example.net`,
    taxesIncluded: true,
    lines: [
      {
        id: number * 10,
        productId: 310,
        title: 'Socks',
        quantity: 3,
        unitPrice: '11.90',
        taxes: [{ title: 'VAT', rate: 0.19, amount: '5.70' }],
      },
    ],
    transactions: [
      { id: number * 10 + 1, kind: 'SALE', gateway: 'shopify_payments', at: '2026-11-20T12:00:00Z', amount: '35.70' },
    ],
  })
}

/** Applies everything that can happen to orders, one after the other. */
function live({ store, shop }: Door): void {
  const { store: data } = store
  const pass = () => shop.clock.advance(7)
  order(store, 9)
  pass()
  data.refundOrder(1, { lines: [{ lineId: 10, quantity: 1 }] })
  pass()
  data.refundOrder(1, { lines: [{ lineId: 10, quantity: 1 }], amount: '15.00' })
  pass()
  data.editOrder(2, {
    removed: [{ lineId: 20, quantity: 2 }],
    added: [{ id: 25, productId: 311, title: 'Hat', quantity: 1, unitPrice: '30.00' }],
  })
  pass()
  data.returnOrder(3, {
    lines: [{ lineId: 30, quantity: 1 }],
    exchanged: [{ id: 35, productId: 312, title: 'Scarf', quantity: 1, unitPrice: '20.00' }],
  })
  pass()
  data.cancelOrder(4, { refund: true })
  pass()
  data.cancelOrder(5, { refund: false })
  pass()
  data.deleteOrder(6)
  data.refundOrder(7)
  pass()
  data.updateOrder(8, { tags: ['wholesale'] })
  shop.clock.advance(20)
}

test('announcements that come twice, late and in reverse end in the same ledger as reading everything anew', async (t) => {
  const door = await openDoor(t)
  const { shop, fake, id, received } = door
  const before = await readLedger(shop)
  assert.equal(before.filter((row) => row.head === 1).length, 8)
  live(door)
  await fake.deliverWebhooks({ reversed: true, copies: 2 })
  assert.ok(received.length > 20)
  for (const request of received) assert.equal(await receiveWebhook(shop.services, request), 'accepted')
  await processWebhooks(shop.services, { connection: id, signal })
  const announced = await readLedger(shop)
  assert.notDeepEqual(announced, before)
  assert.equal(announced.filter((row) => row.head === 1).length, 8, 'one came, one was deleted')
  for (const request of received.toReversed()) await receiveWebhook(shop.services, request)
  await processWebhooks(shop.services, { connection: id, signal })
  assert.deepEqual(await readLedger(shop), announced)
  await sync(shop, id)
  assert.deepEqual(await readLedger(shop), announced)
  await sync(shop, id, { full: true })
  assert.deepEqual(await readLedger(shop), announced)
})

test('looking finds what nobody announced', async (t) => {
  const door = await openDoor(t)
  const { shop, fake, id } = door
  live(door)
  await sync(shop, id)
  const looked = await readLedger(shop)
  await fake.deliverWebhooks()
  for (const request of door.received) await receiveWebhook(shop.services, request)
  await processWebhooks(shop.services, { connection: id, signal })
  const announced = await readLedger(shop)
  const gone = (row: Record<string, unknown>) => row.order_id !== '6'
  assert.deepEqual(looked.filter(gone), announced, 'only a deletion leaves no change behind to be found')
})

test('an app that was removed asks to be connected again, and nothing is lost', async (t) => {
  const { shop, fake, store, id, received } = await openDoor(t)
  const before = await readLedger(shop)
  store.uninstall()
  await fake.deliverWebhooks()
  const [request] = received
  assert.ok(request)
  assert.equal(await receiveWebhook(shop.services, request), 'accepted')
  assert.ok(shop.requested.includes(`check ${id}`))
  await sync(shop, id)
  assert.deepEqual(await readLedger(shop), before)
})

test('where a buyer came from is kept from the announcement when the order is read again', async (t) => {
  const { shop, fake, store, id, received } = await openDoor(t)
  store.store.createOrder({
    id: 9,
    taxesIncluded: true,
    landingSite: '/products/socks?utm_source=newsletter&utm_campaign=spring',
    referringSite: 'https://mail.example/',
    lines: [{ id: 90, title: 'Socks', quantity: 1, unitPrice: '11.90' }],
    transactions: [{ id: 91, kind: 'SALE', gateway: 'bogus', at: '2026-11-20T13:10:00Z', amount: '11.90' }],
  })
  await fake.deliverWebhooks({ copies: 2 })
  for (const request of received) await receiveWebhook(shop.services, request)
  await processWebhooks(shop.services, { connection: id, signal })
  const campaigns = async () => {
    const days = { from: '2026-11-01', to: '2026-11-30' }
    const { rows } = await run(listOrigins, shop.ctx, { ...days, by: 'campaign' })
    return rows.map(({ source, campaign, orders }) => [source, campaign, orders])
  }
  const known = [
    ['', '', 8],
    ['newsletter', 'spring', 1],
  ]
  assert.deepEqual(await campaigns(), known)
  store.store.updateOrder(9, { tags: ['vip'] })
  shop.clock.advance(20)
  await sync(shop, id)
  await sync(shop, id, { full: true })
  assert.deepEqual(await campaigns(), known)
})

test('an announcement signed with the client secret before is taken while it is being replaced', async (t) => {
  const { shop, fake, store } = await openShopify(t, stores)
  const { accessToken } = store.install()
  assert.ok(accessToken)
  const { connections } = shop.services
  const connection = {
    connector: connectors.shopify,
    settings: { url: store.domain, accessToken },
    webhookSecret: 'own',
  }
  const body = Buffer.from(JSON.stringify({ id: 1 }))
  const headers = {
    'x-shopify-topic': 'orders/updated',
    'x-shopify-shop-domain': store.domain,
    'x-shopify-webhook-id': 'w1',
    'x-shopify-hmac-sha256': createHmac('sha256', fake.app.apiSecret).update(body).digest('base64'),
  }
  const kindWith = (app: Record<string, string>) => {
    const apps = { shopify: { ...connections.apps.shopify, ...app } }
    return readDelivery({ ...connections, apps }, connection, { headers, body }).kind
  }
  assert.equal(kindWith({}), 'event')
  assert.equal(kindWith({ apiSecret: 'new', previousSecret: fake.app.apiSecret }), 'event')
  assert.equal(kindWith({ apiSecret: 'new' }), 'forged')
  assert.equal(kindWith({ apiSecret: '' }), 'foreign')
})
