import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { isConnectorError } from '../failures.ts'
import { embedded, readSessionToken } from './embedded.ts'
import { answering, startFixture } from './testing.ts'

const now = new Date('2026-03-01T10:00:00Z')
const seconds = now.getTime() / 1_000
const app = { apiKey: 'key', apiSecret: 'hush' }
const claims = {
  iss: 'https://a.myshopify.com/admin',
  dest: 'https://a.myshopify.com',
  aud: 'key',
  exp: seconds + 60,
  nbf: seconds,
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(more: object = {}, { secret = 'hush', header = { alg: 'HS256', typ: 'JWT' } } = {}): string {
  const signed = `${encode(header)}.${encode({ ...claims, ...more })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const shopOf = (token: string, own: Record<string, string> = app) => readSessionToken(token, { app: own, now })

describe('a session token of Shopify’s admin', () => {
  it('names the shop while it is valid, ten seconds to either side', () => {
    assert.equal(shopOf(tokenOf()), 'a.myshopify.com')
    assert.equal(shopOf(tokenOf({ exp: seconds - 9, nbf: seconds - 70 })), 'a.myshopify.com')
    assert.equal(shopOf(tokenOf({ exp: seconds - 11, nbf: seconds - 70 })), undefined)
    assert.equal(shopOf(tokenOf({ nbf: seconds + 9 })), 'a.myshopify.com')
    assert.equal(shopOf(tokenOf({ nbf: seconds + 11 })), undefined)
  })

  it('is refused from anybody else, for another app, and for what is no shop', () => {
    assert.equal(shopOf(tokenOf({}, { secret: 'other' })), undefined)
    assert.equal(shopOf(tokenOf({}, { secret: 'other' }), { ...app, previousSecret: 'other' }), 'a.myshopify.com')
    assert.equal(shopOf(tokenOf({}, { secret: '' }), { apiKey: 'key', apiSecret: '' }), undefined)
    assert.equal(shopOf(tokenOf({}, { header: { alg: 'none', typ: 'JWT' } })), undefined)
    assert.equal(shopOf(tokenOf({ aud: 'another' })), undefined)
    assert.equal(shopOf(tokenOf({ dest: 'https://b.myshopify.com' })), undefined)
    const elsewhere = {
      iss: 'https://a.myshopify.com.evil.example/admin',
      dest: 'https://a.myshopify.com.evil.example',
    }
    assert.equal(shopOf(tokenOf(elsewhere)), undefined)
    for (const text of ['', 'a.b', `${tokenOf()}.more`, 'e30.e30.e30']) assert.equal(shopOf(text), undefined, text)
  })

  it('is exchanged for tokens of the shop that it was made for', async (t) => {
    const { fake, shop, app: own, ctx } = await startFixture(t)
    const query = { embedded: '1', id_token: shop.sessionToken(), shop: shop.domain }
    assert.ok(embedded.isPresented(query))
    const { http, clock } = ctx()
    const granted = await embedded.exchange({ query, app: own, http, clock })
    assert.equal(granted.url, shop.domain)
    assert.match(granted.accessToken ?? '', /^shpat_/)
    assert.match(granted.refreshToken ?? '', /^shprt_/)
    const stale = (error: unknown) => isConnectorError(error) && error.failure.platformCode === 'invalid_session'
    const other = { ...query, shop: 'b.myshopify.com' }
    await assert.rejects(async () => await embedded.exchange({ query: other, app: own, http, clock }), stale)
    assert.throws(() => embedded.verify({ ...query, id_token: shop.sessionToken(-60) }, own, new Date()), stale)
    assert.equal(fake.requests.filter(({ area }) => area === 'oauth').length, 1)
  })

  it('that Shopify itself refuses is asked for again', async () => {
    const { http } = answering(() => ({ status: 400, body: { error: 'invalid_subject_token' } }))
    const query = { embedded: '1', id_token: tokenOf() }
    await assert.rejects(
      async () => await embedded.exchange({ query, app, http, clock: fixedClock(now.toISOString()) }),
      (error) => isConnectorError(error) && error.failure.platformCode === 'invalid_session',
    )
  })
})
