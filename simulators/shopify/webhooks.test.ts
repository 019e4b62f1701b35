import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { RawRequest } from '../web/exchange.ts'
import { openReceiver } from '../web/testing.ts'
import { fillShop } from './index.ts'
import { type Opened, openPlatform, sampleOrder, socks } from './testing.ts'

async function subscribe(
  { ask }: Opened,
  topic: string,
  address: { readonly uri: string; readonly more?: string } | string,
) {
  const { uri, more = '' } = typeof address === 'string' ? { uri: address } : address
  const { body } = await ask(
    `mutation { webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: "${uri}" ${more} }) { webhookSubscription { id topic uri includeFields apiVersion { handle } } userErrors { field message } } }`,
  )
  return body.data.webhookSubscriptionCreate
}

const topicsOf = (received: readonly RawRequest[]) => received.map(({ headers }) => headers['x-shopify-topic'])

test('subscriptions are made, listed, changed and removed; one topic and address only once', async (t) => {
  const platform = await openPlatform(t)
  const made = await subscribe(platform, 'ORDERS_UPDATED', {
    uri: 'https://app.example/hooks',
    more: 'includeFields: ["id"]',
  })
  assert.deepEqual(
    [made.webhookSubscription.topic, made.webhookSubscription.apiVersion.handle, made.userErrors],
    ['ORDERS_UPDATED', '2026-10', []],
  )
  const again = await subscribe(platform, 'ORDERS_UPDATED', 'https://app.example/hooks')
  assert.deepEqual(again, {
    webhookSubscription: null,
    userErrors: [{ field: ['webhookSubscription', 'uri'], message: 'Address for this topic has already been taken' }],
  })
  const { id } = made.webhookSubscription
  const changed = await platform.ask(
    'mutation($id: ID!) { webhookSubscriptionUpdate(id: $id, webhookSubscription: { uri: "https://app.example/new" }) { webhookSubscription { uri } userErrors { message } } }',
    { id },
  )
  assert.equal(changed.body.data.webhookSubscriptionUpdate.webhookSubscription.uri, 'https://app.example/new')
  const remove = async () =>
    (
      await platform.ask(
        'mutation($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } } }',
        { id },
      )
    ).body.data.webhookSubscriptionDelete
  assert.equal((await remove()).deletedWebhookSubscriptionId, id)
  assert.equal((await remove()).userErrors.length, 1)
  const { body } = await platform.ask('{ webhookSubscriptions(first: 5, topics: [ORDERS_UPDATED]) { nodes { id } } }')
  assert.deepEqual(body.data.webhookSubscriptions.nodes, [])
})

test('a new order goes out signed, REST-shaped and in the shop’s own time, as create and updated of one event', async (t) => {
  const platform = await openPlatform(t)
  const { received, url: uri } = await openReceiver(t)
  for (const topic of ['ORDERS_CREATE', 'ORDERS_UPDATED', 'ORDER_TRANSACTIONS_CREATE'])
    await subscribe(platform, topic, { uri, more: 'name: "ours"' })
  const order = sampleOrder(1, { landingSite: '/?gclid=1', customerId: 41, createdAt: '2026-11-20T12:00:00Z' })
  platform.shop.store.createOrder(order)
  const reports = await platform.fake.deliverWebhooks()
  assert.deepEqual(
    reports.map((report) => report.outcome),
    [{ status: 200 }, { status: 200 }, { status: 200 }],
  )
  assert.deepEqual(topicsOf(received), ['orders/create', 'order_transactions/create', 'orders/updated'])
  const [first, , last] = received
  const { headers, body: raw = '' } = first ?? {}
  assert.equal(
    headers?.['x-shopify-hmac-sha256'],
    createHmac('sha256', 'shpss_sandbox-secret').update(raw).digest('base64'),
  )
  assert.deepEqual(
    [headers?.['x-shopify-shop-domain'], headers?.['x-shopify-api-version'], headers?.['x-shopify-name']],
    ['sandbox-shop.myshopify.com', '2026-10', 'ours'],
  )
  assert.match(String(headers?.['x-shopify-triggered-at']), /^2026-11-20T12:00:00\.\d{9}Z$/)
  assert.equal(headers?.['x-shopify-event-id'], last?.headers['x-shopify-event-id'])
  assert.notEqual(headers?.['x-shopify-webhook-id'], last?.headers['x-shopify-webhook-id'])
  const body = JSON.parse(raw)
  assert.deepEqual(
    [
      body.id,
      body.admin_graphql_api_id,
      body.created_at,
      body.total_price,
      body.landing_site,
      body.financial_status,
      body.discount_codes,
    ],
    [
      1,
      'gid://shopify/Order/1',
      '2026-11-20T13:00:00+01:00',
      '46.80',
      '/?gclid=1',
      'paid',
      [{ code: 'TEN', amount: '4.80', type: 'percentage' }],
    ],
  )
})

test('deliveries come twice, under other ids, late, out of order and chosen', async (t) => {
  const platform = await openPlatform(t)
  const { received, url: uri } = await openReceiver(t)
  for (const topic of ['ORDERS_CREATE', 'ORDERS_UPDATED', 'ORDERS_DELETE']) await subscribe(platform, topic, uri)
  platform.shop.store.createOrder({ lines: [] })
  await platform.fake.deliverWebhooks({ topics: ['orders/updated'], copies: 2 })
  await platform.fake.deliverWebhooks({ copies: 2, newIds: true })
  assert.deepEqual(topicsOf(received), ['orders/updated', 'orders/updated', 'orders/create', 'orders/create'])
  const ids = received.map(({ headers }) => headers['x-shopify-webhook-id'])
  assert.deepEqual([ids[0] === ids[1], ids[2] === ids[3]], [true, false])
  const order = platform.shop.store.createOrder({ lines: [] })
  platform.shop.store.deleteOrder(order.id)
  received.length = 0
  await platform.fake.deliverWebhooks({ reversed: true })
  assert.deepEqual(topicsOf(received), ['orders/delete', 'orders/updated', 'orders/create'])
  assert.equal(received[0]?.body, `{"id":${order.id}}`)
})

test('failures are tried eight times more with the same body and id, then the subscription is deleted; configured ones stay', async (t) => {
  const { received, url: uri } = await openReceiver(t, () => 302)
  const configured = await openReceiver(t, () => 500)
  const platform = await openPlatform(t, { app: { webhooks: [{ topic: 'orders/create', uri: configured.url }] } })
  await subscribe(platform, 'ORDERS_CREATE', uri)
  platform.shop.store.createOrder({ lines: [] })
  for (let nth = 0; nth < 9; nth += 1) await platform.fake.deliverWebhooks()
  assert.equal(received.length, 9)
  assert.equal(
    new Set(received.map(({ headers, body: raw }) => `${String(headers['x-shopify-webhook-id'])} ${raw}`)).size,
    1,
  )
  assert.deepEqual([platform.shop.webhooks.list().length, platform.shop.webhooks.waiting], [0, 0])
  platform.shop.store.createOrder({ lines: [] })
  assert.equal(platform.shop.webhooks.waiting, 1)
})

test('an answer that takes too long is a failure', async (t) => {
  const platform = await openPlatform(t, { webhooks: { timeoutMs: 20 } })
  const { url: uri } = await openReceiver(t, () => 'hang')
  await subscribe(platform, 'ORDERS_CREATE', uri)
  platform.shop.store.createOrder({ lines: [] })
  const [report] = await platform.fake.deliverWebhooks()
  assert.deepEqual(report?.outcome, { error: 'answer timed out' })
})

test('edits, refunds, products, costs, merges and the shop itself tell of their changes', async (t) => {
  const platform = await openPlatform(t)
  const { received, url: uri } = await openReceiver(t)
  await fillShop(platform.shop, {
    products: [socks],
    orders: [sampleOrder(1)],
    customers: [1, 2].map((id) => ({ id, email: `c${id}@example.com`, createdAt: '2026-01-01T00:00:00Z' })),
  })
  const topics = [
    'ORDERS_EDITED',
    'REFUNDS_CREATE',
    'PRODUCTS_UPDATE',
    'INVENTORY_ITEMS_UPDATE',
    'CUSTOMERS_MERGE',
    'SHOP_UPDATE',
    'APP_SCOPES_UPDATE',
    'APP_UNINSTALLED',
  ]
  for (const topic of topics) await subscribe(platform, topic, uri)
  const { store } = platform.shop
  store.editOrder(1, { removed: [{ lineId: 101, quantity: 1 }] })
  store.refundOrder(1, { lines: [{ lineId: 101, quantity: 1 }] })
  store.putProduct({ ...socks, title: 'Warm socks' })
  store.setCost(315, '7.00')
  store.mergeCustomers(2, 1)
  store.updateShop({ zone: 'Europe/London' })
  platform.shop.changeScopes(['read_orders'])
  platform.shop.uninstall()
  await platform.fake.deliverWebhooks()
  assert.deepEqual(topicsOf(received), [
    'orders/edited',
    'refunds/create',
    'products/update',
    'inventory_items/update',
    'customers/merge',
    'shop/update',
    'app/scopes_update',
    'app/uninstalled',
  ])
  const bodies = received.map(({ body: raw }) => JSON.parse(raw))
  assert.deepEqual(
    [bodies[0].order_edit.order_id, bodies[1].order_id, bodies[1].refund_line_items[0].line_item_id, bodies[3].cost],
    [1, 1, 101, '7.00'],
  )
  assert.equal(bodies[7].myshopify_domain, 'sandbox-shop.myshopify.com')
  store.createOrder({ lines: [] })
  assert.equal(platform.shop.webhooks.waiting, 0)
})

test('privacy requests go to the configured address only, also after the app is gone', async (t) => {
  const { received, url: uri } = await openReceiver(t)
  const webhooks = ['customers/data_request', 'customers/redact', 'shop/redact'].map((topic) => ({ topic, uri }))
  const platform = await openPlatform(t, { app: { webhooks } })
  await fillShop(platform.shop, {
    customers: [{ id: 41, email: 'ida@example.com', createdAt: '2026-01-01T00:00:00Z' }],
    orders: [sampleOrder(1, { customerId: 41 })],
  })
  platform.shop.requestPrivacy('customers/data_request', 41)
  platform.shop.requestPrivacy('customers/redact', 41)
  platform.shop.uninstall()
  platform.shop.requestPrivacy('shop/redact')
  await platform.fake.deliverWebhooks()
  const shop = { shop_id: 60_001_000, shop_domain: 'sandbox-shop.myshopify.com' }
  const customer = { id: 41, email: 'ida@example.com', phone: null }
  assert.deepEqual(
    received.map(({ body: raw }) => JSON.parse(raw)),
    [
      { ...shop, customer, orders_requested: [1], data_request: { id: 1 } },
      { ...shop, customer, orders_to_redact: [1] },
      shop,
    ],
  )
})

test('timed deliveries go out by themselves', async (t) => {
  const platform = await openPlatform(t, { webhooks: { run: 'timed', delayMs: 0 } })
  const arrived = Promise.withResolvers<void>()
  const { received, url: uri } = await openReceiver(t, () => {
    arrived.resolve()
    return 200
  })
  await subscribe(platform, 'ORDERS_CREATE', uri)
  platform.shop.store.createOrder({ lines: [] })
  await arrived.promise
  assert.deepEqual(topicsOf(received), ['orders/create'])
})

test('a timed retry keeps its pause however much else goes out, and a bulk operation tells of its end by itself', async (t) => {
  const platform = await openPlatform(t, { webhooks: { run: 'timed', delayMs: 0, retryMs: [3_600_000] } })
  const finished = Promise.withResolvers<void>()
  const twice = Promise.withResolvers<void>()
  const broken = await openReceiver(t, () => {
    if (broken.received.length === 2) twice.resolve()
    return 500
  })
  const { received, url: uri } = await openReceiver(t, () => {
    finished.resolve()
    return 200
  })
  await subscribe(platform, 'ORDERS_CREATE', broken.url)
  await subscribe(platform, 'BULK_OPERATIONS_FINISH', uri)
  platform.shop.store.createOrder({ lines: [] })
  platform.shop.store.createOrder({ lines: [] })
  await platform.ask(
    'mutation { bulkOperationRunQuery(query: "{ orders { edges { node { id } } } }") { bulkOperation { id } } }',
  )
  await Promise.all([finished.promise, twice.promise])
  assert.deepEqual([JSON.parse(received[0]?.body ?? '').status, broken.received.length], ['completed', 2])
})
