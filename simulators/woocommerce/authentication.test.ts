import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { call, openShop, testKey } from './testing.ts'

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signing {
  readonly url: string
  /** The address in the signature; absent = the called one. */
  readonly signedUrl?: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly secret?: string
  readonly timestamp?: number
  readonly nonce?: string
  readonly algorithm?: 'sha1' | 'sha256'
}

function sign({
  url,
  signedUrl = url,
  parameters = {},
  secret = testKey.consumerSecret,
  timestamp,
  nonce,
  algorithm = 'sha256',
}: Signing): string {
  const all: Record<string, string> = {
    ...parameters,
    oauth_consumer_key: testKey.consumerKey,
    oauth_timestamp: String(timestamp ?? Math.floor(Date.now() / 1000)),
    oauth_nonce: nonce ?? randomUUID(),
    oauth_signature_method: `HMAC-${algorithm.toUpperCase()}`,
  }
  const names = Object.keys(all).sort()
  const normal = names.map((name) => `${encode(name)}=${encode(all[name] ?? '')}`).join('&')
  const signature = createHmac(algorithm, `${secret}&`)
    .update(`GET&${encode(signedUrl)}&${encode(normal)}`)
    .digest('base64')
  return `${url}?${new URLSearchParams({ ...all, oauth_signature: signature })}`
}

async function codeOf(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers })
  const body: unknown = await response.json()
  const code =
    typeof body === 'object' && body !== null && 'code' in body
      ? `${String(body.code)}: ${'message' in body ? String(body.message) : ''}`
      : 'ok'
  return `${response.status} ${code}`
}

const basic = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})

test('on https a key works as Basic and in the query, and a wrong secret is told apart from an unknown key', async (t) => {
  const fake = await openShop(t)
  const orders = `${fake.restUrl}wc/v3/orders`
  assert.equal(await codeOf(orders, basic('ck_test', 'cs_test')), '200 ok')
  assert.equal(await codeOf(`${orders}?consumer_key=ck_test&consumer_secret=cs_test`), '200 ok')
  assert.equal(
    await codeOf(orders, basic('ck_test', 'wrong')),
    '401 woocommerce_rest_authentication_error: Consumer secret is invalid.',
  )
  assert.equal(
    await codeOf(orders, basic('ck_other', 'cs_test')),
    '401 woocommerce_rest_cannot_view: Sorry, you cannot list resources.',
  )
  assert.equal(await codeOf(orders), '401 woocommerce_rest_cannot_view: Sorry, you cannot list resources.')
})

test('on http Basic is not even looked at, OAuth is', async (t) => {
  const fake = await openShop(t, { isSsl: false })
  const url = `${fake.restUrl}wc/v3/orders`
  assert.match(await codeOf(url, basic('ck_test', 'cs_test')), /^401 woocommerce_rest_cannot_view/)
  assert.equal(await codeOf(sign({ url })), '200 ok')
  assert.equal(await codeOf(sign({ url, algorithm: 'sha1' })), '200 ok')
  assert.equal(
    await codeOf(sign({ url, parameters: { 'status[0]': 'completed', per_page: '5', a1: 'x', a: "it's (1)" } })),
    '200 ok',
  )
})

test('OAuth faults have their own messages: secret, nonce, clock, missing parts, unknown key', async (t) => {
  const fake = await openShop(t, { isSsl: false })
  const url = `${fake.restUrl}wc/v3/orders`
  const error = '401 woocommerce_rest_authentication_error: '
  assert.equal(
    await codeOf(sign({ url, secret: 'wrong' })),
    `${error}Invalid signature - provided signature does not match.`,
  )
  assert.equal(await codeOf(sign({ url, nonce: 'once' })), '200 ok')
  assert.equal(await codeOf(sign({ url, nonce: 'once' })), `${error}Invalid nonce - nonce has already been used.`)
  const now = Math.floor(Date.now() / 1000)
  assert.equal(await codeOf(sign({ url, timestamp: now - 880 })), '200 ok')
  assert.equal(await codeOf(sign({ url, timestamp: now - 920 })), `${error}Invalid timestamp.`)
  assert.match(await codeOf(`${url}?oauth_nonce=1`), /^401 woocommerce_rest_authentication_missing_parameter/)
  fake.keys.delete('ck_test')
  assert.equal(await codeOf(sign({ url })), `${error}Consumer key is invalid.`)
})

test('the OAuth window follows the clock of the store', async (t) => {
  const fake = await openShop(t, { isSsl: false, clock: fixedClock('2026-11-01T12:00:00Z') })
  const url = `${fake.restUrl}wc/v3/orders`
  assert.equal(await codeOf(sign({ url, timestamp: Date.parse('2026-11-01T12:10:00Z') / 1000 })), '200 ok')
  assert.match(await codeOf(sign({ url })), /Invalid timestamp/)
})

test('a store that thinks it is on https wants the signature over https', async (t) => {
  const fake = await openShop(t, { isSsl: true })
  const url = `${fake.restUrl}wc/v3/orders`
  assert.match(await codeOf(sign({ url })), /Invalid signature/)
  assert.equal(await codeOf(sign({ url, signedUrl: url.replace('http:', 'https:') })), '200 ok')
})

test('with plain permalinks keys count only when the address holds wp-json/wc/ unencoded', async (t) => {
  const fake = await openShop(t, { permalinks: 'plain' })
  const route = `${fake.url}/index.php?rest_route=/wc/v3/orders`
  const headers = basic('ck_test', 'cs_test')
  assert.match(await codeOf(route, headers), /^401 woocommerce_rest_cannot_view/)
  assert.equal(await codeOf(`${route}&_wp=wp-json/wc/`, headers), '200 ok')
  assert.match(await codeOf(`${route}&_wp=wp-json%2Fwc%2F`, headers), /^401/)
  const page = await fetch(`${fake.url}/wp-json/`)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /html/)
  assert.equal(page.headers.get('link'), `<${fake.url}/index.php?rest_route=/>; rel="https://api.w.org/"`)
})

test('plain permalinks take OAuth over index.php with the dummy parameter signed too', async (t) => {
  const fake = await openShop(t, { permalinks: 'plain', isSsl: false })
  const parameters = { rest_route: '/wc/v3/orders', _wp: 'wp-json/wc/' }
  const unescaped = (url: string) => url.replaceAll('%2F', '/')
  assert.equal(await codeOf(unescaped(sign({ url: `${fake.url}/index.php`, parameters }))), '200 ok')
  assert.match(await codeOf(unescaped(sign({ url: `${fake.url}/`, parameters }))), /Invalid signature/)
})

test('permissions of a key and the role of its user are checked', async (t) => {
  const reader = { consumerKey: 'ck_read', consumerSecret: 'cs_read', permissions: 'read' } as const
  const fake = await openShop(t, { keys: [testKey, reader] })
  const response = await fetch(`${fake.restUrl}wc/v3/webhooks?consumer_key=ck_read&consumer_secret=cs_read`, {
    method: 'POST',
  })
  assert.equal(response.status, 401)
  assert.match(await response.text(), /does not have write permissions/)
  fake.keys.setRole('admin', 'customer')
  const refused = await call<{ code: string }>(fake, 'orders')
  assert.deepEqual([refused.status, refused.body.code], [403, 'woocommerce_rest_cannot_view'])
})

test('a shop in a sub-folder serves REST, its front page and signatures below that folder', async (t) => {
  const fake = await openShop(t, { path: '/shop', isSsl: false })
  assert.equal(fake.restUrl, `${fake.url}/wp-json/`)
  assert.ok(fake.url.endsWith('/shop'))
  assert.equal(await codeOf(sign({ url: `${fake.restUrl}wc/v3/orders` })), '200 ok')
  assert.equal((await fetch(`http://127.0.0.1:${fake.port}/wp-json/`)).status, 404)
})

test('the REST root tells zone and namespaces; without the plug-in the namespace and its routes are gone', async (t) => {
  const fake = await openShop(t, { zone: '+05:30' })
  const read = async () => {
    const root: unknown = await (await fetch(fake.restUrl)).json()
    return typeof root === 'object' && root !== null ? { ...root } : {}
  }
  const root: Record<string, unknown> = await read()
  assert.deepEqual([root['gmt_offset'], root['timezone_string'], root['home']], [5.5, '', fake.url])
  assert.match(JSON.stringify(root['namespaces']), /wc\/v3/)
  fake.site.features = { ...fake.site.features, active: false }
  assert.doesNotMatch(JSON.stringify(await read()), /wc\/v3/)
  assert.equal((await call<{ code: string }>(fake, 'orders')).body.code, 'rest_no_route')
})
