import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import {
  type FunctionInvokeOptions,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { createTrackingKey, run } from '@tillsight/domain'
import { operations } from '../http/api/operations.ts'
import { tokenOf } from '../http/mcp/assistant.testing.ts'
import { getJson, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addStranger, openClient } from './client.testing.ts'

const installation = await startInstallation({ after }, { apiLimits: { perMinute: 1_000_000, atOnce: 1_000 } })
const { owner, runtime } = installation
const shop = 'tea.example'
const range = { from: '2026-03-01', to: '2026-03-31' }
await addShop(
  installation,
  { domain: shop },
  'order_id,created_at,total,currency,sku,quantity,price\n1,2026-03-02 10:00,20,EUR,TEA,2,10\n2,2026-03-03 10:00,7,EUR,MUG,1,7\n',
)
const client = await openClient(installation, owner)

/** What a refusal is: the client's class, the status and the body. */
async function refusalOf(asked: SupabaseClient, name: string, options: FunctionInvokeOptions = {}) {
  const { data, error } = await asked.functions.invoke(name, options)
  assert.equal(data, null)
  assert.ok(error instanceof FunctionsHttpError, String(error))
  const response: Response = error.context
  const body = (await response.json()) as { code: string; message?: string; detail?: string }
  return { status: response.status, relay: response.headers.get('x-relay-error'), ...body }
}

suite('functions.invoke of the official client', () => {
  test('answers exactly what the API answers', async () => {
    const api = await postJson(installation, `/api/v1/shops/${shop}/metrics/query`, {
      body: { metrics: ['sales', 'orders'], ...range },
    })
    assert.equal(api.status, 200, JSON.stringify(api.body))
    const { data, error, response } = await client.functions.invoke('metrics.query', {
      body: { shop, metrics: ['sales', 'orders'], ...range },
    })
    assert.equal(error, null)
    assert.deepEqual(data, api.body)
    assert.equal(response?.headers.get('cache-control'), 'private, no-store')
    const shops = await client.functions.invoke('shop.list')
    assert.deepEqual(shops.data, (await getJson(installation, '/api/v1/shops')).body)
  })

  test('takes the input of a read as the verb does, not as an address says it', async () => {
    const filters = [{ dimension: 'country', operator: 'is_not', values: ['DE'] }]
    const { data, error } = await client.functions.invoke('metrics.rows', {
      body: { shop, metric: 'orders', ...range, filters, limit: 1 },
    })
    assert.equal(error, null)
    const api = await getJson(
      installation,
      `/api/v1/shops/${shop}/metrics/orders/rows?from=2026-03-01&to=2026-03-31&filter=country!:DE&limit=1`,
    )
    assert.deepEqual(data, api.body)
  })

  test('writes, once for each idempotency key', async () => {
    const entry = {
      channel: 'radio',
      name: 'Spot',
      firstDay: '2026-03-05',
      lastDay: '2026-03-05',
      amount: '50',
      countsAs: 'ad_spend',
    }
    const headers = { 'idempotency-key': 'spot-1' }
    const first = await client.functions.invoke('spend.add', { body: { shop, ...entry }, headers })
    assert.equal(first.error, null, await said(first.error))
    const again = await client.functions.invoke('spend.add', { body: { shop, ...entry }, headers })
    assert.deepEqual(again.data, first.data)
    const changed = await client.functions.invoke('spend.change', { body: { shop, id: first.data.id, amount: '60' } })
    assert.equal(changed.error, null, await said(changed.error))
    const { data } = await client.functions.invoke('spend.list', { body: { shop } })
    assert.equal(data.entries.length, 1)
    assert.match(data.entries[0].amount, /^60/)
    const removed = await client.functions.invoke('spend.remove', { body: { shop, id: first.data.id } })
    assert.equal(removed.error, null, await said(removed.error))
    assert.deepEqual((await client.functions.invoke('spend.list', { body: { shop } })).data, { entries: [] })
  })

  test('knows every operation of the API, and no other verb', async () => {
    for (const { id } of operations) {
      const { error } = await client.functions.invoke(id, { body: { shop: 'no.example', organisation: 'x' } })
      const response: Response | undefined = error?.context
      const text = response === undefined ? '' : await response.text()
      assert.ok(response === undefined || response.status < 500, `${id}: ${text}`)
      assert.doesNotMatch(text, /Requested function/, id)
    }
    for (const name of ['picture.save', 'shop.get', 'nothing', '__proto__', 'constructor', 'metrics.query/x', '']) {
      const { status, code } = await refusalOf(client, name)
      assert.deepEqual([status, code], [404, 'NOT_FOUND'], name)
    }
  })

  test('a parameter cannot lead to another operation', async () => {
    for (const kind of ['missing', '..', '../../shops', 'a/b', '%2e%2e']) {
      assert.equal((await refusalOf(client, 'costs.export', { body: { shop, kind } })).status, 400, kind)
    }
    for (const name of ['..', '.', '../organisations', `${shop}/costs`, 'x?y#z', '\ud800']) {
      const { status } = await refusalOf(client, 'connection.list', { body: { shop: name } })
      assert.ok(status === 404 || status === 400, `${name}: ${status}`)
    }
  })

  test('names what is wrong with an input, as the API does', async () => {
    const noShop = await refusalOf(client, 'metrics.query', { body: { metrics: ['sales'], ...range } })
    assert.deepEqual([noShop.status, noShop.message?.startsWith('This is about one shop')], [400, true])
    const unknown = await refusalOf(client, 'metrics.query', { body: { shop, metrics: ['nonsense'], ...range } })
    assert.deepEqual([unknown.status, unknown.code, unknown.relay], [400, 'invalid_input', null])
    const misspelt = await refusalOf(client, 'metrics.query', { body: { shop, metrik: [], ...range } })
    assert.match(misspelt.detail ?? '', /“metrik” is not a field/)
  })

  test('takes JSON or nothing; the region and other headers of the client do not matter', async () => {
    for (const body of ['text', new Blob(['{}']), new ArrayBuffer(4), new FormData()]) {
      const { status, code } = await refusalOf(client, 'shop.list', { body })
      assert.deepEqual([status, code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
    assert.equal((await refusalOf(client, 'shop.list', { body: { text: 'x'.repeat(1024 * 1024) } })).status, 413)
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 40; level += 1) deep = { deep }
    assert.equal((await refusalOf(client, 'shop.list', { body: deep })).status, 400)
    assert.equal((await refusalOf(client, 'shop.list', { method: 'GET' })).status, 405)
    const { error } = await client.functions.invoke('shop.list', { region: 'eu-central-1' as never })
    assert.equal(error, null)
  })

  test('is closed to whoever has no session, with each kind of key and token', async () => {
    const context = await installation.contexts.shop(shop)
    const nobody = await openClient(installation)
    const refused = await refusalOf(nobody, 'shop.list')
    assert.deepEqual([refused.status, refused.code], [401, 'UNAUTHORIZED'])
    const service = await openClient(installation, undefined, runtime.auth.service.apiKeys.service)
    assert.equal((await refusalOf(service, 'shop.list')).status, 403)
    const tokens = {
      assistant: await tokenOf(runtime.own.url(), owner, {
        details: { organisation: context.organisation, shops: 'all' },
      }),
      tracking: (await run(createTrackingKey, context, {})).key,
      renewal: owner.session.refresh_token,
      key: `tsk_${'a'.repeat(43)}`,
    }
    for (const [what, token] of Object.entries(tokens)) {
      nobody.functions.setAuth(token)
      assert.equal((await refusalOf(nobody, 'shop.list')).status, 401, what)
      assert.equal((await refusalOf(nobody, 'nothing')).status, 401, what)
    }
    nobody.functions.setAuth(owner.session.access_token)
    assert.equal((await nobody.functions.invoke('shop.list')).error, null)
    const withCookie = await fetch(`${installation.address}/functions/v1/shop.list`, {
      method: 'POST',
      headers: { cookie: owner.cookie, apikey: runtime.auth.anonKey },
    })
    assert.equal(withCookie.status, 401)
  })

  test('shows somebody of another organisation nothing', async () => {
    const stranger = await openClient(installation, await addStranger(installation))
    assert.deepEqual((await stranger.functions.invoke('shop.list')).data, [])
    const { organisation, shop: own } = await installation.contexts.shop(shop)
    const unknown = '00000000-0000-4000-8000-000000000001'
    for (const { id, path } of operations.filter(({ path: place }) => /^\/(?:shops|organisations)\//.test(place))) {
      const ofShop = path.includes('{domain}')
      const ask = (name: string) => refusalOf(stranger, id, { body: { [ofShop ? 'shop' : 'organisation']: name } })
      const [theirs, none] = [await ask(ofShop ? own.id : organisation), await ask(unknown)]
      assert.equal(theirs.status, 404, id)
      assert.equal(theirs.detail?.replace(own.id, '').replace(organisation, ''), none.detail?.replace(unknown, ''), id)
    }
  })

  test('a time-out and a given-up call are the client’s own class, and a store that is away says so', async () => {
    const given = await client.functions.invoke('shop.list', { signal: AbortSignal.abort() })
    assert.ok(given.error instanceof FunctionsFetchError)
    const { auth } = runtime
    const levelOf = auth.levelOf
    try {
      Object.assign(auth, {
        levelOf: () => Promise.reject(Object.assign(new Error('disk'), { code: 'ENOSPC' })),
      })
      const away = await client.functions.invoke('shop.list')
      assert.ok(away.error instanceof FunctionsRelayError)
    } finally {
      Object.assign(auth, { levelOf })
    }
  })
})

async function said(error: unknown): Promise<string> {
  if (!(error instanceof FunctionsHttpError)) return ''
  const response: Response = error.context
  return response.text()
}
