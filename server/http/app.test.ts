import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { getJson, type Problem, postJson } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'

const publicUrl = 'https://stats.example.com'
const installation = await startInstallation({ after }, { publicUrl })
await addShop(installation, { domain: 'a.example' })
const query = '/api/v1/shops/a.example/metrics/query'
const question = { metrics: ['sales'], from: '2025-03-10', to: '2025-03-12' }

interface Raw {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** Sends headers that fetch would not allow. */
function ask(path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Raw> {
  return new Promise((done, fail) => {
    const asked = request(`${installation.address}${path}`, { method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body }))
    })
    asked.on('error', fail).end()
  })
}

test('health says that the process lives and that both stores answer, and nothing else', async () => {
  assert.deepEqual((await getJson(installation, '/healthz')).body, { status: 'ok' })
  const ready = await getJson(installation, '/readyz')
  assert.deepEqual([ready.status, ready.body], [200, { status: 'ready', database: true, warehouse: true }])
})

test('every answer carries the headers that keep browsers from guessing', async () => {
  for (const path of ['/healthz', '/', '/api/v1/metrics', '/api/v1/nothing', '/assets/app-abc123.js']) {
    const { headers } = await installation.fetch(path)
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
    assert.equal(headers.get('x-frame-options'), 'DENY', path)
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin', path)
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path)
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\).*geolocation=\(\)/, path)
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path)
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'", path)
  }
})

test('an address that is worth something goes on to nobody as the page that a visitor came from', async () => {
  for (const [path, policy] of [
    ['/invitation/secret', 'same-origin'],
    ['/auth/confirm?token_hash=x', 'same-origin'],
    ['/connect/return/woocommerce?user_id=x', 'no-referrer'],
  ] as const) {
    assert.equal((await installation.fetch(path)).headers.get('referrer-policy'), policy, path)
  }
})

test('doors of platforms take no more than calls of platforms have, and refuse a network only so often', async (t) => {
  for (const [path, kb] of [
    [`/webhooks/woocommerce/${randomUUID()}`, 2049],
    ['/webhooks/shopify', 257],
    ['/connect/callback/woocommerce', 257],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'content-length': String(kb * 1024) }
    const status = await new Promise<number | undefined>((done, fail) => {
      const sent = request(`${installation.address}${path}`, { method: 'POST', headers }, (response) => {
        done(response.statusCode)
        sent.destroy()
      })
      sent.on('error', fail).flushHeaders()
    })
    assert.equal(status, 413, path)
  }
  const behindProxy = await startInstallation(t, { publicUrl, trustProxy: true })
  const deliver = (to: typeof installation, from: string) =>
    to.fetchAsVisitor(`/webhooks/woocommerce/${randomUUID()}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    })
  const statuses = async (to: typeof installation) =>
    new Set(await Promise.all(Array.from({ length: 200 }, async () => (await deliver(to, '203.0.113.9')).status)))
  assert.deepEqual(await statuses(behindProxy), new Set([401, 429]))
  assert.match((await deliver(behindProxy, '203.0.113.10')).headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal((await deliver(behindProxy, '198.51.100.1')).status, 401, 'others are heard')
  assert.deepEqual(await statuses(installation), new Set([401]), 'where everybody has the address of the proxy')
})

test('figures of the process are for whoever shows the token, or without one for this machine', async (t) => {
  const token = 'token-of-the-monitoring'
  const open = await startInstallation(t, { publicUrl, metricsEnabled: true })
  const closed = await startInstallation(t, { publicUrl, metricsEnabled: true, metricsToken: token })
  const status = async ({ address }: { readonly address: string }, headers: Readonly<Record<string, string>>) =>
    (await fetch(`${address}/metrics`, { headers })).status
  assert.deepEqual([await status(open, {}), await status(open, { 'x-forwarded-for': '203.0.113.7' })], [200, 404])
  const outside = await new Promise<number | undefined>((done) => {
    const headers = { host: 'stats.example.com' }
    request(`${open.address}/metrics`, { headers }, ({ statusCode }) => done(statusCode)).end()
  })
  assert.equal(outside, 404, 'by the public name')
  assert.deepEqual([await status(closed, {}), await status(closed, { authorization: 'Bearer x' })], [404, 404])
  assert.equal(await status(closed, { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' }), 200)
})

test('assets are kept for a year and come compressed; one that is gone is not kept', async () => {
  const plain = await ask('/assets/app-abc123.js', {})
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.match(String(plain.headers['content-type']), /javascript/)
  const packed = await ask('/assets/app-abc123.js', { 'accept-encoding': 'gzip, br' })
  assert.deepEqual([packed.status, packed.headers['content-encoding']], [200, 'br'])
  assert.match(String(packed.headers.vary), /accept-encoding/i)
  assert.ok(packed.body.length < plain.body.length)
  const gone = await ask('/assets/app-old.js', {})
  assert.deepEqual([gone.status, gone.headers['cache-control']], [404, undefined])
})

test('nothing outside the built client is served', async () => {
  for (const path of [
    '/../build.json',
    '/assets/../../build.json',
    '/assets/..%2f..%2fbuild.json',
    '/%2e%2e/build.json',
  ]) {
    const { body } = await ask(path, {})
    assert.doesNotMatch(body, /0123456789abcdef/, path)
  }
  assert.equal((await installation.fetch('/icon.svg')).headers.get('content-type'), 'image/svg+xml; charset=utf-8')
})

test('pages and what they fetch for themselves are never kept by a cache, unless they say so', async () => {
  for (const path of ['/account/security', '/account/security.data']) {
    assert.equal((await installation.fetch(path)).headers.get('cache-control'), 'private, no-store', path)
  }
})

test('API answers are for nobody else, and are never used again unasked', async () => {
  for (const [path, rule] of [
    ['/api/v1/metrics', 'private, no-cache'],
    ['/api/v1/shops', 'private, no-cache'],
    ['/api/v1/nothing', 'no-store'],
    ['/builds/latest.json', 'no-store'],
  ] as const) {
    assert.equal((await installation.fetch(path)).headers.get('cache-control'), rule, path)
  }
})

test('the build can be asked for by pages that are open during an update', async () => {
  const latest = await getJson<{ id: string }>(installation, '/builds/latest.json')
  const timestamp = Date.parse('2026-11-01T12:00:00Z')
  assert.deepEqual(latest.body, { id: '0123456789abcdef', timestamp, client: 'abc123' })
  const meta = await getJson(installation, `/builds/meta/${latest.body.id}.json`)
  assert.deepEqual(meta.body, {
    ...latest.body,
    version: '1.2.3',
    routes: { root: ['/assets/app-abc123.js'] },
  })
  assert.equal((await installation.fetch('/builds/meta/other.json')).status, 404)
})

test('whatever is no API is a page', async () => {
  assert.equal(await (await installation.fetch('/shop/a.example')).text(), 'page /shop/a.example')
})

test('a host name that somebody pointed at this machine is refused', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'stats.example.com.evil.example',
  ]) {
    const { status, headers, body } = await ask('/api/v1/openapi.json', { host })
    assert.equal(status, 403, host)
    assert.equal(headers['content-type'], 'application/problem+json')
    assert.match(body, /https:\/\/stats\.example\.com, or set PUBLIC_URL/)
  }
  for (const host of ['localhost', 'localhost:9999', '127.0.0.1:1', '[::1]:3000', 'stats.example.com']) {
    assert.equal((await ask('/api/v1/openapi.json', { host })).status, 200, host)
  }
  assert.equal((await ask('/healthz', { host: 'evil.example' })).status, 200, 'monitoring may use any name')
})

test('what is set over an encrypted connection never goes over another one', async () => {
  const cookieOver = async (host: string) => {
    const result = await ask('/connect/return/woocommerce?x=1', { host, accept: 'text/html' })
    return String(result.headers['set-cookie'])
  }
  assert.match(await cookieOver('stats.example.com'), /^sb-redirect-path=.*; Secure$/)
  assert.doesNotMatch(await cookieOver('localhost'), /secure/i)
})

test('a write that a page of another site sends is not carried out', async () => {
  const write = (origin: string | undefined) =>
    postJson<Problem>(installation, query, {
      body: question,
      headers: { cookie: installation.owner.cookie, ...(origin === undefined ? {} : { origin }) },
    })
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1', 'not an origin']) {
    const { status, body } = await write(origin)
    assert.equal(status, 403, origin)
    assert.match(body.detail, /another site/)
  }
  for (const origin of [undefined, installation.address, publicUrl]) assert.equal((await write(origin)).status, 200)
  const nameless = { 'sec-fetch-site': 'cross-site', cookie: installation.owner.cookie }
  assert.equal((await ask(query, nameless, 'POST')).status, 403, 'some browsers keep the origin to themselves')
  const reading = { origin: 'https://evil.example', cookie: installation.owner.cookie }
  assert.equal((await ask('/api/v1/shops', reading)).status, 200, 'reading is not writing')
})

test('a body that is too large is refused before it is read', async () => {
  const { status, body, type } = await postJson<Problem>(installation, query, { body: 'x'.repeat(7 * 1024 * 1024) })
  assert.deepEqual([status, type, body.status], [413, 'application/problem+json', 413])
  assert.match(body.detail, /larger than 6 MB/)
})

test('a body that does not say how long it is is refused once it is too large', async () => {
  const send = (pieces: number) =>
    new Promise<number | undefined>((done, fail) => {
      const headers = { 'content-type': 'application/json', cookie: installation.owner.cookie }
      const sent = request(`${installation.address}${query}`, { method: 'POST', headers }, (response) => {
        done(response.resume().statusCode)
      })
      sent.on('error', fail)
      for (let piece = 0; piece < pieces; piece += 1) sent.write(' '.repeat(1024 * 1024))
      sent.end()
    })
  assert.deepEqual([await send(1), await send(7)], [400, 413])
})

test('figures for monitoring are off unless they are asked for', async (t) => {
  assert.doesNotMatch(await (await installation.fetch('/metrics')).text(), /process_cpu/)
  const measured = await startInstallation(t, { metricsEnabled: true })
  await measured.fetch('/api/v1/shops')
  const text = await (await measured.fetch('/metrics')).text()
  assert.match(text, /tillsight_http_request_duration_seconds_count\{door="\/api",status="200"\} 1/)
})

test('an unexpected failure shows an id that is in the log, and not its text', async (t) => {
  const seen: { errorId?: unknown; err?: unknown }[] = []
  const secret = 'password=hunter2'
  const broken = await startInstallation(t)
  t.mock.method(broken.runtime.stores.database, 'ready', () => Promise.reject(new Error(secret)))
  t.mock.method(broken.runtime.log, 'error', (fields: object) => void seen.push(fields))
  const { status, body } = await getJson<Problem & { errorId: string }>(broken, '/readyz')
  assert.deepEqual([status, body.code], [500, 'internal'])
  assert.ok(!JSON.stringify(body).includes(secret))
  assert.ok(body.detail.includes(body.errorId))
  assert.deepEqual(
    seen.map(({ errorId }) => errorId),
    [body.errorId],
  )
})
