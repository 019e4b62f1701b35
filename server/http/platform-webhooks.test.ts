import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import {
  answerPrivacyRequest,
  exportCustomer,
  listConnections,
  listHealth,
  listPrivacyRequests,
  type MetricAnswer,
  type PrivacyRequestView,
  run,
} from '@tillsight/domain'
import { fillShop, startShopifyFake } from '../../simulators/index.ts'
import { postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { waitFor } from '../testing/temporary.ts'

// The app's configuration needs an address before the server has one: this relay forwards deliveries.
const responses: number[] = []
let repeatLast = async (): Promise<number> => assert.fail('nothing was delivered')
const relay = createServer((request, response) => void carryOver(request, response))

async function carryOver(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && name.includes('shopify')) headers.set(name, value)
  }
  const body = new Uint8Array(await buffer(request))
  repeatLast = async () =>
    (await installation.fetchAsVisitor('/webhooks/shopify', { method: 'POST', headers, body })).status
  const status = await repeatLast()
  responses.push(status)
  response.writeHead(status).end()
}
await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
after(() => relay.close())
// Holds because it listens on a port and not on a pipe.
const { port } = relay.address() as AddressInfo

const publicUrl = 'https://localhost:9'
const topics = ['customers/data_request', 'customers/redact', 'shop/redact']
const fake = await startShopifyFake({
  throttle: 'off',
  bulk: { startMs: 0, runMs: 0 },
  webhooks: { connectTimeoutMs: 10_000, timeoutMs: 30_000 },
  app: {
    appUrl: `${publicUrl}/connect/app/shopify`,
    webhooks: topics.map((topic) => ({ topic, uri: `http://127.0.0.1:${port}/` })),
  },
})
after(() => fake.close())
const store = fake.shop()
const { apiKey, apiSecret } = fake.app
const installation = await startInstallation(
  { after },
  {
    publicUrl,
    platformApps: { shopify: { apiKey, apiSecret, listingUrl: fake.appStoreUrl, shopUrl: fake.shopUrlTemplate } },
  },
)
const domain = 'asked.example'
const email = 'ida.berg@example.net'
const order = (id: number, customerId: number) => ({
  id,
  customerId,
  createdAt: `2026-03-1${id % 10}T10:00:00Z`,
  lines: [{ id: id + 5_000, title: 'Wool socks', sku: 'SOCK', quantity: 1, unitPrice: '20.00' }],
})
await fillShop(store, {
  customers: [
    { id: 41, email, createdAt: '2026-01-01T00:00:00Z' },
    { id: 42, email: 'bob@example.net', createdAt: '2026-01-01T00:00:00Z' },
  ],
  orders: [order(1_000, 41), order(1_001, 41), order(1_002, 42)],
})
await addShop(installation, { domain, platform: 'shopify', zone: 'UTC' })

const context = () => installation.contexts.shop(domain)
const behindProxy = (address: string | null) => (address ?? assert.fail('nowhere')).replace(publicUrl, '')
const places = async (path: string) => (await installation.fetch(path)).headers.get('location')

/** Installs the app and waits for the whole history. */
async function connect(): Promise<void> {
  const install = await fetch(`${fake.appStoreUrl}/install?shop=${store.domain}`, { redirect: 'manual' })
  const screen = await places(behindProxy(install.headers.get('location')))
  const body = new URLSearchParams({ decision: 'approve' })
  const approved = await fetch(screen ?? assert.fail('not sent to Shopify'), {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  await places(behindProxy(approved.headers.get('location')))
  await waitFor('the whole history', async () => {
    const [view] = await run(listConnections, await context(), {})
    return view?.streams.every(({ complete }) => complete) ? view : undefined
  })
}

async function askFigures() {
  const { body } = await postJson<MetricAnswer>(installation, `/api/v1/shops/${domain}/metrics/query`, {
    body: {
      metrics: ['orders', 'sales', 'newCustomers', 'returningCustomers'],
      from: '2026-03-01',
      to: '2026-03-31',
    },
  })
  return body.totals
}

/** Waits until the newest request of this kind is in this state. */
async function settled(
  kind: PrivacyRequestView['kind'],
  state: PrivacyRequestView['state'],
): Promise<PrivacyRequestView> {
  return waitFor(`${kind} to be ${state}`, async () => {
    const [newest] = (await run(listPrivacyRequests, await context(), {})).filter((request) => request.kind === kind)
    return newest?.state === state ? newest : undefined
  })
}

async function deliver(topic: 'customers/data_request' | 'customers/redact' | 'shop/redact', customer?: number) {
  responses.length = 0
  store.requestPrivacy(topic, customer)
  await fake.deliverWebhooks()
  return responses
}

test('what Shopify did not sign, and what nobody knows, is turned away', async () => {
  const init = {
    method: 'POST',
    body: '{"shop_domain":"x.myshopify.com"}',
    headers: { 'x-shopify-topic': 'shop/redact' },
  }
  const signed = { ...init, headers: { ...init.headers, 'x-shopify-hmac-sha256': 'AAAA' } }
  assert.equal((await installation.fetchAsVisitor('/webhooks/shopify', init)).status, 401)
  assert.equal((await installation.fetchAsVisitor('/webhooks/shopify', signed)).status, 401)
  assert.equal((await installation.fetchAsVisitor('/webhooks/woocommerce', signed)).status, 401)
  assert.equal((await installation.fetchAsVisitor('/webhooks/other', signed)).status, 401)
})

test('a request about a shop that is not connected is accepted and changes nothing', async () => {
  assert.deepEqual(await deliver('customers/redact', 41), [200])
  assert.deepEqual(await run(listPrivacyRequests, await context(), {}), [])
  const { kysely } = installation.runtime.stores.database
  const kept = await kysely.selectFrom('privacyRequests').select(['account', 'state', 'subject']).execute()
  assert.deepEqual(kept, [{ account: store.domain, state: 'unknown_shop', subject: null }])
})

test('a customer’s question is put before the owners, once, and handing the data over answers it', async () => {
  await connect()
  assert.deepEqual(await deliver('customers/data_request', 41), [200])
  const request = await settled('customer_data', 'open')
  assert.equal(await repeatLast(), 200)
  assert.equal((await run(listPrivacyRequests, await context(), {})).length, 1, 'the same delivery twice is one')
  assert.equal(request.who, 'Customer 41')
  assert.equal(Date.parse(request.dueAt) - Date.parse(request.receivedAt), 30 * 86_400_000)
  const issues = async () =>
    (await run(listHealth, await context(), {})).filter(({ kind }) => kind === 'privacy_request')
  const [issue] = await issues()
  assert.match(issue?.title ?? '', /Customer 41 asks/)
  assert.match(issue?.advice ?? '', /tillsight export customer --shop asked\.example --customer 41/)
  assert.doesNotMatch(JSON.stringify(issue), /ida/)
  const file = await run(exportCustomer, await context(), { customer: '41' })
  assert.deepEqual([file.orders.length, file.identifiers.emails], [2, [email]])
  assert.equal((await settled('customer_data', 'done')).who, 'A customer')
  assert.deepEqual(await issues(), [])
})

test('a customer’s question can be answered by the request alone, once', async () => {
  assert.deepEqual(await deliver('customers/data_request', 42), [200])
  const { id: request } = await settled('customer_data', 'open')
  const file = await run(answerPrivacyRequest, await context(), { request })
  assert.deepEqual(file.identifiers.emails, ['bob@example.net'])
  assert.equal((await settled('customer_data', 'done')).id, request)
  await assert.rejects(run(answerPrivacyRequest, await context(), { request }), { code: 'conflict' })
  await assert.rejects(run(answerPrivacyRequest, await context(), { request: 'x' }), { code: 'not_found' })
})

test('a customer whom Shopify wants erased is gone, and figures stay', async () => {
  const before = await askFigures()
  assert.deepEqual(before, { orders: 3, sales: '60.00', newCustomers: 2, returningCustomers: 1 })
  assert.deepEqual(await deliver('customers/redact', 41), [200])
  await settled('erase_customer', 'done')
  assert.deepEqual(await askFigures(), before)
  const held = async (subject: { customer: string } | { email: string }) =>
    (await run(exportCustomer, await context(), subject)).orders.length
  assert.deepEqual([await held({ customer: '41' }), await held({ email }), await held({ customer: '42' })], [0, 0, 1])
})

test('a shop that Shopify wants forgotten stays while it is connected, and goes when it is not', async () => {
  assert.deepEqual(await deliver('shop/redact'), [200])
  await settled('erase_shop', 'kept')
  assert.equal((await run(listConnections, await context(), {})).length, 1)
  store.uninstall()
  assert.deepEqual((await deliver('shop/redact')).at(-1), 200)
  await settled('erase_shop', 'done')
  assert.deepEqual(await run(listConnections, await context(), {}), [])
  assert.deepEqual(await askFigures(), { orders: 0, sales: '0.00', newCustomers: 0, returningCustomers: 0 })
})
