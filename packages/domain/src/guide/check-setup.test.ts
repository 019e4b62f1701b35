import assert from 'node:assert/strict'
import { after, suite, type TestContext, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { keepDelivery } from '@tillsight/database'
import { ConnectorError, type HttpRequest, type HttpResponse } from '@tillsight/platforms/connectors'
import type { ConnectionAddresses, ConnectionContext } from '../connections/index.ts'
import { run } from '../context/index.ts'
import { noteRefusedWebhooks } from '../health/index.ts'
import { ensureWebhooks } from '../sync/ensure-webhooks.ts'
import { connectPasted, openShopify } from '../sync/shopify.testing.ts'
import { connectStore, openTestShop, openTestStores, startStore, type TestShop } from '../sync/testing.ts'
import { checkSetup, getGuide } from './index.ts'

const stores = await openTestStores({ after })
const signal = new AbortController().signal

/** Responds at this installation's own address. */
type Own = (request: HttpRequest) => Partial<HttpResponse>

const alive: Own = () => ({ status: 200, body: Buffer.from('{"status":"ok"}') })

function addressesAt(base: string): ConnectionAddresses {
  const at = (path: string) => () => `${base}${path}`
  return {
    callback: at('/callback'),
    connectReturn: at('/return'),
    webhook: (connector, connection) => `${base}/webhooks/${connector}/${connection}`,
    app: at('/app'),
    privacy: at('/privacy'),
    health: at('/healthz'),
  }
}

/** The shop on an installation at `base`; all other requests go over the network. */
function at({ ctx }: Pick<TestShop, 'ctx'>, base: string | null, own: Own = alive): ConnectionContext {
  const { services } = ctx
  return {
    ...ctx,
    services: {
      ...services,
      addresses: base === null ? null : addressesAt(base),
      openHttp(connector) {
        const http = services.openHttp(connector)
        return {
          ...http,
          async request(request) {
            if (base === null || !request.url.startsWith(base)) return await http.request(request)
            return { status: 200, headers: {}, url: request.url, body: Buffer.from(''), ...own(request) }
          },
        }
      },
    },
  }
}

async function look(
  ctx: ConnectionContext,
  input: { connector: string; way?: string; values?: Record<string, string> },
) {
  const { findings } = await run(checkSetup, ctx, input)
  const of = (state: string) => findings.filter((finding) => finding.state === state).map(({ id }) => id)
  return { findings, ok: of('ok'), wrong: of('wrong'), unknown: of('unknown') }
}

const base = 'https://stats.example'

async function openStore(t: TestContext) {
  const shop = await openTestShop(stores)
  return { shop, store: await startStore(t, shop) }
}

suite('the address of this installation', () => {
  const connector = 'woocommerce'
  const way = 'screen'

  test('is right when it is https, public and answers', async (t) => {
    const { shop, store } = await openStore(t)
    const found = await look(at(shop, base), { connector, way, values: { url: store.url } })
    assert.deepEqual(found.wrong, [])
    assert.deepEqual(found.ok, ['public_url', 'public_reachable', 'store_address', 'rest_root'])
    assert.deepEqual(found.unknown, ['keys'])
  })

  test('is wanted where the platform comes to us, and only there', async (t) => {
    const { shop, store } = await openStore(t)
    const values = { url: store.url }
    assert.deepEqual((await look(at(shop, null), { connector, way, values })).wrong, ['public_url'])
    assert.deepEqual((await look(at(shop, null), { connector, way: 'keys', values })).wrong, [])
  })

  test('has to be https and public', async (t) => {
    const { shop, store } = await openStore(t)
    const values = { url: store.url }
    const plain = await look(at(shop, 'http://stats.example'), { connector, way, values })
    assert.deepEqual(plain.wrong, ['public_https'])
    for (const inside of ['https://192.168.1.20', 'https://tillsight.lan', 'https://localhost:3000']) {
      const found = await look(at(shop, inside), { connector, way, values })
      assert.deepEqual(found.wrong, ['public_network'], inside)
      assert.ok(found.unknown.includes('public_reachable'), 'nobody can tell from inside')
      assert.deepEqual((await look(at(shop, inside), { connector, way: 'keys', values })).wrong, [], inside)
    }
  })

  test('has to lead here, without a detour', async (t) => {
    const { shop, store } = await openStore(t)
    const asked = { connector, way, values: { url: store.url } }
    const down: Own = () => {
      throw new ConnectorError({
        kind: 'transient',
        message: 'stats.example did not answer.',
        platformCode: 'ETIMEDOUT',
      })
    }
    const cases: [Own, string][] = [
      [down, 'Nothing answers at PUBLIC_URL'],
      [() => ({ status: 401 }), 'At PUBLIC_URL is something else'],
      [() => ({ status: 200, body: Buffer.from('<html>Welcome</html>') }), 'At PUBLIC_URL is something else'],
      [
        (request) => ({ ...alive(request), url: 'https://www.stats.example/healthz' }),
        'PUBLIC_URL sends on to https://www.stats.example',
      ],
    ]
    for (const [own, title] of cases) {
      const found = await look(at(shop, base, own), asked)
      assert.deepEqual(found.wrong, ['public_reachable'], title)
      assert.equal(found.findings.find(({ id }) => id === 'public_reachable')?.title, title)
    }
    const inside: Own = () => {
      throw new ConnectorError({ kind: 'account_state', message: 'Private.', platformCode: 'private_address' })
    }
    const found = await look(at(shop, base, inside), asked)
    assert.deepEqual([found.wrong, found.unknown], [[], ['public_reachable', 'keys']])
  })
})

suite('a connected WooCommerce store', () => {
  test('is right when webhooks are registered and arrive; each of them missing is one finding', async (t) => {
    const { shop, store } = await openStore(t)
    const { id } = await connectStore(shop, store, 'read_write')
    const ctx = at(shop, base)
    const asked = { connector: 'woocommerce', way: 'keys' }
    assert.deepEqual((await look(ctx, asked)).unknown, ['way_out', 'webhooks'])

    await ensureWebhooks({ ...shop.services, connections: ctx.services }, { connection: id, signal })
    const registered = await look(ctx, asked)
    assert.deepEqual([registered.wrong, registered.unknown], [[], ['way_out', 'webhook_delivered']])

    const receivedAt = shop.clock.now()
    await keepDelivery(stores.db.kysely, {
      connectionId: id,
      key: 'one',
      receivedAt,
      body: Buffer.from('{}'),
      headers: {},
    })
    const down: Own = () => ({ status: 502 })
    const arrived = await look(at(shop, base, down), asked)
    assert.deepEqual(arrived.wrong, [], 'what arrived is proof that the address is reached')
    assert.ok(arrived.ok.includes('webhook_delivered'))

    shop.clock.advance(3 * 24 * 60)
    assert.deepEqual((await look(ctx, asked)).wrong, ['webhooks'], 'nobody has looked after them for days')
  })

  test('whose webhooks are switched off over there has them set up again at once', async (t) => {
    const { shop, store } = await openStore(t)
    const { id } = await connectStore(shop, store, 'read_write')
    const ctx = at(shop, base)
    await ensureWebhooks({ ...shop.services, connections: ctx.services }, { connection: id, signal })
    const [created] = store.webhooks.list()
    assert.ok(created)
    await store.webhooks.update(created.id, { status: 'disabled' })
    shop.requested.length = 0
    const found = await look(ctx, { connector: 'woocommerce', way: 'keys' })
    assert.deepEqual(found.wrong, ['webhooks'])
    assert.match(found.findings.at(-1)?.text ?? '', /switched off or lost: order\.created\./)
    assert.deepEqual(shop.requested, [`ensure-webhooks ${id}`])
  })

  test('that refuses webhooks says why', async (t) => {
    const { shop, store } = await openStore(t)
    const { id: connection } = await connectStore(shop, store, 'read_write')
    const issue = { shop: shop.ctx.shop.id, connection, at: shop.clock.now() }
    await noteRefusedWebhooks(stores.db.kysely, { ...issue, message: 'The store does not want them.' })
    const found = await look(at(shop, base), { connector: 'woocommerce' })
    assert.deepEqual(found.wrong, ['webhooks'])
    assert.equal(found.findings.at(-1)?.text, 'The store does not want them.')
  })

  test('whose key was removed is one finding, without the key in it', async (t) => {
    const { shop, store } = await openStore(t)
    const { key } = await connectStore(shop, store)
    store.keys.delete(key)
    const found = await look(at(shop, base), { connector: 'woocommerce' })
    assert.deepEqual(found.wrong, ['keys'])
    assert.ok(!JSON.stringify(found.findings).includes(key))
  })
})

suite('an app at Shopify', () => {
  test('has to be set, and to be possible', async (t) => {
    const { shop, store } = await openShopify(t, stores)
    const asked = { connector: 'shopify', way: 'screen', values: { url: store.domain } }
    const withApp = (app: Record<string, string>) => {
      const ctx = at(shop, base)
      return {
        ...ctx,
        services: { ...ctx.services, apps: { shopify: { ...shop.ctx.services.apps['shopify'], ...app } } },
      }
    }
    assert.deepEqual((await look(withApp({}), asked)).wrong, [])
    const unset = await look(withApp({ apiSecret: '' }), asked)
    assert.deepEqual(unset.wrong, ['app_variables'])
    assert.match(
      unset.findings.find(({ id }) => id === 'app_variables')?.title ?? '',
      /^SHOPIFY_API_SECRET is not set$/,
    )
    assert.deepEqual((await look(withApp({ apiSecret: '' }), { ...asked, way: 'own-app' })).wrong, [])
    const another = await look(withApp({ apiSecret: 'shpss_another' }), asked)
    assert.deepEqual(another.wrong, ['app_accepted'])
    assert.ok(!JSON.stringify(another.findings).includes('shpss_another'))
  })

  test('whose address of the way back is not allowed is found before anybody is sent there', async (t) => {
    const { shop, store } = await openShopify(t, stores, {
      fake: { app: { redirectUrls: ['https://old.example/back'] } },
    })
    const asked = { connector: 'shopify', way: 'screen', values: { url: store.domain } }
    assert.deepEqual((await look(at(shop, base), asked)).wrong, ['redirect_allowed'])
  })

  test('is looked at through the connected shop, with what it was granted', async (t) => {
    const scene = await openShopify(t, stores)
    await connectPasted(scene)
    const asked = { connector: 'shopify' }
    const found = await look(at(scene.shop, base), asked)
    assert.deepEqual([found.wrong, found.unknown], [[], ['webhooks']])
    scene.store.tokens.setScopes(['read_orders'])
    assert.deepEqual((await look(at(scene.shop, base), asked)).wrong, ['scopes'])
  })
})

suite('the guide', () => {
  test('has this installation’s addresses, and says of variables only whether they are set', async (t) => {
    const { shop } = await openShopify(t, stores)
    const guide = await run(getGuide, at(shop, base), { connector: 'shopify' })
    assert.equal(guide.way, 'screen')
    const way = guide.ways.find(({ id }) => id === guide.way)
    assert.deepEqual(
      way?.addresses.map(({ url }) => url),
      [`${base}/app`, `${base}/return`, `${base}/privacy`, null],
    )
    const stated = new Map(way?.variables.map(({ name, isSet }) => [name, isSet]))
    assert.deepEqual(
      ['PUBLIC_URL', 'SHOPIFY_API_KEY', 'SHOPIFY_API_SECRET', 'SHOPIFY_APP_STORE_URL'].map((name) => stated.get(name)),
      [true, true, true, false],
    )
    for (const value of Object.values(shop.ctx.services.apps['shopify'] ?? {}))
      assert.ok(!JSON.stringify(guide).includes(value))
  })

  test('begins with a way that this installation is ready for', async () => {
    const shop = await openTestShop(stores)
    const wayFrom = async (connector: string, from: string | null) =>
      (await run(getGuide, at(shop, from), { connector })).way
    assert.equal(await wayFrom('woocommerce', base), 'screen')
    assert.equal(await wayFrom('woocommerce', null), 'keys')
    assert.equal(await wayFrom('shopify', base), 'own-app')
    await assert.rejects(wayFrom('nothing', base), (error) => isAppError(error) && error.code === 'not_found')
  })
})
