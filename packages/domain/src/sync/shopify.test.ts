import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { type FakeShop, type ShopifyFake, startShopifyFake } from '@tillsight/connectors/sandbox'
import { type ConnectionId, toConnectionId } from '@tillsight/core'
import { connectWithKeys } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { ensureWebhooks } from './ensure-webhooks.ts'
import { processWebhooks } from './process-webhooks.ts'
import { receiveWebhook, type WebhookRequest } from './receive-webhook.ts'
import { openTestShop, openTestStores, readLedger, sync, type TestShop } from './testing.ts'

const stores = await openTestStores({ after })
const signal = new AbortController().signal

interface Door {
  readonly shop: TestShop
  readonly fake: ShopifyFake
  readonly store: FakeShop
  readonly id: ConnectionId
  readonly received: WebhookRequest[]
}

/** A shop connected with a token that was pasted, whose announcements come in at a door of ours. */
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
  const opened = await openTestShop(stores, {
    addresses: {
      callback: () => base,
      connectReturn: () => base,
      webhook: (connector, connection) => `${base}/webhooks/${connector}/${connection}`,
    },
  })
  const { clock } = opened
  const fake = await startShopifyFake({ clock, throttle: 'off', app: { isPublic: false } })
  t.after(async () => await fake.close())
  const shop = withApp(opened, fake)
  const store = fake.shop()
  const { accessToken: token } = store.install({ kind: 'permanent' })
  for (let number = 1; number <= 8; number++) order(store, number)
  clock.advance(60)
  const values = { url: store.domain, token, clientSecret: fake.app.apiSecret }
  const view = await run(connectWithKeys, shop.ctx, { connector: 'shopify', values, access: 'read_write' })
  const id = toConnectionId(view.id)
  await sync(shop, id)
  await ensureWebhooks(shop.services, { connection: id, signal })
  clock.advance(10)
  return { shop, fake, store, id, received }
}

/** The operator's settings that lead to the simulated platform. */
function withApp(shop: TestShop, fake: ShopifyFake): TestShop {
  const connections = { ...shop.services.connections, apps: { shopify: { shopUrl: fake.shopUrlTemplate } } }
  return { ...shop, ctx: { ...shop.ctx, services: connections }, services: { ...shop.services, connections } }
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

/** Everything that can happen to orders, one thing after the other. */
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
