import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fixedClock } from '@tillsight/core'
import type { WooCommerceFakeOptions } from '../../../../simulators/woocommerce/index.ts'
import { isConnectorError } from '../failures.ts'
import type { HttpClient } from '../http.ts'
import { toEndpoint, toHomeUrl } from './endpoint.ts'
import { woocommerce } from './index.ts'
import { revisit } from './locate.ts'
import { ordersStream } from './orders.ts'
import { collectIds, makeOrders, startFixture } from './testing.ts'

const pem = (name: string) => readFileSync(new URL(`../http/fixtures/localhost.${name}.pem`, import.meta.url), 'utf8')
const tls = { key: pem('key'), cert: pem('cert') }
const { redirect } = woocommerce.connect

describe('Finding the way into a shop', () => {
  const setUps: [string, WooCommerceFakeOptions, string][] = [
    ['with TLS: Basic', { tls }, 'basic'],
    ['with TLS behind a proxy that hides it: OAuth signed as http', { tls, isSsl: false }, 'oauth-http'],
    ['without TLS: OAuth', {}, 'oauth-http'],
    ['in a sub-folder', { tls, path: '/shop' }, 'basic'],
    ['with plain permalinks', { tls, permalinks: 'plain' }, 'basic'],
    ['with plain permalinks and without TLS', { permalinks: 'plain', path: '/shop' }, 'oauth-http'],
    ['with index.php in every address', { tls, permalinks: 'index' }, 'basic'],
    [
      'with index.php in every address, in a sub-folder and without TLS',
      { permalinks: 'index', path: '/shop' },
      'oauth-http',
    ],
    ['with a REST prefix of its own', { tls, restPrefix: 'api' }, 'basic'],
    ['with a REST prefix of its own and without TLS', { restPrefix: 'api' }, 'oauth-http'],
  ]
  for (const [name, options, style] of setUps) {
    it(`works ${name}`, async (t) => {
      const { fake, settings, ctx } = await startFixture(t, options)
      await fake.store.fill({ orders: makeOrders(120) })
      const account = await woocommerce.check(ctx())
      assert.equal(account.discovered.auth, style)
      assert.equal(account.currency, 'EUR')
      assert.equal(account.zone, 'Europe/Berlin')
      assert.equal(account.country, 'DE')
      const found = { ...settings, ...account.discovered }
      assert.equal((await collectIds(ordersStream.backfill(ctx({ settings: found }), null))).length, 120)
    })
  }

  it('finds the API of every kind of permalinks where a proxy drops the header that names it', async (t) => {
    for (const permalinks of ['pretty', 'plain', 'index'] as const) {
      const { fake, ctx } = await startFixture(t, { permalinks })
      await fake.store.fill({ orders: makeOrders(3) })
      const { http } = ctx()
      const withoutLinks: HttpClient = {
        async request(request) {
          const response = await http.request(request)
          return { ...response, headers: { ...response.headers, link: '' } }
        },
      }
      const found = ctx({ http: withoutLinks })
      const { discovered } = await woocommerce.check(found)
      assert.equal(discovered.auth, 'oauth-http', permalinks)
      assert.equal((await collectIds(ordersStream.backfill(found, null))).length, 3, permalinks)
    }
  })

  it('takes a fixed offset for a zone and suggests a city', async (t) => {
    const { ctx } = await startFixture(t, { zone: '+05:30' })
    const account = await woocommerce.check(ctx())
    assert.equal(account.zone, '+05:30')
    assert.ok(account.warnings.some((warning) => warning.includes('UTC+05:30')))
  })

  it('says of a version that cannot tell what changed how late changes are found', async (t) => {
    const { fake, ctx } = await startFixture(t, { features: { orderbyModified: false } })
    const isReported = async () =>
      (await woocommerce.check(ctx())).warnings.some((warning) => warning.includes('older than 5.8'))
    assert.equal(await isReported(), true)
    fake.site.features = { ...fake.site.features, orderbyModified: true }
    assert.equal(await isReported(), false)
  })

  it('calls a shop what its owner calls it', async (t) => {
    const { ctx } = await startFixture(t, { name: 'Wool & Rig’s “Best”' })
    assert.equal((await woocommerce.check(ctx())).name, 'Wool & Rig’s “Best”')
  })

  it('knows where the admin shows an order', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const { discovered } = await woocommerce.check(ctx())
    assert.equal(
      woocommerce.orderPage?.(discovered),
      `${fake.url}/wp-admin/admin.php?page=wc-orders&action=edit&id={order}`,
    )
    assert.equal(woocommerce.orderPage?.({}), undefined)
  })

  it('does without a version that the shop is too slow or too closed to tell', async (t) => {
    const { fake, ctx } = await startFixture(t)
    const body = JSON.stringify({ code: 'woocommerce_rest_cannot_view', message: 'No.', data: { status: 401 } })
    fake.faults.add({ kind: 'status', status: 401, body, route: 'system_status' })
    const waits: number[] = []
    const { http } = ctx()
    const watched: HttpClient = {
      request(request) {
        if (request.url.includes('system_status')) waits.push(request.timeoutMs ?? 0)
        return http.request(request)
      },
    }
    const { version, discovered } = await woocommerce.check(ctx({ http: watched }))
    assert.equal(version, null)
    assert.deepEqual(waits, [15_000])
    // Where it is not known how orders are kept, the address of a post leads to either kind.
    assert.match(woocommerce.orderPage?.(discovered) ?? '', /\/wp-admin\/post\.php\?post=\{order\}&action=edit$/)
  })

  it('looks past caches at the shop and its clock', async () => {
    const asked: string[] = []
    const now = new Date('2026-11-20T12:00:00Z')
    const headers = { date: 'Fri, 20 Nov 2026 11:00:00 GMT', age: '3600' }
    const body = Buffer.from(JSON.stringify({ name: 'Socks', home: 'https://shop.example', namespaces: ['wc/v3'] }))
    const http: HttpClient = {
      async request({ url }) {
        asked.push(url)
        return { status: 200, headers, url, body }
      },
    }
    const reach = { http, clock: fixedClock(now), signal: new AbortController().signal }
    const location = await revisit(reach, 'https://shop.example', 'https://shop.example/wp-json/')
    assert.equal(location?.clockOffsetMs, 0)
    assert.match(asked[0] ?? '', new RegExp(`[?&]_=${now.getTime()}$`))
  })

  it('tells a wrong secret from an unknown key', async (t) => {
    const { settings, ctx } = await startFixture(t, { tls })
    const refusal = (more: object) => (error: unknown) =>
      isConnectorError(error) &&
      error.failure.kind === 'reauth' &&
      error.failure.message.includes(String(Object.values(more)[0]))
    await assert.rejects(
      woocommerce.check(ctx({ settings: { ...settings, secret: `cs_${'0'.repeat(40)}` } })),
      refusal({ words: 'knows the key but not this secret' }),
    )
    await assert.rejects(
      woocommerce.check(ctx({ settings: { ...settings, key: `ck_${'0'.repeat(40)}` } })),
      refusal({ words: 'mistyped or was deleted' }),
    )
    await assert.rejects(
      woocommerce.check(ctx({ settings: { ...settings, key: settings.secret ?? '', secret: settings.key ?? '' } })),
      refusal({ words: 'in each other' }),
    )
  })
})

describe('Addresses', () => {
  it('are understood as merchants type them', () => {
    for (const [typed, home] of [
      ['shop.example', 'https://shop.example'],
      [' HTTP://Shop.Example/de/ ', 'http://shop.example/de'],
      ['https://shop.example/wp-admin/plugins.php', 'https://shop.example'],
      ['https://shop.example/sub/wp-login.php?x=1', 'https://shop.example/sub'],
      ['ftp://shop.example', undefined],
      ['my shop', undefined],
      ['javascript:alert(1)', undefined],
    ] as const) {
      assert.equal(toHomeUrl(typed), home, typed)
    }
  })

  it('carry the dummy parameter of plain permalinks with its slashes as they are', () => {
    assert.equal(
      toEndpoint('https://shop.example/index.php?rest_route=/', 'wc/v3/orders', {
        page: 2,
        after: '2026-01-01T00:00:00',
      }),
      'https://shop.example/index.php?rest_route=/wc/v3/orders&page=2&after=2026-01-01T00%3A00%3A00&_wp=wp-json/wc/',
    )
  })
})

describe('Connecting on the shop’s own screens', () => {
  const input = {
    state: 'one-time',
    callbackUrl: 'https://tillsight.example/callbacks',
    returnUrl: 'https://tillsight.example/return',
    access: 'read',
    app: {},
  } as const

  it('sends the merchant to the approval page once the shop was looked at', async (t) => {
    const { fake, ctx } = await startFixture(t, { path: '/shop' })
    const { http } = ctx()
    const address = await redirect?.start({ ...input, values: { url: fake.url }, http })
    assert.equal(
      address,
      `${fake.url}/wc-auth/v1/authorize?app_name=Tillsight&scope=read&user_id=one-time&return_url=https%3A%2F%2Ftillsight.example%2Freturn&callback_url=https%3A%2F%2Ftillsight.example%2Fcallbacks`,
    )
    assert.ok(fake.requests.some((request) => request.area === 'orders'))
    const named = await redirect?.start({ ...input, values: { url: fake.url }, beneficiary: 'tea.example (Nord GmbH)' })
    assert.equal(new URL(named ?? '').searchParams.get('app_name'), 'Tillsight for tea.example (Nord GmbH)')
  })

  it('says beforehand what would not work over there', async (t) => {
    const { fake, ctx } = await startFixture(t, { permalinks: 'plain' })
    const { http } = ctx()
    const start = async (more: object) => await redirect?.start({ ...input, values: { url: fake.url }, http, ...more })
    const words = (text: string) => (error: unknown) => isConnectorError(error) && error.failure.message.includes(text)
    await assert.rejects(start({}), words('Settings > Permalinks'))
    fake.site.permalinks = 'index'
    await assert.rejects(start({}), words('index.php in them'))
    await assert.rejects(start({ values: { url: 'my shop' } }), words('not the address of a shop'))
    fake.site.permalinks = 'pretty'
    await assert.rejects(start({ callbackUrl: 'http://localhost/callbacks' }), words('PUBLIC_URL'))
    fake.faults.add({ kind: 'shield', brand: 'wordfence' })
    await assert.rejects(start({}), words('Wordfence'))
    fake.faults.clear()
    fake.site.features = { ...fake.site.features, active: false }
    await assert.rejects(start({}), words('WooCommerce is not active'))
  })

  it('reads the keys that the shop posts and the address that the browser returns with', async () => {
    const body = JSON.stringify({
      key_id: 42,
      user_id: 'one-time',
      consumer_key: `ck_${'a'.repeat(40)}`,
      consumer_secret: `cs_${'b'.repeat(40)}`,
      key_permissions: 'read',
    })
    const callback = { body, contentType: 'application/json;charset=UTF-8', query: {} }
    assert.deepEqual(await redirect?.complete?.(callback), {
      state: 'one-time',
      settings: { key: `ck_${'a'.repeat(40)}`, secret: `cs_${'b'.repeat(40)}`, permissions: 'read' },
    })
    for (const broken of ['', '{}', body.replace('ck_', 'xx_')]) {
      await assert.rejects(async () => await redirect?.complete?.({ ...callback, body: broken }), isConnectorError)
    }
    assert.deepEqual(redirect?.returned({ success: '1', user_id: 'one-time' }), { state: 'one-time', accepted: true })
    assert.deepEqual(redirect?.returned({ success: '0', user_id: 'one-time' }), { state: 'one-time', accepted: false })
  })
})
