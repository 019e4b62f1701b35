import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { isAppError, toConnectionId } from '@tillsight/core'
import { createConnection, createSecretsBox, sealAgain } from '@tillsight/database'
import type { WooCommerceFake } from '../../../../simulators/index.ts'
import { run } from '../context/index.ts'
import { openTestShop, openTestStores, startStore, type TestShop } from '../sync/testing.ts'
import {
  beginConnect,
  completeConnect,
  connectWithKeys,
  disconnect,
  disconnectAll,
  finishConnect,
  listConnections,
  sealedByConnections,
  verifyConnection,
} from './index.ts'

const stores = await openTestStores({ after })

function check({ services }: TestShop, id: string) {
  const { db, clock, connections } = services
  return verifyConnection({ db, clock, services: connections }, toConnectionId(id))
}

/** Starts a callback endpoint like the server's. */
async function startCallback(
  t: { after(work: () => Promise<void>): void },
  { services }: TestShop,
): Promise<{ url: string; answers: number[] }> {
  const answers: number[] = []
  const server = createServer((request, response) => {
    void result(request, response)
  })
  const result = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const callback = {
      body: Buffer.concat(chunks).toString(),
      contentType: request.headers['content-type'] ?? '',
      query: {},
    }
    const { db, clock, connections } = services
    const status = await completeConnect(
      { db, clock, services: connections },
      { connector: 'woocommerce', callback },
    ).then(
      () => 200,
      () => 403,
    )
    answers.push(status)
    response.writeHead(status).end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, answers }
}

/**
 * Simulates a merchant's browser in the store: signs in and follows the link with this class. Returns the address it ends at.
 */
async function decide(
  authorizeUrl: string,
  link: 'wc-auth-approve' | 'wc-auth-deny',
): Promise<{ status: number; location: string }> {
  const atLogin = await fetch(authorizeUrl, { redirect: 'manual' })
  const loginUrl = atLogin.headers.get('location') ?? ''
  const form = new URLSearchParams({ username: 'admin', password: 'password' })
  const loggedIn = await fetch(loginUrl, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = (loggedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const screen = await (await fetch(loggedIn.headers.get('location') ?? '', { headers: { cookie } })).text()
  const href = new RegExp(`<a href="([^"]+)"[^>]*${link}`).exec(screen)?.[1]?.replaceAll('&#38;', '&') ?? ''
  if (link === 'wc-auth-deny') return { status: 302, location: href }
  const decided = await fetch(href, { headers: { cookie }, redirect: 'manual' })
  return { status: decided.status, location: decided.headers.get('location') ?? '' }
}

function withCallback(redirectUrl: string, callback: string): string {
  const url = new URL(redirectUrl)
  url.searchParams.set('callback_url', callback)
  return url.href
}

function queryOf(location: string): Record<string, string> {
  return Object.fromEntries(new URL(location).searchParams)
}

async function begin(shop: TestShop, store: WooCommerceFake) {
  return run(beginConnect, shop.ctx, { connector: 'woocommerce', values: { url: store.url } })
}

test('a merchant who approves in the store is connected', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const callback = await startCallback(t, shop)
  const { redirectUrl } = await begin(shop, store)
  const ended = await decide(withCallback(redirectUrl, callback.url), 'wc-auth-approve')
  assert.deepEqual(callback.answers, [200])
  const outcome = await run(finishConnect, shop.ctx, { connector: 'woocommerce', query: queryOf(ended.location) })
  assert.equal(outcome.outcome, 'connected')
  assert.deepEqual(shop.requested, [`check ${outcome.connection}`])
  const [verifying] = await run(listConnections, shop.ctx, {})
  assert.equal(verifying?.status, 'verifying')
  await check(shop, outcome.connection ?? '')
  assert.deepEqual(
    shop.requested.slice(1),
    [`sync ${outcome.connection}`, `ensure-webhooks ${outcome.connection}`],
    'orders are to come in at once',
  )
  const [view] = await run(listConnections, shop.ctx, {})
  assert.equal(view?.status, 'backfilling')
  assert.equal(view?.account?.name, 'Sandbox shop')
})

test('no key is stored or shown in clear text', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const key = store.keys.add()
  const values = { url: store.url, key: key.consumerKey, secret: key.consumerSecret }
  const view = await run(connectWithKeys, shop.ctx, { connector: 'woocommerce', values })
  const rows = await stores.db.kysely
    .selectFrom('connections')
    .selectAll()
    .where('shopId', '=', shop.ctx.shop.id)
    .execute()
  const everything = JSON.stringify([view, rows.map((row) => [row.settings, row.secrets.toString('latin1')])])
  assert.equal(everything.includes(key.consumerKey) || everything.includes(key.consumerSecret), false)
})

test('a merchant who declines, and a state that is used twice, expired or made up, connect nothing', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const callback = await startCallback(t, shop)
  const { redirectUrl } = await begin(shop, store)
  const denied = await decide(redirectUrl, 'wc-auth-deny')
  const declined = await run(finishConnect, shop.ctx, { connector: 'woocommerce', query: queryOf(denied.location) })
  assert.equal(declined.outcome, 'declined')

  const url = withCallback(redirectUrl, callback.url)
  await decide(url, 'wc-auth-approve')
  const again = await decide(url, 'wc-auth-approve')
  assert.equal(again.status, 401)
  assert.deepEqual(callback.answers, [200, 403])

  const late = await begin(shop, store)
  shop.clock.advance(16)
  await decide(withCallback(late.redirectUrl, callback.url), 'wc-auth-approve')
  assert.deepEqual(callback.answers, [200, 403, 403])
  const query = { success: '1', user_id: late.state }
  const expired = await openTestShop(stores)
  await assert.rejects(run(finishConnect, expired.ctx, { connector: 'woocommerce', query }), /not known here/)
})

test('keys that could not reach us are explained', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const { state } = await begin(shop, store)
  const outcome = await run(finishConnect, shop.ctx, {
    connector: 'woocommerce',
    query: { success: '1', user_id: state },
  })
  assert.equal(outcome.outcome, 'keys_missing')
  assert.match(outcome.message ?? '', /could not reach this address.*type them in/)
})

test('wrong keys are refused with the reason and nothing is stored', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const key = store.keys.add()
  const connect = (values: Record<string, string>) =>
    run(connectWithKeys, shop.ctx, { connector: 'woocommerce', values })
  await assert.rejects(connect({ url: store.url, key: key.consumerKey, secret: `cs_${'0'.repeat(40)}` }), isAppError)
  await assert.rejects(connect({ url: store.url, key: key.consumerKey }), /“Consumer secret” is missing/)
  await assert.rejects(
    connect({ url: 'http://127.0.0.1:1', key: key.consumerKey, secret: key.consumerSecret }),
    isAppError,
  )
  await assert.rejects(
    run(connectWithKeys, shop.ctx, { connector: 'shoppify', values: {} }),
    /cannot be connected. Known platforms: woocommerce/,
  )
  assert.deepEqual(await run(listConnections, shop.ctx, {}), [])
})

test('new keys renew the connection, and keys of another store are refused', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const other = await startStore(t, shop)
  const connect = (target: WooCommerceFake) => {
    const key = target.keys.add()
    const values = { url: target.url, key: key.consumerKey, secret: key.consumerSecret }
    return run(connectWithKeys, shop.ctx, { connector: 'woocommerce', values })
  }
  const first = await connect(store)
  const second = await connect(store)
  assert.equal(second.id, first.id)
  await assert.rejects(connect(other), /another account/)
})

test('after a change of the secret everything stored is encrypted with the current one', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const key = store.keys.add()
  const view = await run(connectWithKeys, shop.ctx, {
    connector: 'woocommerce',
    values: { url: store.url, key: key.consumerKey, secret: key.consumerSecret },
  })
  const earlier = 'the secret of a test installation'
  const secret = 'the next secret of that installation'
  const secrets = createSecretsBox({ secret, earlier: [earlier] })
  const again = async (box: typeof secrets) => {
    const done = await Promise.all(sealedByConnections.map((column) => sealAgain(stores.db.kysely, column, box)))
    return done.reduce((sum, { changed }) => sum + changed, 0)
  }
  assert.ok((await again(secrets)) >= 1)
  assert.equal(await again(secrets), 0)
  const { db, clock, connections } = shop.services
  const rotated = { ...connections, secrets: createSecretsBox({ secret }) }
  const row = await verifyConnection({ db, clock, services: rotated }, toConnectionId(view.id))
  assert.equal(row.statusDetail, null)
  await again(createSecretsBox({ secret: earlier, earlier: [secret] }))
})

test('disconnecting removes keys and progress', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const key = store.keys.add()
  const { id } = await run(connectWithKeys, shop.ctx, {
    connector: 'woocommerce',
    values: { url: store.url, key: key.consumerKey, secret: key.consumerSecret },
  })
  const stranger = await openTestShop(stores)
  await assert.rejects(run(disconnect, stranger.ctx, { connection: id, data: 'keep' }), /has no such connection/)
  await run(disconnect, shop.ctx, { connection: id, data: 'keep' })
  assert.deepEqual(await run(listConnections, shop.ctx, {}), [])
})

test('a shop that goes is disconnected from all its platforms, also where one cannot be', async (t) => {
  const shop = await openTestShop(stores)
  const store = await startStore(t, shop)
  const key = store.keys.add()
  const broken = await createConnection(stores.db.kysely, {
    shopId: shop.ctx.shop.id,
    connector: 'googleads',
    settings: {},
    secrets: Buffer.from('sealed by nobody'),
    status: 'healthy',
  })
  await run(connectWithKeys, shop.ctx, {
    connector: 'woocommerce',
    values: { url: store.url, key: key.consumerKey, secret: key.consumerSecret },
  })
  const warnings: string[] = []
  const log = { ...shop.ctx.log, warn: (_fields: object, message: string) => void warnings.push(message) }
  await disconnectAll({ ...shop.ctx, log })
  const left = await stores.db.kysely
    .selectFrom('connections')
    .select('id')
    .where('shopId', '=', shop.ctx.shop.id)
    .execute()
  assert.deepEqual(left, [{ id: broken.id }])
  assert.match(warnings.join(), /could not be ended at its platform/)
})
