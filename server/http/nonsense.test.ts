// Malformed requests must be answered with 4xx, never as a failure of ours, which would fill the log and alert people. The
// routes are read from the app: a new one is tested without being listed here.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { after, suite, test } from 'node:test'
import { endpoints } from '@tillsight/auth/testing'
import type { Log } from '@tillsight/supervisor'
import { Hono } from 'hono'
import { addShop, startInstallation } from '../testing/installation.ts'
import { silentLog } from '../testing/silent-log.ts'
import { createHttp } from './app.ts'
import { createLiveShops } from './live-shops.ts'

const errors: unknown[] = []
const log: Log = { ...silentLog, error: (...said: readonly unknown[]) => void errors.push(said) }
const unlimited = { AUTH_RATE_LIMIT_VERIFY: '1000000' }
const installation = await startInstallation({ after }, { trustProxy: true, platformApps: {}, ...unlimited }, log)
await addShop(installation, { domain: 'tea.example' })
const { runtime } = installation
const [shop] = await installation.contexts.shop('tea.example').then((ctx) => [ctx.shop.id])
const live = createLiveShops(runtime)
after(() => live.close())

interface Door {
  readonly method: string
  readonly path: string
}

/** The doors of the official client, which read their addresses themselves. Streams of them are elsewhere. */
const wires = [
  'GET /storage/v1/bucket',
  'POST /storage/v1/bucket',
  'GET /storage/v1/bucket/:id',
  'PUT /storage/v1/bucket/:id',
  'DELETE /storage/v1/bucket/:id',
  'POST /storage/v1/bucket/:id/empty',
  'POST /storage/v1/object/move',
  'POST /storage/v1/object/copy',
  'POST /storage/v1/object/list/:bucket',
  'POST /storage/v1/object/list-v2/:bucket',
  'POST /storage/v1/object/sign/:bucket',
  'POST /storage/v1/object/sign/:bucket/:name',
  'GET /storage/v1/object/sign/:bucket/:name',
  'POST /storage/v1/object/upload/sign/:bucket/:name',
  'PUT /storage/v1/object/upload/sign/:bucket/:name',
  'GET /storage/v1/object/public/:bucket/:name',
  'GET /storage/v1/object/info/:bucket/:name',
  'GET /storage/v1/render/image/public/:bucket/:name',
  'GET /storage/v1/render/image/authenticated/:bucket/:name',
  'GET /storage/v1/object/:bucket/:name',
  'POST /storage/v1/object/:bucket/:name',
  'PUT /storage/v1/object/:bucket/:name',
  'DELETE /storage/v1/object/:bucket',
  'POST /functions/v1/:name',
  'GET /rest/v1/:relation',
  'GET /rest/v1/annotations',
  'POST /rest/v1/rpc/:name',
  'GET /realtime/v1/websocket',
  'POST /realtime/v1/api/broadcast',
]

/** All endpoints of the product, including those outside the framework. */
const doors: readonly Door[] = [
  ...createHttp(runtime, {
    buildDir: installation.config.dataDir,
    live,
    backend: new Hono(),
    pages: async () => new Response(),
  })
    .routes.filter(({ path }) => !path.endsWith('*'))
    .map(({ method, path }) => ({ method: method === 'ALL' ? 'GET' : method, path: path.replace(/\{[^}]*\}+/, '') })),
  ...endpoints.map((endpoint) => {
    const [method = '', path = '', grant] = endpoint.split(' ')
    return { method, path: `/auth/v1${path.replace(/\{(\w+)\}/g, ':$1')}${grant ? `?grant_type=${grant}` : ''}` }
  }),
  ...wires.map((wire) => {
    const [method = '', path = ''] = wire.split(' ')
    return { method, path }
  }),
  { method: 'GET', path: '/p/collect' },
  { method: 'POST', path: '/p/collect' },
].filter(
  ({ path }, at, all) => all.findIndex((other) => other.path === path && other.method === all[at]?.method) === at,
)

/** Paths with sample values. */
const addressed = [
  '%00',
  'tea%00.example',
  '%ED%A0%80',
  '%E0%A4%A',
  '%',
  '%FF%FE',
  '..%2F..%2Fetc',
  '9'.repeat(40),
  'x'.repeat(3000),
  '-1',
  '[object%20Object]',
  `${randomUUID()}%00`,
]

/** Parameter names that occur anywhere. */
const names = (
  'key order version answer shop state code user_id success hmac host id_token from to cursor limit ' +
  'filter metrics currency claims icons since k i e u o v cur token token_hash type redirect_to ' +
  'provider code_challenge page per_page name email phone password refresh_token auth_code ' +
  'code_verifier nonce challenge_id select offset or and not shop_id day apikey vsn prefix prefixes paths expiresIn ' +
  'bucketId sourceKey destinationKey transform width resize download'
).split(' ')

const odd = ['\0', '\ud800', 'x'.repeat(5000), -1, 1e308, null, true, [], {}, [['\0']], { a: { b: '\0' } }]

const bodies: readonly { readonly type: string; readonly body: string }[] = [
  ...['', '{', 'null', '[]', '"\0"', '\0', '1', `${'['.repeat(5000)}${']'.repeat(5000)}`].map((body) => ({
    type: 'application/json',
    body,
  })),
  ...odd.map((value) => ({
    type: 'application/json',
    body: JSON.stringify(Object.fromEntries(names.map((name) => [name, value]))),
  })),
  { type: 'application/x-www-form-urlencoded', body: names.map((name) => `${name}=%00`).join('&') },
  { type: 'application/x-www-form-urlencoded', body: '%E0%A4%A=%&\0=\0' },
  { type: 'multipart/form-data; boundary=x', body: '--x\r\nnonsense' },
  { type: 'multipart/form-data', body: '\0' },
  { type: '\u00ff/\u00ff', body: '\0' },
]

let asked = 0

/** Sends the request unchanged, where `fetch` would normalise it. */
function ask({ method, path }: Door, headers: Readonly<Record<string, string>>, body?: string): Promise<number> {
  asked += 1
  // A different client each time: rate limits are not tested here.
  const from = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
  return new Promise((done, fail) => {
    const sent = request(
      `${installation.address}`,
      { method, path, headers: { 'x-forwarded-for': from, ...headers } },
      (response) => {
        done(response.statusCode ?? 0)
        response.destroy()
      },
    )
    sent.on('error', fail).end(body)
  })
}

const fill = (path: string, text: string) => path.replace(/:\w+/g, text)
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** The requests to one endpoint, by somebody with access to the shop, and by a stranger. */
function* requestsTo({ method, path }: Door): Generator<readonly [Door, string?, string?]> {
  const usual = path.replace(/:domain\b/, 'tea.example').replace(/:connector\b/, 'woocommerce')
  if (path.includes(':')) for (const text of addressed) yield [{ method, path: fill(path, text) }]
  for (const text of addressed) {
    yield [{ method, path: withQuery(fill(usual, '1'), names.map((name) => `${name}=${text}`).join('&')) }]
  }
  const plain = names.map((name) => `${name}=${name === 'shop' ? shop : '1'}`).join('&')
  for (const name of names) yield [{ method, path: withQuery(fill(usual, '1'), `${name}=%00&${plain}`) }]
  if (method === 'GET') return
  for (const { type, body } of bodies) yield [{ method, path: fill(usual, '1') }, type, body]
}

suite('nonsense at every door', () => {
  assert.ok(doors.length > 60, `only ${doors.length} doors were found`)
  for (const who of ['a stranger', 'an owner'] as const) {
    test(`from ${who} is no failure of ours`, async () => {
      const identity = who === 'an owner' ? Object.fromEntries(installation.owner.headers()) : {}
      const failures: string[] = []
      for (const door of doors) {
        await Promise.all(
          Array.from(requestsTo(door), async ([to, type, body]) => {
            const status = await ask(to, { ...identity, ...(type === undefined ? {} : { 'content-type': type }) }, body)
            // What is not offered is said on purpose, as the protocol of files wants it.
            if (status >= 500 && status !== 501)
              failures.push(`${status} ${to.method} ${to.path.slice(0, 200)} ${(body ?? '').slice(0, 80)}`)
          }),
        )
      }
      assert.deepEqual(failures, [])
      assert.deepEqual(errors, [])
    })
  }

  test('in cookies and other headers is none either', async () => {
    const nonsense = [
      '%00',
      '\u00ff',
      'base64-',
      'base64-AAAA',
      'x'.repeat(8000),
      '%E0%A4%A',
      `base64-${'A'.repeat(6000)}`,
    ]
    const failures: string[] = []
    for (const text of nonsense) {
      for (const path of [
        '/',
        '/api/shop/lists',
        '/connect/return/woocommerce?user_id=1',
        '/auth/v1/user',
        '/p/collect',
      ]) {
        for (const headers of [
          { cookie: `${runtime.auth.cookieName}=${text}` },
          { cookie: text },
          { authorization: `Bearer ${text}` },
          { authorization: text, apikey: text },
          { 'accept-language': text, 'user-agent': text, referer: text, origin: text },
        ]) {
          const status = await ask({ method: 'GET', path }, headers)
          if (status >= 500) failures.push(`${status} ${path} ${JSON.stringify(headers).slice(0, 200)}`)
        }
      }
    }
    assert.deepEqual([failures, errors], [[], []])
  })
})
