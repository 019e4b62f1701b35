import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fixedClock } from '@tillsight/core'
import { isConnectorError } from '../failures.ts'
import { keepAlive, openAccess } from './access.ts'
import { answering, contextOf } from './testing.ts'

const clock = fixedClock('2026-03-01T10:00:00Z')
const shop = 'a.myshopify.com'
const app = { apiKey: 'key', apiSecret: 'hush' }
const granted = {
  url: shop,
  accessToken: 'shpat_old',
  refreshToken: 'shprt_old',
  accessTokenExpiresAt: '2026-03-01T11:00:00Z',
}
const fresh = {
  access_token: 'shpat_new',
  scope: 'read_orders',
  expires_in: 3600,
  refresh_token: 'shprt_new',
  refresh_token_expires_in: 7776000,
}

function bodyOf(request: { readonly body?: string } | undefined): Record<string, string> {
  return JSON.parse(request?.body ?? '{}')
}

function fails(kind: string, words: RegExp) {
  return (error: unknown) => isConnectorError(error) && error.failure.kind === kind && words.test(error.failure.message)
}

describe('the tokens of a connection', () => {
  it('are used while they live', async () => {
    const platform = answering()
    const access = openAccess(contextOf(platform.http, granted, { app, clock }), shop)
    assert.equal(await access.token(), 'shpat_old')
    const pasted = openAccess(contextOf(platform.http, { token: 'shpat_pasted' }, { clock }), shop)
    assert.equal(await pasted.token(), 'shpat_pasted')
    assert.equal(await pasted.renewed(), undefined)
    assert.equal(platform.requests.length, 0)
  })

  it('are refreshed five minutes before they end, both parts stored before either is used', async () => {
    const platform = answering(() => ({ status: 200, body: fresh }))
    const settings = { ...granted, accessTokenExpiresAt: '2026-03-01T10:04:00Z' }
    const ctx = contextOf(platform.http, settings, { app, clock })
    assert.equal(await openAccess(ctx, shop).token(), 'shpat_new')
    assert.deepEqual(bodyOf(platform.requests[0]), {
      client_id: 'key',
      client_secret: 'hush',
      grant_type: 'refresh_token',
      refresh_token: 'shprt_old',
    })
    const { accessToken, refreshToken, accessTokenExpiresAt } = ctx.stored()
    assert.deepEqual(
      [accessToken, refreshToken, accessTokenExpiresAt],
      ['shpat_new', 'shprt_new', '2026-03-01T11:00:00.000Z'],
    )
    assert.equal(await openAccess(ctx, shop).token(), 'shpat_new', 'whoever comes second is given what is stored')
    assert.equal(platform.requests.length, 1)
  })

  it('outlive a moment in which Shopify cannot be reached, but not their own end', async () => {
    const down = answering(() => ({ status: 503, body: '<html>' }))
    const almost = { ...granted, accessTokenExpiresAt: '2026-03-01T10:01:00Z' }
    assert.equal(await openAccess(contextOf(down.http, almost, { app, clock }), shop).token(), 'shpat_old')
    const over = { ...granted, accessTokenExpiresAt: '2026-03-01T09:59:00Z' }
    await assert.rejects(
      openAccess(contextOf(down.http, over, { app, clock }), shop).token(),
      fails('transient', /keep trying/),
    )
  })

  it('are asked for with the client ID and secret of an app of the own organisation', async () => {
    const platform = answering(() => ({
      status: 200,
      body: { access_token: 'shpat_day', scope: 'read_orders', expires_in: 86399 },
    }))
    const own = { url: shop, clientId: 'mine', clientSecret: 'my secret' }
    const ctx = contextOf(platform.http, own, { clock })
    assert.equal(await openAccess(ctx, shop).token(), 'shpat_day')
    assert.equal(bodyOf(platform.requests[0]).grant_type, 'client_credentials')
    assert.equal(platform.requests[0]?.url, 'https://a.myshopify.com/admin/oauth/access_token')
  })

  it('from before tokens expired are exchanged once', async () => {
    const platform = answering(() => ({ status: 200, body: fresh }))
    const ctx = contextOf(platform.http, { url: shop, accessToken: 'shpat_ever' }, { app, clock })
    const access = openAccess(ctx, shop)
    assert.equal(await access.token(), 'shpat_ever')
    assert.equal(await access.renewed(), 'shpat_new')
    const { subject_token: subject, expiring } = bodyOf(platform.requests[0])
    assert.deepEqual([subject, expiring], ['shpat_ever', '1'])
  })

  it('that Shopify refuses for good ask for exactly what helps', async () => {
    const refuse = (status: number, error: string) => async () => {
      const platform = answering(() => ({ status, body: { error } }))
      const settings = { url: shop, clientId: 'mine', clientSecret: 'my secret' }
      return await openAccess(contextOf(platform.http, settings, { clock }), shop).token()
    }
    await assert.rejects(refuse(400, 'invalid_grant'), fails('reauth', /Connect it again/))
    await assert.rejects(refuse(400, 'invalid_client'), fails('reauth', /client ID and secret/))
    await assert.rejects(refuse(400, 'shop_not_permitted'), fails('permission', /organisation/))
    await assert.rejects(refuse(404, ''), fails('account_state', /no shop at a\.myshopify\.com/))
    await assert.rejects(refuse(429, ''), fails('throttled', /slow down/))
  })

  it('cannot be had from half a pair, which is said', () => {
    const open = (settings: Record<string, string>) => () =>
      openAccess(contextOf(answering().http, settings, { clock }), shop)
    assert.throws(open({ clientId: 'mine' }), fails('reauth', /client secret is missing/))
    assert.throws(open({ clientSecret: 'x' }), fails('reauth', /client ID is missing/))
    assert.throws(open({ url: shop }), fails('reauth', /^Give either/))
  })
})

describe('a connection that nobody reads', () => {
  const now = new Date('2026-03-03T10:00:00Z')

  it('is renewed once its token has been dead for the better part of a day, where it has one that can be renewed', () => {
    const ended = (accessTokenExpiresAt: string) => keepAlive.isDue({ ...granted, accessTokenExpiresAt }, now)
    assert.equal(ended('2026-03-02T11:00:00Z'), true)
    assert.equal(ended('2026-03-03T09:00:00Z'), false)
    assert.equal(keepAlive.isDue({ url: shop, token: 'shpat_pasted' }, now), false)
    assert.equal(keepAlive.isDue({ url: shop, clientId: 'c', clientSecret: 's', accessToken: 'shpat_1' }, now), false)
  })

  it('stores both tokens', async () => {
    const platform = answering(() => ({ status: 200, body: fresh }))
    const ctx = contextOf(platform.http, granted, { app, clock })
    await keepAlive.renew(ctx)
    assert.deepEqual([ctx.stored().accessToken, ctx.stored().refreshToken], ['shpat_new', 'shprt_new'])
  })
})
