import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import { fillShop, type ShopifyFakeOptions } from '../../../../simulators/shopify/index.ts'
import type { ConnectionSettings } from '../contract.ts'
import type { SetupFinding } from '../guide.ts'
import { examineShop } from './examine.ts'
import { guide } from './guide.ts'
import { type Fixture, makeShopOrder, startFixture } from './testing.ts'

const returnUrl = 'https://stats.example/connect/return/shopify'

async function look(
  { ctx }: Fixture,
  { way = 'screen', ...more }: { way?: string; settings?: ConnectionSettings; app?: ConnectionSettings } = {},
): Promise<SetupFinding[]> {
  return await examineShop(ctx(more), { way, wantsWriting: true, returnUrl })
}

function of(state: SetupFinding['state'], findings: readonly SetupFinding[]): string[] {
  return findings.filter((finding) => finding.state === state).map(({ id }) => id)
}

async function start(t: TestContext, { app }: Pick<ShopifyFakeOptions, 'app'> = {}): Promise<Fixture> {
  return await startFixture(t, { app: { redirectUrls: [returnUrl], ...app } })
}

suite('looking at Shopify before a shop is connected', () => {
  test('an app with its redirect URL is accepted; for certain only once somebody approves', async (t) => {
    const fixture = await start(t)
    const findings = await look(fixture, { settings: { url: fixture.shop.domain } })
    assert.deepEqual(of('wrong', findings), [])
    assert.deepEqual(of('ok', findings), ['app_accepted'])
    assert.deepEqual(of('unknown', findings), ['redirect_allowed'])
  })

  test('without the name of a shop Shopify says nothing about an app', async (t) => {
    const findings = await look(await start(t), { settings: {} })
    assert.deepEqual(
      findings.map(({ id, state }) => [id, state]),
      [['app_accepted', 'unknown']],
    )
  })

  test('a wrong client secret is found', async (t) => {
    const fixture = await start(t)
    const app = { ...fixture.app, apiSecret: 'shpss_another' }
    const findings = await look(fixture, { app, settings: { url: fixture.shop.domain } })
    assert.deepEqual(
      findings.map(({ id, state }) => [id, state]),
      [['app_accepted', 'wrong']],
    )
    assert.ok(!JSON.stringify(findings).includes('shpss_another'))
  })

  test('a redirect URL that the app does not have is found', async (t) => {
    const fixture = await start(t, { app: { redirectUrls: ['https://elsewhere.example/back'] } })
    const findings = await look(fixture, { settings: { url: fixture.shop.domain } })
    assert.deepEqual(of('wrong', findings), ['redirect_allowed'])
    assert.match(findings.at(-1)?.text ?? '', new RegExp(returnUrl))
  })

  test('scopes that the app may not ask for are found', async (t) => {
    const fixture = await start(t, { app: { approvedScopes: ['read_orders'] } })
    assert.deepEqual(of('wrong', await look(fixture, { settings: { url: fixture.shop.domain } })), ['scopes_allowed'])
  })

  test('a mistyped name and a shop that is not there are found, on every way', async (t) => {
    const fixture = await start(t)
    for (const way of ['screen', 'own-app', 'token']) {
      assert.deepEqual(of('wrong', await look(fixture, { way, settings: { url: 'https://my shop' } })), ['shop_name'])
      assert.deepEqual(of('wrong', await look(fixture, { way, settings: { url: 'nobody' } })), ['shop_name'])
    }
    const found = await look(fixture, { way: 'own-app', settings: { url: fixture.shop.domain } })
    assert.deepEqual(
      found.map(({ id, state }) => [id, state]),
      [
        ['shop_name', 'ok'],
        ['access', 'unknown'],
      ],
    )
  })
})

suite('looking at a connected Shopify shop', () => {
  test('everything is right', async (t) => {
    const findings = await look(await start(t))
    assert.deepEqual(
      findings.map(({ id, state }) => [id, state]),
      [
        ['app_accepted', 'ok'],
        ['redirect_allowed', 'ok'],
        ['access', 'ok'],
        ['scopes', 'ok'],
        ['api_version', 'ok'],
      ],
    )
  })

  test('missing scopes are named, with what is lost and who can grant them', async (t) => {
    const fixture = await start(t)
    fixture.shop.tokens.setScopes(['read_orders', 'read_products'])
    const findings = await look(fixture)
    assert.deepEqual(of('wrong', findings), ['scopes'])
    const scopes = findings.find(({ id }) => id === 'scopes')
    assert.match(scopes?.title ?? '', /read_all_orders, read_inventory/)
    assert.match(scopes?.text ?? '', /last 60 days.*Who can: /)
  })

  test('an app without orders is one finding', async (t) => {
    const fixture = await start(t)
    fixture.shop.tokens.setScopes(['read_products'])
    assert.deepEqual(of('wrong', await look(fixture)), ['scopes'])
  })

  test('a dead token is found', async (t) => {
    const fixture = await start(t)
    const settings = { url: fixture.shop.domain, token: `shpat_${'0'.repeat(32)}`, clientSecret: 'x' }
    assert.deepEqual(of('wrong', await look(fixture, { way: 'token', settings })), ['access'])
  })

  test('a pasted token without the secret of its app is found', async (t) => {
    const fixture = await start(t, { app: { isPublic: false } })
    const { accessToken } = fixture.shop.install({ kind: 'permanent' })
    const settings = { url: fixture.shop.domain, token: accessToken }
    assert.deepEqual(of('wrong', await look(fixture, { way: 'token', settings })), ['signing_secret'])
  })

  test('another version of the API is found', async (t) => {
    const fixture = await start(t)
    fixture.shop.faults.add({ kind: 'other_version', version: '2027-10' })
    assert.deepEqual(of('wrong', await look(fixture)), ['api_version'])
  })

  test('customers that are not shown are found', async (t) => {
    const fixture = await start(t, { app: { customerData: 1 } })
    await fillShop(fixture.shop, { orders: [makeShopOrder(1_001, '2026-03-01T10:00:00Z')] })
    assert.deepEqual(of('wrong', await look(fixture)), ['customer_data'])
  })

  test('a platform that is down says nothing about the set-up', async (t) => {
    const fixture = await start(t)
    fixture.shop.faults.add({ kind: 'unavailable' })
    const findings = await look(fixture)
    assert.deepEqual(of('wrong', findings), [])
    assert.ok(of('unknown', findings).includes('access'))
  })
})

test('values of the app that were cut or swapped are told before Shopify is asked', () => {
  const reported = (app: ConnectionSettings) => Object.keys(guide.misread?.(app) ?? {})
  assert.deepEqual(reported({ apiKey: '0123456789abcdef0123456789abcdef', apiSecret: 'shpss_0123456789abcdef' }), [])
  assert.deepEqual(reported({ apiKey: 'shpss_0123', apiSecret: 'shpss_0123' }), ['apiKey'])
  assert.deepEqual(reported({ apiKey: '0123', apiSecret: 'shpat_0123' }), ['apiSecret'])
  assert.deepEqual(reported({ apiKey: '"0123"', apiSecret: 'ab cd', listingUrl: 'apps.shopify.com/x' }), [
    'apiKey',
    'apiSecret',
    'listingUrl',
  ])
})
