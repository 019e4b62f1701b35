import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { isConnectorError } from '../failures.ts'
import { connect } from './connect.ts'
import { signedText } from './signatures.ts'
import { answering, type TestPlatform } from './testing.ts'

const clock = fixedClock('2026-03-01T10:00:00Z')
const app = { apiKey: 'key', apiSecret: 'hush' }
const timestamp = String(Date.parse('2026-03-01T10:00:00Z') / 1_000)
const returned = { code: 'c0de', host: 'YWRtaW4', shop: 'a.myshopify.com', state: 's1', timestamp }
const token = {
  access_token: 'shpat_1',
  scope: 'read_orders',
  expires_in: 3600,
  refresh_token: 'shprt_1',
  refresh_token_expires_in: 7776000,
}

function signed(query: Record<string, string>, secret = 'hush'): Record<string, string> {
  return { ...query, hmac: createHmac('sha256', secret).update(signedText(query)).digest('hex') }
}

async function exchange(query: Record<string, string>, platform: TestPlatform, values = { url: 'a.myshopify.com' }) {
  const { redirect } = connect
  assert.ok(redirect?.exchange)
  return await redirect.exchange({
    query,
    values,
    returnUrl: 'https://t.example/back',
    app,
    http: platform.http,
    clock,
  })
}

describe('connecting on screen', () => {
  it('takes what the client secret signed that is being replaced, and asks for tokens with the new one', async () => {
    const platform = answering(() => ({ status: 200, body: token }))
    const rotating = { ...app, apiSecret: 'new', previousSecret: 'hush' }
    const { redirect } = connect
    assert.deepEqual(redirect?.landed?.(signed({ shop: 'a.myshopify.com', timestamp }), rotating), {
      url: 'a.myshopify.com',
    })
    const values = { url: 'a.myshopify.com' }
    const given = { values, returnUrl: 'https://t.example/back', http: platform.http, clock }
    await redirect?.exchange?.({ ...given, query: signed(returned), app: rotating })
    assert.match(platform.requests[0]?.body ?? '', /"client_secret":"new"/)
    await assert.rejects(
      async () => await redirect?.exchange?.({ ...given, query: signed(returned), app: { ...app, apiSecret: 'new' } }),
    )
  })

  it('sends the merchant to their own admin with what is asked for', async () => {
    const address = await connect.redirect?.start({
      values: { url: 'https://admin.shopify.com/store/a' },
      state: 's1',
      callbackUrl: 'https://t.example/callback',
      returnUrl: 'https://t.example/back',
      access: 'read',
      app,
    })
    const url = new URL(address ?? '')
    assert.equal(url.origin + url.pathname, 'https://a.myshopify.com/admin/oauth/authorize')
    const { scope, ...rest } = Object.fromEntries(url.searchParams)
    assert.deepEqual(rest, { client_id: 'key', redirect_uri: 'https://t.example/back', state: 's1' })
    assert.ok(
      scope?.split(',').every((one) => one.startsWith('read_')),
      'nothing in the shop can be changed',
    )
    assert.deepEqual(connect.redirect?.returned(returned), { state: 's1', accepted: true })
    assert.deepEqual(connect.redirect?.returned({ state: 's1', error: 'access_denied' }), {
      state: 's1',
      accepted: false,
    })
  })

  it('trades the code for tokens that expire', async () => {
    const platform = answering(() => ({ status: 200, body: token }))
    const granted = await exchange(signed(returned), platform)
    assert.deepEqual(granted, {
      url: 'a.myshopify.com',
      accessToken: 'shpat_1',
      accessTokenExpiresAt: '2026-03-01T11:00:00.000Z',
      refreshToken: 'shprt_1',
      refreshTokenExpiresAt: '2026-05-30T10:00:00.000Z',
      grantedScopes: 'read_orders',
    })
    const [request] = platform.requests
    assert.deepEqual(JSON.parse(request?.body ?? ''), {
      client_id: 'key',
      client_secret: 'hush',
      code: 'c0de',
      expiring: '1',
    })
    assert.equal(request?.repeatable, false, 'a code works once')
  })

  it('asks nobody when the browser does not come from Shopify, in time and for that shop', async () => {
    const old = { ...returned, timestamp: String(Number(timestamp) - 91) }
    const { timestamp: _, ...dateless } = returned
    for (const query of [
      returned,
      signed(returned, 'other'),
      { ...signed(returned), code: 'other' },
      signed({ ...returned, shop: 'a.myshopify.com.evil.example' }),
      signed(old),
      signed(dateless),
      signed({ ...returned, shop: 'b.myshopify.com' }),
    ]) {
      const platform = answering()
      await assert.rejects(exchange(query, platform), isConnectorError)
      assert.equal(platform.requests.length, 0)
    }
  })

  it('says it when the code was used already', async () => {
    const platform = answering(() => ({ status: 400, body: { error: 'invalid_request', error_description: 'used' } }))
    await assert.rejects(exchange(signed(returned), platform), /Start connecting again/)
  })
})
