import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { listConnections, run } from '@tillsight/domain'
import { fillShop, startShopifyFake } from '../../simulators/index.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { waitFor } from '../testing/temporary.ts'

// Represents a TLS proxy in front; nothing listens there, so this test forwards requests to the server.
const publicUrl = 'https://localhost:9'
const fake = await startShopifyFake({
  throttle: 'off',
  bulk: { startMs: 0, runMs: 0 },
  app: { appUrl: `${publicUrl}/connect/app/shopify`, isEmbedded: true },
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
const at = '2026-03-10T10:00:00Z'
await fillShop(store, {
  orders: [{ id: 1_000, createdAt: at, lines: [{ id: 5_000, title: 'Socks', quantity: 1, unitPrice: '20.00' }] }],
})
await addShop(installation, { domain: 'known.example', platform: 'shopify', zone: 'UTC' })
store.install()

const connection = async () => (await run(listConnections, await installation.contexts.shop('known.example'), {}))[0]

/** The address that Shopify's admin opens in its frame. */
async function landing(): Promise<string> {
  const opened = await fetch(`${fake.appStoreUrl}/install?shop=${store.domain}`, { redirect: 'manual' })
  return (opened.headers.get('location') ?? assert.fail('nowhere')).replace(publicUrl, '')
}

test('a token that is not genuine or not valid any more is refused, and the admin asked for another one', async () => {
  const path = await landing()
  assert.match(path, /embedded=1/)
  for (const changed of [
    path.replace(/id_token=[^&]+/, 'id_token=e30.e30.e30'),
    path.replace(/hmac=[^&]+/, 'hmac=00'),
  ]) {
    const response = await installation.fetch(changed)
    assert.equal(response.status, 403, 'the whole address is signed')
  }
  const token = store.sessionToken(-60)
  const query = Object.fromEntries(new URL(path, publicUrl).searchParams)
  const signed = `/connect/app/shopify?${signedQuery({ ...query, id_token: token })}`
  const refused = await installation.fetch(signed)
  assert.equal(refused.status, 401)
  assert.equal(refused.headers.get('x-shopify-retry-invalid-session-request'), '1')
  const byItself = await installation.fetch(signed, { headers: { 'sec-fetch-dest': 'document' } })
  assert.match(byItself.headers.get('location') ?? '', /\/admin\/oauth\/authorize\?/, 'outside of the frame it asks')
  assert.equal(await connection(), undefined)
})

test('somebody who is not signed in here signs in first', async () => {
  const response = await installation.fetchAsVisitor(await landing())
  assert.match(response.headers.get('location') ?? '', /^\/(?:login|auth|sign)/)
  assert.equal(await connection(), undefined)
})

test('a valid one that nobody here began with connects nothing: a link could have brought it', async () => {
  const response = await installation.fetch(await landing())
  assert.match(response.headers.get('location') ?? '', /\/admin\/oauth\/authorize\?/)
  assert.equal(await connection(), undefined)
})

test('a valid one becomes a connection without asking the merchant anything more than leaving for the app store', async () => {
  const { shop } = await installation.contexts.shop('known.example')
  const left = await installation.fetch(`/api/shopify/connect?shop=${shop.id}`)
  assert.equal(left.headers.get('location'), fake.appStoreUrl)
  const before = fake.requests.length
  const [remembered] = (left.headers.get('set-cookie') ?? '').split(';')
  const cookie = `${installation.owner.headers().get('cookie')}; ${remembered}`
  const response = await installation.fetch(await landing(), { headers: { cookie } })
  assert.equal(response.headers.get('location'), '/shop/known.example/integrations?connected=shopify')
  await waitFor('the whole history', async () => {
    const view = await connection()
    return view?.streams.length && view.streams.every(({ complete }) => complete) ? view : undefined
  })
  const asked = fake.requests.slice(before).filter(({ area }) => area === 'oauth')
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['POST'],
    'one exchange and no screen',
  )
  assert.doesNotMatch(JSON.stringify(await connection()), /shpat_|shprt_/)
})

/** Signs a query like Shopify. */
function signedQuery(query: Readonly<Record<string, string>>): URLSearchParams {
  const text = Object.entries(query)
    .filter(([name]) => name !== 'hmac')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return new URLSearchParams({ ...query, hmac: createHmac('sha256', apiSecret).update(text).digest('hex') })
}
