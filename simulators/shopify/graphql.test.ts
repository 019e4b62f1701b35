import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fillShop } from './index.ts'
import { ask, openPlatform, sampleOrder, socks } from './testing.ts'

const many = Array.from({ length: 7 }, (_, at) => sampleOrder(at + 1))

test('documents are held against the published schema and refused in Shopify’s words', async (t) => {
  const { ask: query } = await openPlatform(t)
  const messages = async (text: string, variables?: object): Promise<string[]> => {
    const { status, body } = await query(text, variables)
    assert.equal(status, 200)
    return body.errors.map((error: { message: string }) => error.message)
  }
  assert.deepEqual(await messages('{ shop { nme } }'), ["Field 'nme' doesn't exist on type 'Shop'"])
  assert.deepEqual(await messages('{ orders(first: 1, status: 1) { nodes { id } } }'), [
    "Field 'orders' doesn't accept argument 'status'",
  ])
  assert.deepEqual(await messages('{ shop }'), [
    "Field must have selections (field 'shop' returns Shop but has no selections. Did you mean 'shop { ... }'?)",
  ])
  assert.match((await messages('{ shop { name }'))[0] ?? '', /^Parse error/)
  assert.deepEqual(await messages('{ orders { nodes { id } } }'), ['you must provide one of first or last'])
  assert.deepEqual(await messages('query($id: ID!) { order(id: $id) { id } }'), [
    'Variable $id of type ID! was provided invalid value',
  ])
})

test('the cost counts objects and page sizes; what was not spent is given back', async (t) => {
  const { ask: query, shop } = await openPlatform(t)
  await fillShop(shop, { orders: many })
  const { body } = await query(
    '{ orders(first: 100) { nodes { id totalPriceSet { shopMoney { amount } } customer { id } lineItems(first: 3) { nodes { id } } } } }',
  )
  assert.deepEqual(body.extensions.cost, {
    requestedQueryCost: 2 + 100 * (1 + 1 + (2 + 3)),
    actualQueryCost: 2 + 7 * (1 + (2 + 1)),
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 2000 - 30, restoreRate: 100 },
  })
  const dear = await query('{ orders(first: 250) { nodes { id lineItems(first: 50) { nodes { id } } } } }')
  assert.deepEqual(
    [dear.status, dear.body.errors[0].extensions.code, dear.body.data],
    [200, 'MAX_COST_EXCEEDED', undefined],
  )
})

test('an empty bucket answers THROTTLED with 200 and fills with time; it can be switched off', async (t) => {
  const { ask: query, shop, clock, fake } = await openPlatform(t)
  shop.bucket.drain()
  const text = '{ orders(first: 150) { nodes { id } } }'
  const throttled = await query(text)
  assert.deepEqual([throttled.status, throttled.body.errors[0].extensions.code], [200, 'THROTTLED'])
  assert.deepEqual(throttled.body.extensions.cost, {
    requestedQueryCost: 152,
    actualQueryCost: null,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 0, restoreRate: 100 },
  })
  clock.advance(1.52)
  assert.equal((await query(text)).body.errors, undefined)
  shop.bucket.drain()
  fake.platform.throttle = 'off'
  assert.equal((await query(text)).body.errors, undefined)
})

test('pages follow each other by cursor while orders change; cursors are opaque and checked', async (t) => {
  const { ask: query, shop, fake } = await openPlatform(t)
  await fillShop(shop, { orders: many })
  const text = `query P($after: String) { orders(first: 3, after: $after, sortKey: UPDATED_AT, query: "updated_at:>='2026-11-01T00:00:00Z'") {
    pageInfo { hasNextPage endCursor } nodes { legacyResourceId } } }`
  const seen: string[][] = []
  let touched = false
  fake.onCall(() => {
    if (!touched) shop.store.updateOrder(1, { note: 'changed' })
    touched = true
  })
  let after: string | null = null
  do {
    const { body } = await query(text, { after })
    const { nodes, pageInfo } = body.data.orders
    seen.push(nodes.map((node: { legacyResourceId: string }) => node.legacyResourceId))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after)
  assert.deepEqual(seen, [
    ['1', '2', '3'],
    ['4', '5', '6'],
    ['7', '1'],
  ])
  const wrong = await query(text, { after: 'nonsense' })
  assert.equal(wrong.body.errors[0].message, 'Invalid cursor for current pagination sort.')
})

test('searches compare dates and fields; an unknown filter is ignored with a warning, or refused in strict mode', async (t) => {
  const { ask: query, shop, fake } = await openPlatform(t)
  await fillShop(shop, {
    orders: [...many, sampleOrder(8, { createdAt: '2026-09-01T00:00:00Z', transactions: [], sourceName: 'pos' })],
  })
  const found = async (text: string): Promise<string> => {
    const { body } = await query(
      'query($q: String) { orders(first: 20, query: $q, sortKey: CREATED_AT, reverse: true) { nodes { legacyResourceId } } }',
      { q: text },
    )
    return body.data.orders.nodes.map((node: { legacyResourceId: string }) => node.legacyResourceId).join()
  }
  assert.equal(await found("created_at:>='2026-11-10T10:00:06Z'"), '7,6')
  assert.equal(await found("created_at:>='2026-11-10T10:00:02Z' AND created_at:<'2026-11-10T10:00:04Z'"), '3,2')
  assert.equal(await found('created_at:2026-09-01'), '8')
  assert.equal(await found('id:3 OR name:#5'), '5,3')
  assert.equal(await found('source_name:pos financial_status:pending'), '8')
  assert.equal(await found('-source_name:web id:>=7'), '8')
  assert.equal(await found('created:>2026-11-09 id:1'), '1')
  const { body } = await query('{ ordersCount(query: "create_at:>2026", limit: 5) { count precision } }')
  assert.deepEqual(body.data.ordersCount, { count: 5, precision: 'AT_LEAST' })
  assert.equal(body.extensions.search[0].warnings[0].code, 'invalid_field')
  fake.platform.strictSearch = true
  const strict = await query('{ ordersCount(query: "create_at:>2026", limit: null) { count } }')
  assert.match(strict.body.errors[0].message, /Invalid search field/)
})

test('paging ends at 25,000 objects', async (t) => {
  const { ask: query, shop, fake } = await openPlatform(t, { throttle: 'off' })
  await shop.fill({ orders: { count: 25_200, orderAt: (at) => sampleOrder(at + 1) } })
  const after = Buffer.from(JSON.stringify({ value: 24_900, id: 24_900, depth: 24_900 })).toString('base64')
  const page = async (first: number) =>
    (
      await query(
        'query($first: Int!, $after: String) { orders(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage } } }',
        { first, after },
      )
    ).body
  assert.equal((await page(100)).data.orders.nodes.length, 100)
  assert.match((await page(101)).errors[0].message, /25000/)
  assert.equal(fake.requests.length, 2)
})

test('missing scopes and approvals deny fields and leave the rest; old orders vanish without a word', async (t) => {
  const { ask: query, shop, fake } = await openPlatform(t)
  await fillShop(shop, {
    customers: [{ id: 41, email: 'ida@example.com', createdAt: '2026-01-01T00:00:00Z' }],
    orders: [sampleOrder(1, { customerId: 41 }), sampleOrder(2, { createdAt: '2026-08-01T00:00:00Z' })],
  })
  shop.changeScopes(['read_orders'])
  const text =
    '{ orders(first: 5) { nodes { id email customer { id } } } currentAppInstallation { accessScopes { handle } } }'
  const { body } = await query(text)
  assert.deepEqual(body.data.orders.nodes, [
    { id: 'gid://shopify/Order/1', email: 'buyer1@example.com', customer: null },
  ])
  assert.deepEqual(body.errors[0].path, ['orders', 'nodes', 0, 'customer'])
  assert.equal(
    body.errors[0].message,
    'Access denied for customer field. Required access: `read_customers` access scope.',
  )
  assert.equal(body.errors[0].extensions.code, 'ACCESS_DENIED')
  assert.deepEqual(body.data.currentAppInstallation.accessScopes, [{ handle: 'read_orders' }])
  fake.platform.app = { ...fake.platform.app, customerData: 1 }
  const level1 = await query(text)
  assert.deepEqual([level1.body.data.orders.nodes[0].email, level1.body.errors.length], [null, 2])
  fake.platform.app = { ...fake.platform.app, customerData: 0 }
  const level0 = await query(text)
  assert.equal(level0.body.data, null)
  const node = '{ nodes(ids: ["gid://shopify/Order/1"]) { id } }'
  assert.deepEqual((await query(node)).body.data.nodes, [null])
  shop.changeScopes(['read_products'])
  fake.platform.app = { ...fake.platform.app, customerData: 2 }
  assert.match((await query(node)).body.errors[0].message, /`read_orders` access scope/)
})

test('things are found by id, in the order asked, with null for what is gone', async (t) => {
  const { ask: query, shop } = await openPlatform(t)
  await fillShop(shop, { products: [socks], orders: many })
  const refund = shop.store.refundOrder(2)
  const ids = ['Order/2', 'Order/99', 'ProductVariant/314', 'InventoryItem/315', `Refund/${refund.id}`].map(
    (id) => `gid://shopify/${id}`,
  )
  const { body } = await query(
    'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Refund { order { id } } } }',
    { ids },
  )
  assert.deepEqual(
    body.data.nodes.map((node: { id: string } | null) => node?.id ?? null),
    ids.map((id) => (id.endsWith('/99') ? null : id)),
  )
  assert.deepEqual(body.data.nodes[4].order, { id: 'gid://shopify/Order/2' })
  const tooMany = await query('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    ids: Array.from({ length: 251 }, () => ids[0]),
  })
  assert.match(tooMany.body.errors[0].message, /251 is greater than the maximum allowed of 250/)
})

test('three hundred lines come in pages', async (t) => {
  const { ask: query, shop } = await openPlatform(t)
  const lines = Array.from({ length: 300 }, (_, at) => ({
    id: at + 1000,
    title: `Line ${at}`,
    quantity: 1,
    unitPrice: '1',
  }))
  await fillShop(shop, { orders: [sampleOrder(1, { lines, discounts: [] })] })
  const text = `query($after: String) { order(id: "gid://shopify/Order/1") { lineItems(first: 200, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`
  const first = (await query(text)).body.data.order.lineItems
  const second = (await query(text, { after: first.pageInfo.endCursor })).body.data.order.lineItems
  assert.deepEqual(
    [first.nodes.length, first.pageInfo.hasNextPage, second.nodes.length, second.pageInfo.hasNextPage],
    [200, true, 100, false],
  )
  assert.equal(new Set([...first.nodes, ...second.nodes].map((node: { id: string }) => node.id)).size, 300)
})

test('versions fall forward and say so; states of the shop and dead tokens answer before anything else', async (t) => {
  const { shop, grant, clock } = await openPlatform(t)
  const query = '{ shop { name } }'
  const versionOf = async (version: string) =>
    (await ask(shop, grant.accessToken, { query, version })).headers.get('x-shopify-api-version')
  assert.deepEqual(await Promise.all(['2026-10', '2024-01', 'unstable'].map(versionOf)), [
    '2026-10',
    '2026-01',
    'unstable',
  ])
  const status = async (state: 'open' | 'frozen' | 'locked' | 'gone') => {
    shop.site.state = state
    return (await ask(shop, grant.accessToken, { query })).status
  }
  assert.deepEqual(
    [await status('frozen'), await status('locked'), await status('gone'), await status('open')],
    [402, 423, 404, 200],
  )
  clock.advance(3600)
  const dead = await ask(shop, grant.accessToken, { query })
  assert.deepEqual(
    [dead.status, dead.body],
    [401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' }],
  )
})

test('faults strike the calls they aim at, as often as they are told', async (t) => {
  const { ask: query, shop } = await openPlatform(t)
  const responses: unknown[] = []
  const add = shop.faults.add.bind(shop.faults)
  add({ kind: 'security_rejection', times: 1 })
  add({ kind: 'unavailable', times: 1 })
  add({ kind: 'errors_text', text: 'Nope', times: 1 })
  add({ kind: 'internal_error', times: 1 })
  add({ kind: 'throttled', operation: 'Other', times: 1 })
  for (let nth = 0; nth < 5; nth += 1) {
    const { status, body, text } = await query('query Mine { shop { name } }')
    responses.push([
      status,
      body.errors?.[0]?.extensions?.code ?? body.errors ?? (text.startsWith('<') ? 'page' : 'data'),
    ])
  }
  assert.deepEqual(responses, [
    [430, 'page'],
    [503, 'page'],
    [403, 'Nope'],
    [200, 'INTERNAL_SERVER_ERROR'],
    [200, 'data'],
  ])
  assert.equal((await query('query Other { shop { name } }')).body.errors[0].extensions.code, 'THROTTLED')
  add({ kind: 'denied_field', field: 'Shop.email' })
  assert.equal((await query('{ shop { email } }')).body.errors[0].extensions.code, 'ACCESS_DENIED')
  shop.faults.clear()
  add({ kind: 'cut', times: 1 })
  await assert.rejects(query('{ shop { name } }'))
  add({ kind: 'drop', times: 1 })
  await assert.rejects(query('{ shop { name } }'))
})

test('a caller that breaks off in the middle of a request does the platform no harm', async (t) => {
  const { ask: query, fake, shop } = await openPlatform(t)
  const socket = connect(fake.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /${shop.domain}/admin/api/2026-10/graphql.json HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"que`,
  )
  socket.destroy()
  await once(socket, 'close')
  assert.equal((await query('{ shop { name } }')).body.data.shop.name, 'sandbox-shop')
})
