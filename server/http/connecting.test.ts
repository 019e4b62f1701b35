import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { type ConnectionView, listConnections, type MetricAnswer, queueDueWork, run } from '@tillsight/domain'
import { readConnections } from '../../app/blocks/connections/connections.ts'
import { readConnectBrowser } from '../../app/guards/connect-browser.server.ts'
import { createAppServices } from '../app-services/index.ts'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { known, startKnownStore } from '../testing/known-store.ts'
import { visitOf } from '../testing/people.ts'
import { waitFor } from '../testing/temporary.ts'

// Represents a TLS proxy in front; nothing listens there, so this test forwards requests to the server.
const publicUrl = 'https://localhost:9'
const installation = await startInstallation({ after }, { publicUrl })
const store = await startKnownStore({ after }, 120)

/** In a context of its own request: within one, reads are cached. */
async function openShop(domain = 'known.example') {
  const services = createAppServices(installation.runtime, visitOf(installation, installation.owner))
  return (await services.shop(domain)) ?? assert.fail('no shop')
}

await addShop(installation, { domain: 'known.example', zone: 'UTC' })

const behindProxy = (address: string) => address.replaceAll(publicUrl, installation.address)

async function connections(): Promise<ConnectionView[]> {
  return await run(listConnections, await installation.contexts.shop('known.example'), {})
}

function complete(): Promise<ConnectionView> {
  return waitFor('the whole history', async () => {
    const [view] = await connections()
    return view?.streams.every((stream) => stream.complete) ? view : undefined
  })
}

async function totals(): Promise<MetricAnswer['totals']> {
  const { body } = await postJson<MetricAnswer>(installation, '/api/v1/shops/known.example/metrics/query', {
    body: { ...known, metrics: Object.keys(store.figures) },
  })
  return body.totals
}

/** Goes through the store's own screens like a merchant's browser; returns the address that it is redirected to. */
async function approveInStore(redirectTo: string): Promise<string> {
  const screen = new URL(redirectTo)
  for (const name of ['callback_url', 'return_url'])
    screen.searchParams.set(name, behindProxy(screen.searchParams.get(name) ?? ''))
  const login = await fetch(screen, { redirect: 'manual' })
  const loginUrl = login.headers.get('location') ?? assert.fail('no login')
  const session = await fetch(loginUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password: 'password' }),
  })
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? assert.fail('not signed in')
  const page = await fetch(session.headers.get('location') ?? assert.fail('no screen'), { headers: { cookie } })
  const approve = /href="([^"]+)" class="[^"]*wc-auth-approve"/.exec(await page.text())?.[1] ?? assert.fail('no button')
  const granted = await fetch(approve.replaceAll(/&(?:amp|#0?38);/g, '&'), { headers: { cookie }, redirect: 'manual' })
  return granted.headers.get('location') ?? assert.fail(`not granted: ${await granted.text()}`)
}

test('a callback or a return with a state that nobody gave out is refused', async () => {
  const keys = {
    key_id: 1,
    user_id: 'made-up',
    consumer_key: `ck_${'0'.repeat(40)}`,
    consumer_secret: `cs_${'0'.repeat(40)}`,
    key_permissions: 'read',
  }
  const callback = await postJson<Problem>(installation, '/connect/callback/woocommerce', { body: keys })
  assert.deepEqual([callback.status, callback.body.code], [403, 'forbidden'])
  const nonsense = await postJson<Problem>(installation, '/connect/callback/woocommerce', { body: '<xml/>' })
  assert.ok(nonsense.status >= 400)
  const returned = await getJson<Problem>(installation, '/connect/return/woocommerce?user_id=made-up&success=1')
  assert.equal(returned.status, 404)
  assert.match(returned.body.detail, /Start it again/)
  const unknown = await postJson<Problem>(installation, '/connect/callback/nothing', { body: keys })
  assert.equal(unknown.status, 404)
  assert.deepEqual(await connections(), [])
})

const browser = readConnectBrowser(installation.owner.cookie) ?? assert.fail('no browser')

async function begin(): Promise<string> {
  const values = { url: store.fake.url }
  const { run } = await openShop()
  return (await run('connection.begin', { connector: 'woocommerce', values, access: 'read_write', browser }))
    .redirectUrl
}

test('keys wait until the browser that began is back, and another one ends the attempt', async () => {
  const redirectTo = await begin()
  assert.equal(new URL(redirectTo).searchParams.get('app_name'), 'Tillsight for known.example (Tillsight)')
  const { pathname, search } = new URL(await approveInStore(redirectTo))
  assert.equal((await (await openShop()).run('connection.attempt'))?.keysWait, true)
  assert.deepEqual(await connections(), [], 'nothing is read')
  const rows = await installation.runtime.stores.database.kysely.selectFrom('pendingConnects').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(rows.map((row) => row.grantedEncrypted?.toString('latin1'))), /c[ks]_/)

  const elsewhere = await getJson<Problem>({ fetch: installation.fetchAsVisitor }, `${pathname}${search}`)
  assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'forbidden'])
  assert.match(elsewhere.body.detail, /another browser.*remove the keys/)
  assert.equal(await (await openShop()).run('connection.attempt'), null)
  const late = await installation.fetch(`${pathname}${search}`, { headers: { accept: 'text/html' } })
  assert.equal(late.headers.get('location'), '/shop/known.example/integrations?failed=woocommerce&why=expired')
  assert.deepEqual(await connections(), [])
})

test('a member in another browser than the one that began is told so on the page', async () => {
  const { pathname, search } = new URL(await approveInStore(await begin()))
  const [session = ''] = installation.owner.cookie.split('; ')
  const result = await installation.fetchAsVisitor(`${pathname}${search}`, {
    headers: { cookie: session, accept: 'text/html' },
  })
  assert.equal(result.headers.get('location'), '/shop/known.example/integrations?failed=woocommerce&why=other_browser')
  assert.deepEqual(await connections(), [])
})

test('a store is connected by approval in the store, and its history comes in by itself', async () => {
  const connector = (await (await openShop()).run('connector.list')).find(({ id }) => id === 'woocommerce')
  assert.deepEqual(connector?.redirectFields, ['url'])
  const redirectTo = await begin()
  assert.ok(redirectTo.startsWith(`${store.fake.url}/wc-auth/v1/authorize?`))
  const back = new URL(await approveInStore(redirectTo))
  assert.equal(back.searchParams.get('success'), '1')
  const returned = await installation.fetch(`${back.pathname}${back.search}`)
  assert.equal(returned.status, 302)
  assert.equal(returned.headers.get('location'), '/shop/known.example/integrations?connected=woocommerce')
  await complete()
  assert.deepEqual(await totals(), store.figures)

  const replayed = await postJson<Problem>(installation, '/connect/callback/woocommerce', {
    body: {
      key_id: 1,
      user_id: back.searchParams.get('user_id'),
      consumer_key: `ck_${'0'.repeat(40)}`,
      consumer_secret: `cs_${'0'.repeat(40)}`,
      key_permissions: 'read',
    },
  })
  assert.equal(replayed.status, 403, 'a state works once')
})

test('the card of the connection shows how it stands and no secret', async () => {
  const [card] = await readConnections(await openShop())
  assert.equal(card?.connectorLabel, 'WooCommerce')
  assert.deepEqual([...new Set(card.streams.map(({ state }) => state))], ['complete'], JSON.stringify(card.streams))
  const api = await getJson<unknown>(installation, '/api/v1/shops/known.example/connections')
  assert.doesNotMatch(JSON.stringify([card, api.body]), /ck_|cs_/)
})

interface Hook {
  readonly path: string
  readonly secret: string
}

async function hook(): Promise<Hook> {
  // Instead of waiting for the next full minute.
  await queueDueWork(installation.runtime.sync)
  return await waitFor('registered webhooks', (): Hook | undefined => {
    const found = store.fake.webhooks.list().find(({ topic }) => topic === 'order.updated')
    return found === undefined ? undefined : { path: new URL(found.deliveryUrl).pathname, secret: found.secret }
  })
}

async function send(path: string, secret: string | undefined): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ id: 1000, status: 'completed' })
  const response = await installation.fetch(path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-wc-webhook-source': `${store.fake.url}/`,
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-id': '1',
      'x-wc-webhook-delivery-id': 'd1',
      ...(secret === undefined
        ? {}
        : { 'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64') }),
    },
  })
  return { status: response.status, text: await response.text() }
}

test('a signed webhook is taken, also twice; a forged one and one to nobody get the same bare refusal', async () => {
  const { path, secret } = await hook()
  const accepted = { status: 200, text: '' }
  assert.deepEqual([await send(path, secret), await send(path, secret)], [accepted, accepted])
  const refused = { status: 401, text: '' }
  assert.deepEqual(await send(path, 'wrong'), refused)
  assert.deepEqual(await send(path, undefined), refused)
  assert.deepEqual(await send(`/webhooks/woocommerce/${randomUUID()}`, secret), refused)
  assert.deepEqual(await send('/webhooks/woocommerce/not-an-id', secret), refused)
  assert.deepEqual(await send(path.replace('woocommerce', 'shopify'), secret), refused)
})

test('a new order is in the figures after its webhook', async () => {
  await hook()
  const hooks = store.fake.webhooks.list()
  for (const { id, deliveryUrl } of hooks)
    await store.fake.webhooks.update(id, { deliveryUrl: behindProxy(deliveryUrl) })
  const line = { id: 77_001, productId: 7, sku: 'TEA', name: 'Tea', quantity: 1, subtotal: '9.99', total: '9.99' }
  const createdAt = '2024-12-31T12:00:00Z'
  store.fake.store.createOrder({ status: 'completed', createdAt, email: 'new@example.com', lines: [line] })
  const reports = await store.fake.deliverWebhooks()
  assert.deepEqual([...new Set(reports.map(({ outcome }) => JSON.stringify(outcome)))], ['{"status":200}'])
  for (const { id, deliveryUrl } of hooks) await store.fake.webhooks.update(id, { deliveryUrl })
  const expected = (Number(store.figures.grossSales) + 9.99).toFixed(2)
  await waitFor('the new order', async () => ((await totals()).grossSales === expected ? true : undefined))
})

test('keys that the store does not accept are refused with what to do, and nothing is kept', async () => {
  await addShop(installation, { domain: 'second.example' })
  const shop = await openShop('second.example')
  const values = { url: store.fake.url, key: 'ck_wrong', secret: 'cs_wrong' }
  await assert.rejects(
    shop.run('connection.connect', { connector: 'woocommerce', values, access: 'read' }),
    (error: Error) => /key/i.test(error.message) && !error.message.includes('cs_wrong'),
  )
  assert.deepEqual(await readConnections(shop), [])
})

test('a paused connection is not read until it is resumed', async () => {
  const { run: verb } = await openShop()
  const standing = async () => (await readConnections(await openShop()))[0] ?? assert.fail('not connected')
  const { id: connection } = await standing()
  await verb('connection.pause', { connection, paused: true })
  assert.equal((await standing()).status, 'paused')
  await verb('connection.pause', { connection, paused: false })
  assert.notEqual((await standing()).status, 'paused')
  await assert.rejects(verb('connection.pause', { connection: randomUUID(), paused: true }), /not|no /)
})

test('disconnecting keeps the figures and takes the webhooks away from the store', async () => {
  const before = await totals()
  const shop = await openShop()
  const [card] = await readConnections(shop)
  await shop.run('connection.disconnect', { connection: card?.id ?? '', data: 'keep' })
  assert.deepEqual(await readConnections(shop), [])
  assert.deepEqual(await totals(), before)
  assert.deepEqual(store.fake.webhooks.list(), [])
})

test('the start of a connect flow is a link: to the form, or to the store once its address is known', async () => {
  const start = (query: string) => installation.fetch(`/api/woocommerce/connect${query}`)
  const missing = await start('')
  assert.equal(missing.status, 400)
  const form = await start('?shop=known.example')
  assert.equal(form.headers.get('location'), '/shop/known.example/integrations?connect=woocommerce')
  const away = await start(`?shop=known.example&url=${encodeURIComponent(store.fake.url)}`)
  assert.ok(away.headers.get('location')?.startsWith(`${store.fake.url}/wc-auth/v1/authorize?`))
  assert.equal((await start('?shop=other.example')).status, 404)
  assert.equal((await installation.fetch('/api/nothing/connect?shop=known.example')).status, 404)
  const visitor = await fetch(`${installation.address}/api/woocommerce/connect?shop=known.example`, {
    redirect: 'manual',
  })
  assert.match(visitor.headers.get('location') ?? '', /login/)
  assert.match(visitor.headers.get('set-cookie') ?? '', /sb-redirect-path=/)
  assert.equal((await installation.fetch('/connect/app/woocommerce')).status, 404)
})
