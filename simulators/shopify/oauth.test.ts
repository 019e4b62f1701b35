import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { FakeShop } from './index.ts'
import { ask, openPlatform } from './testing.ts'

const secret = 'shpss_sandbox-secret'
const keys = { client_id: 'sandbox-api-key', client_secret: secret }
const offline = 'urn:shopify:params:oauth:token-type:offline-access-token'
const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange'

async function token(shop: FakeShop, fields: Record<string, string>, asForm = false) {
  const response = await fetch(`${shop.url}/admin/oauth/access_token`, {
    method: 'POST',
    ...(asForm
      ? { body: new URLSearchParams({ ...keys, ...fields }) }
      : { body: JSON.stringify({ ...keys, ...fields }), headers: { 'content-type': 'application/json' } }),
  })
  const body: Record<string, string | number> = await response.json()
  return { status: response.status, body }
}

function isGenuine(url: URL): boolean {
  const pairs = [...url.searchParams].filter(([key]) => key !== 'hmac').toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
  return createHmac('sha256', secret).update(text).digest('hex') === url.searchParams.get('hmac')
}

const authorizePath = (shop: FakeShop) =>
  `${shop.url}/admin/oauth/authorize?client_id=sandbox-api-key&scope=read_orders,write_pixels,read_pixels&redirect_uri=${encodeURIComponent('https://app.example/callback')}&state=abc`

async function approve(shop: FakeShop): Promise<URL> {
  const response = await fetch(authorizePath(shop), {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
  })
  assert.equal(response.status, 302)
  return new URL(response.headers.get('location') ?? '')
}

test('the listing installs on a shop and lands on the app with a signature', async (t) => {
  const { fake } = await openPlatform(t, { app: { appUrl: 'https://app.example/shopify' } })
  const listing = await (await fetch(fake.appStoreUrl)).text()
  assert.match(listing, /Install on sandbox-shop\.myshopify\.com/)
  const landed = await fetch(`${fake.appStoreUrl}/install?shop=sandbox-shop.myshopify.com`, { redirect: 'manual' })
  const url = new URL(landed.headers.get('location') ?? '')
  assert.deepEqual([...url.searchParams.keys()], ['host', 'shop', 'timestamp', 'hmac'])
  assert.ok(isGenuine(url))
  fake.shop().faults.add({ kind: 'wrong_hmac', times: 1 })
  const forged = await fetch(`${fake.shop().url}/admin/apps/sandbox-app`, { redirect: 'manual' })
  assert.ok(!isGenuine(new URL(forged.headers.get('location') ?? '')))
})

test('consent gives a code that works once, within a minute; a second visit needs no screen', async (t) => {
  const { fake, clock } = await openPlatform(t)
  const shop = fake.shop()
  shop.uninstall()
  const screen = await fetch(authorizePath(shop), { redirect: 'manual' })
  assert.equal(screen.status, 200)
  assert.match(await screen.text(), /<li>read_orders<\/li>.*Install app.*Cancel/s)
  const back = await approve(shop)
  assert.ok(isGenuine(back))
  assert.deepEqual([back.searchParams.get('state'), back.searchParams.get('shop')], ['abc', shop.domain])
  const code = back.searchParams.get('code') ?? ''
  const granted = await token(shop, { code, expiring: '1' })
  assert.deepEqual(
    [granted.status, granted.body['scope'], granted.body['expires_in'], granted.body['refresh_token_expires_in']],
    [200, 'read_orders,write_pixels', 3600, 7_776_000],
  )
  assert.deepEqual(await token(shop, { code, expiring: '1' }), {
    status: 400,
    body: { error: 'invalid_request', error_description: 'The authorization code was not found or was already used' },
  })
  assert.equal((await fetch(authorizePath(shop), { redirect: 'manual' })).status, 302)
  const late = (await approve(shop)).searchParams.get('code') ?? ''
  clock.advance(61)
  assert.equal((await token(shop, { code: late })).status, 400)
})

test('declining goes back to the shop; strangers and wrong addresses are refused', async (t) => {
  const { fake } = await openPlatform(t, { app: { redirectUrls: ['https://app.example/callback'] } })
  const shop = fake.shop()
  shop.uninstall()
  const declined = await fetch(authorizePath(shop), {
    method: 'POST',
    body: new URLSearchParams({ decision: 'cancel' }),
    redirect: 'manual',
  })
  assert.equal(declined.headers.get('location'), `${fake.url}/${shop.domain}/admin`)
  const status = async (change: (url: string) => string) => (await fetch(change(authorizePath(shop)))).status
  assert.equal(await status((url) => url.replace('app.example', 'evil.example')), 400)
  assert.equal(await status((url) => url.replace('sandbox-api-key', 'other')), 400)
  assert.equal(await status((url) => url.replace('read_orders', 'read_everything')), 400)
  assert.equal(await status((url) => url.replace('sandbox-shop.', 'unknown.')), 404)
  assert.deepEqual((await token(shop, { client_secret: 'wrong', code: 'x' })).body['error'], 'invalid_client')
})

test('a refresh rotates; the earlier token works again until the new one is used, then never', async (t) => {
  const { fake, clock, grant } = await openPlatform(t)
  const shop = fake.shop()
  const refresh = (refresh_token: string | number | undefined) =>
    token(shop, { grant_type: 'refresh_token', refresh_token: String(refresh_token) }, true)
  const status = async (access: string | number | undefined) =>
    (await ask(shop, String(access), { query: '{ shop { id } }' })).status
  const first = await refresh(grant.refreshToken ?? '')
  const again = await refresh(grant.refreshToken ?? '')
  assert.deepEqual([first.status, again.status], [200, 200])
  assert.equal((await refresh(first.body['refresh_token'])).status, 400)
  const next = await refresh(again.body['refresh_token'])
  assert.equal(next.status, 200)
  assert.equal((await refresh(grant.refreshToken ?? '')).body['error'], 'invalid_grant')
  assert.deepEqual([await status(grant.accessToken), await status(next.body['access_token'])], [200, 200])
  clock.advance(3601)
  assert.equal(await status(next.body['access_token']), 401)
  clock.advance(90 * 86_400)
  assert.equal((await refresh(next.body['refresh_token'])).body['error'], 'invalid_grant')
})

test('a public app is refused with a token that never expires; migrating it kills the old one', async (t) => {
  const { fake } = await openPlatform(t)
  const shop = fake.shop()
  const old = shop.install({ kind: 'permanent' })
  const refused = await ask(shop, old.accessToken, { query: '{ shop { id } }' })
  assert.equal(refused.status, 403)
  assert.match(refused.body.errors, /Non-expiring access tokens are no longer accepted/)
  const fields = {
    grant_type: exchange,
    subject_token: old.accessToken,
    subject_token_type: offline,
    requested_token_type: offline,
    expiring: '1',
  }
  const migrated = await token(shop, fields)
  assert.deepEqual([migrated.status, migrated.body['expires_in']], [200, 3600])
  assert.equal((await token(shop, fields)).body['error'], 'invalid_subject_token')
  fake.platform.app = { ...fake.platform.app, isPublic: false }
  assert.equal((await ask(shop, old.accessToken, { query: '{ shop { id } }' })).status, 401)
})

test('a session token is exchanged while it is fresh and of this shop', async (t) => {
  const { fake, clock } = await openPlatform(t, { shops: [{ shop: 'one' }, { shop: 'two' }] })
  const shop = fake.shop('one')
  const fields = (subject_token: string) => ({
    grant_type: exchange,
    subject_token,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    requested_token_type: offline,
    expiring: '1',
  })
  const session = shop.sessionToken()
  assert.equal((await token(shop, fields(session))).status, 200)
  assert.equal((await token(shop, fields(fake.shop('two').sessionToken()))).body['error'], 'invalid_subject_token')
  assert.equal((await token(shop, fields(`${session}x`))).body['error'], 'invalid_subject_token')
  clock.advance(120)
  assert.equal((await token(shop, fields(session))).body['error'], 'invalid_subject_token')
})

test('client credentials work inside the organisation only; a shop that is not there is 404', async (t) => {
  const { fake } = await openPlatform(t, { shops: [{ shop: 'own' }, { shop: 'other', organisation: 'org-2' }] })
  const own = await token(fake.shop('own'), { grant_type: 'client_credentials' })
  assert.deepEqual([own.status, own.body['expires_in'], own.body['refresh_token']], [200, 86_399, undefined])
  const other = await token(fake.shop('other'), { grant_type: 'client_credentials' })
  assert.deepEqual([other.status, other.body['error']], [400, 'shop_not_permitted'])
  const gone = await fetch(`${fake.url}/typo.myshopify.com/admin/oauth/access_token`, { method: 'POST' })
  assert.equal(gone.status, 404)
})

test('uninstalling tells the app and kills every token', async (t) => {
  const { fake, grant } = await openPlatform(t)
  const shop = fake.shop()
  shop.uninstall()
  assert.equal((await ask(shop, grant.accessToken, { query: '{ shop { id } }' })).status, 401)
  const refreshed = await token(shop, { grant_type: 'refresh_token', refresh_token: grant.refreshToken ?? '' })
  assert.equal(refreshed.body['error'], 'invalid_grant')
})
