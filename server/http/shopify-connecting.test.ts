import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type ConnectionView, findAttempt, listConnections, type MetricAnswer, run } from '@tillsight/domain'
import { fillShop, startShopifyFake } from '../../simulators/index.ts'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { waitFor } from '../testing/temporary.ts'

// Represents a TLS proxy in front; nothing listens there, so this test forwards requests to the server.
const publicUrl = 'https://localhost:9'
const fake = await startShopifyFake({
  throttle: 'off',
  bulk: { startMs: 0, runMs: 0 },
  shops: [{ shop: 'first' }, { shop: 'second' }],
  app: { appUrl: `${publicUrl}/connect/app/shopify` },
})
after(() => fake.close())
const store = fake.shop('first')
const another = fake.shop('second')
const { apiKey, apiSecret } = fake.app
const installation = await startInstallation(
  { after },
  {
    publicUrl,
    platformApps: { shopify: { apiKey, apiSecret, listingUrl: fake.appStoreUrl, shopUrl: fake.shopUrlTemplate } },
  },
)
const line = { title: 'Wool socks', sku: 'SOCK', quantity: 1, unitPrice: '20.00' }
await fillShop(store, {
  orders: Array.from({ length: 30 }, (_, index) => ({
    id: 1_000 + index,
    createdAt: '2026-03-10T10:00:00Z',
    lines: [{ ...line, id: 5_000 + index }],
  })),
})
await addShop(installation, { domain: 'known.example', platform: 'shopify', zone: 'UTC' })

const behindProxy = (address: string | null) => (address ?? assert.fail('nowhere')).replace(publicUrl, '')
const places = async (path: string) => (await installation.fetch(path)).headers.get('location')

async function connection(): Promise<ConnectionView | undefined> {
  return (await run(listConnections, await installation.contexts.shop('known.example'), {}))[0]
}

/** Installs from the app store and approves like a merchant's browser; returns the final address. */
async function approve(): Promise<string> {
  const install = await fetch(`${fake.appStoreUrl}/install?shop=${store.domain}`, { redirect: 'manual' })
  const screen = await places(behindProxy(install.headers.get('location')))
  const approved = await fetch(screen ?? assert.fail('not sent to Shopify'), {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
  })
  return behindProxy(approved.headers.get('location'))
}

test('an address that Shopify did not sign leads nowhere', async () => {
  const forged = await getJson<Problem>(installation, `/connect/app/shopify?shop=${store.domain}&hmac=00`)
  assert.deepEqual([forged.status, forged.body.code], [403, 'forbidden'])
})

test('connecting begins in the app store and ends with the orders', async () => {
  store.uninstall()
  assert.equal(await places('/api/shopify/connect?shop=known.example'), fake.appStoreUrl)
  const back = await approve()
  assert.match(back, /^\/connect\/return\/shopify\?/)
  const meddled = await installation.fetch(back.replace(/code=[^&]+/, 'code=other'))
  assert.equal(meddled.status, 502, 'the signature covers the code')
  assert.equal(await places(back), '/shop/known.example/integrations?connected=shopify')
  await waitFor('the whole history', async () => {
    const view = await connection()
    return view?.streams.every(({ complete }) => complete) ? view : undefined
  })
  const { body } = await postJson<MetricAnswer>(installation, '/api/v1/shops/known.example/metrics/query', {
    body: { metrics: ['orders', 'sales'], from: '2026-03-10', to: '2026-03-10' },
  })
  assert.deepEqual(body.totals, { orders: 30, sales: '600.00' })
  assert.doesNotMatch(JSON.stringify(await connection()), /shpat_|shprt_/)
})

test('somebody who installs it again comes back to the same shop and connection', async () => {
  const before = await connection()
  assert.equal(await places(await approve()), '/shop/known.example/integrations?connected=shopify')
  assert.equal((await connection())?.id, before?.id)
})

test('a browser that comes back with something wrong is led to the page that says what', async () => {
  const asBrowser = async (path: string) =>
    (await installation.fetch(path, { headers: { accept: 'text/html' } })).headers.get('location')
  const back = await approve()
  assert.equal(
    await asBrowser(back.replace(/code=[^&]+/, 'code=other')),
    '/shop/known.example/integrations?failed=shopify&why=not_genuine',
  )
  assert.equal(
    await asBrowser('/connect/return/shopify?state=made-up&code=1'),
    '/shop/known.example/integrations?failed=shopify&why=unknown',
  )
  assert.equal(
    await asBrowser(back.replace(/&?code=[^&]+/, '')),
    '/shop/known.example/integrations?failed=shopify&why=declined',
  )
})

test('an installation in the app store belongs to the shop that somebody left from', async () => {
  for (const domain of ['one.example', 'other.example']) {
    await addShop(installation, { domain, platform: 'shopify', zone: 'UTC' })
  }
  const left = await installation.fetch('/api/shopify/connect?shop=other.example')
  const cookie = left.headers.get('set-cookie')?.split(';')[0] ?? assert.fail('nothing is remembered')
  const install = await fetch(`${fake.appStoreUrl}/install?shop=${another.domain}`, { redirect: 'manual' })
  const landing = behindProxy(install.headers.get('location'))
  const form = (await installation.fetch(landing)).headers.get('location')
  assert.match(form ?? '', /^\/shop\/one\.example\/integrations\?connect=shopify/, 'which one is not known')
  const session = installation.owner.headers().get('cookie')
  const headers = { cookie: `${session}; ${cookie}` }
  await installation.fetchAsVisitor(landing, { headers })
  const ctx = await installation.contexts.shop('other.example')
  assert.equal((await run(findAttempt, ctx, {}))?.connector, 'shopify')
})
