import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillShop } from './index.ts'
import { type Opened, openPlatform, sampleOrder, socks } from './testing.ts'

const run = `mutation Run($query: String!, $isGrouped: Boolean!) { bulkOperationRunQuery(query: $query, groupObjects: $isGrouped) {
  bulkOperation { id status } userErrors { field message code } } }`
const poll = `query Poll($id: ID!) { bulkOperation(id: $id) { status errorCode completedAt objectCount rootObjectCount fileSize url partialDataUrl } }`
const ordersQuery = `{ orders(query: "created_at:>='2026-11-01T00:00:00Z'") { edges { node { name refunds { totalRefundedSet { shopMoney { amount } } }
  lineItems { edges { node { sku product { id } } } } } } } }`

async function start({ ask }: Opened, query = ordersQuery, isGrouped = false) {
  const { body } = await ask(run, { query, isGrouped })
  return body.data.bulkOperationRunQuery
}

async function state({ ask }: Opened, id: string) {
  return (await ask(poll, { id })).body.data.bulkOperation
}

async function lines(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text()
  return text.split('\n').filter((line) => line !== '')
}

async function opened(t: Parameters<typeof openPlatform>[0], options: Parameters<typeof openPlatform>[1] = {}) {
  const platform = await openPlatform(t, options)
  await fillShop(platform.shop, { products: [socks], orders: [1, 2, 3].map((id) => sampleOrder(id)) })
  return platform
}

test('an operation goes from CREATED over RUNNING to COMPLETED by the platform’s clock; its file has a line for each child', async (t) => {
  const platform = await opened(t, { bulk: { startMs: 1000, runMs: 2000 } })
  const { bulkOperation, userErrors } = await start(platform)
  assert.deepEqual([bulkOperation.status, userErrors], ['CREATED', []])
  platform.clock.advance(1)
  assert.equal((await state(platform, bulkOperation.id)).status, 'RUNNING')
  platform.clock.advance(2)
  const done = await state(platform, bulkOperation.id)
  assert.deepEqual(
    [done.status, done.objectCount, done.rootObjectCount, done.completedAt],
    ['COMPLETED', '6', '3', '2026-11-20T12:00:03Z'],
  )
  const found = await lines(done.url)
  assert.deepEqual(found.slice(0, 1).concat(found.slice(3, 4)), [
    '{"id":"gid:\\/\\/shopify\\/Order\\/1","name":"#1","refunds":[]}',
    '{"sku":"SOCK","product":{"id":"gid:\\/\\/shopify\\/Product\\/310"},"__parentId":"gid:\\/\\/shopify\\/Order\\/1"}',
  ])
  assert.equal(Number(done.fileSize), found.join('\n').length + 1)
})

test('grouped lines stand with their parent; nothing found means no file', async (t) => {
  const platform = await opened(t)
  const grouped = await start(platform, ordersQuery, true)
  const found = await lines((await state(platform, grouped.bulkOperation.id)).url)
  assert.deepEqual(
    found.map((line) => 'name' in JSON.parse(line)),
    [true, false, true, false, true, false],
  )
  const empty = await start(platform, ordersQuery.replace('2026-11-01', '2027-01-01'))
  const done = await state(platform, empty.bulkOperation.id)
  assert.deepEqual([done.status, done.url, done.objectCount], ['COMPLETED', null, '0'])
})

test('queries that Shopify refuses are refused', async (t) => {
  const platform = await opened(t)
  const problem = async (query: string): Promise<string> => (await start(platform, query)).userErrors[0].message
  assert.match(await problem('{ shop { name } }'), /at least one connection/)
  assert.match(
    await problem('{ orders { edges { node { id refunds { refundLineItems { edges { node { quantity } } } } } } } }'),
    /connection field within a list field/,
  )
  assert.match(await problem('{ orders { edges { node { nmae } } } }'), /Field 'nmae' doesn't exist on type 'Order'/)
  const six = Array.from({ length: 5 }, (_, at) => `l${at}: lineItems { edges { node { id } } }`).join(' ')
  assert.match(await problem(`{ orders { edges { node { id ${six} } } } }`), /more than 5 connections/)
})

test('five at once, no more; one can be cancelled; the list can be searched', async (t) => {
  const platform = await opened(t, { bulk: { runMs: 60_000 } })
  const ids: string[] = []
  for (let nth = 0; nth < 5; nth += 1) ids.push((await start(platform)).bulkOperation.id)
  assert.equal((await start(platform)).userErrors[0].code, 'LIMIT_REACHED')
  const cancelled = await platform.ask(
    'mutation($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { message } } }',
    { id: ids[0] },
  )
  assert.equal(cancelled.body.data.bulkOperationCancel.bulkOperation.status, 'CANCELING')
  assert.equal((await state(platform, ids[0] ?? '')).status, 'CANCELED')
  const list = await platform.ask(
    '{ bulkOperations(first: 10, query: "status:running operation_type:query") { nodes { id } } }',
  )
  assert.deepEqual(
    list.body.data.bulkOperations.nodes.map((node: { id: string }) => node.id),
    ids.slice(1),
  )
  assert.equal((await start(platform)).bulkOperation.status, 'RUNNING')
})

test('failures: part of a file, expiry, wrong counts, an orphan, a cut download, a link that is too old', async (t) => {
  const platform = await opened(t)
  const { faults } = platform.shop
  const ended = async () => state(platform, (await start(platform)).bulkOperation.id)
  faults.add({ kind: 'bulk_failed', errorCode: 'TIMEOUT', lines: 2, times: 1 })
  const failed = await ended()
  assert.deepEqual(
    [failed.status, failed.errorCode, failed.url, (await lines(failed.partialDataUrl)).length],
    ['FAILED', 'TIMEOUT', null, 2],
  )
  faults.add({ kind: 'bulk_expired', times: 1 })
  assert.equal((await ended()).status, 'EXPIRED')
  faults.add({ kind: 'bulk_wrong_counts', times: 1 })
  assert.deepEqual((await ended()).rootObjectCount, '4')
  faults.add({ kind: 'bulk_orphan', times: 1 })
  const orphaned = (await lines((await ended()).url)).map((line) => JSON.parse(line).__parentId)
  assert.ok(orphaned.includes('gid://shopify/Order/10'))
  const good = await ended()
  faults.add({ kind: 'cut', area: 'files', times: 1 })
  await assert.rejects(lines(good.url))
  assert.equal((await lines(good.url)).length, 6)
  platform.clock.advance(7 * 86_400 + 1)
  assert.equal((await fetch(good.url)).status, 403)
})

test('a field without permission fails the operation; its end is told by webhook', async (t) => {
  const platform = await opened(t)
  await platform.ask(
    'mutation { webhookSubscriptionCreate(topic: BULK_OPERATIONS_FINISH, webhookSubscription: { uri: "http://127.0.0.1:9/hook" }) { userErrors { message } } }',
  )
  platform.shop.changeScopes(['read_orders'])
  const { bulkOperation } = await start(platform)
  const done = await state(platform, bulkOperation.id)
  assert.deepEqual([done.status, done.errorCode], ['FAILED', 'ACCESS_DENIED'])
  assert.equal(platform.shop.webhooks.waiting, 1)
})
