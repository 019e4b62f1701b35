import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { after, suite, test } from 'node:test'
import { createTrackingKey, listTrackingKeys, revokeTrackingKey, run, type ShopContext } from '@tillsight/domain'
import { z } from 'zod'
import type { Problem } from '../testing/http.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { waitFor } from '../testing/temporary.ts'

const installation = await startInstallation({ after }, { trustProxy: true })
await addShop(installation, { domain: 'tea.example' })
const shop = await installation.contexts.shop('tea.example')
const key = (await run(listTrackingKeys, shop, {}))[0]?.key ?? ''

const granted = {
  analytics_storage: 'granted',
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
}
const browser = {
  'content-type': 'text/plain',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-language': 'de',
}
const own = { origin: 'https://www.tea.example' }

function pageView(more: object = {}) {
  return { id: randomUUID(), name: 'page_view', at: Date.now(), url: 'https://tea.example/green', ...more }
}

function send(message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const body = JSON.stringify({ key, v: 1, sent: Date.now(), consent: granted, events: [pageView()], ...message })
  return installation.fetchAsVisitor('/p/collect', { method: 'POST', headers: { ...browser, ...headers }, body })
}

async function problemOf(response: Response): Promise<Problem & { readonly field?: string }> {
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  return (await response.json()) as Problem & { readonly field?: string }
}

const Row = z.object({
  event_id: z.string(),
  visitor_id: z.string(),
  url: z.string(),
  consent: z.string(),
  identifiers: z.array(z.string()),
  network: z.string(),
  bot: z.string(),
  source: z.string(),
  order_id: z.string(),
})

async function storedOf(ctx: ShopContext, ids: readonly string[]): Promise<z.infer<typeof Row>[]> {
  return waitFor('the events in the warehouse', async () => {
    const sql = `SELECT event_id, visitor_id, url, consent, identifiers, network, bot, source, order_id FROM events
      WHERE shop_id = {shop:UUID} AND event_id IN {ids:Array(String)} ORDER BY at, event_id`
    const rows = await ctx.warehouse.read({ sql, params: { ids } }, Row)
    return rows.length >= ids.length ? rows : undefined
  })
}

const visitorIn = (response: Response) =>
  /^ts_v=([0-9a-f]{32}); Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/.exec(
    response.headers.get('set-cookie') ?? '',
  )?.[1]

suite('POST /p/collect', () => {
  test('keeps events and gives the visitor a cookie that scripts cannot read', async () => {
    const event = pageView({ url: 'https://tea.example/green?utm_source=x&gclid=1&session=2' })
    const response = await send({ events: [event] }, { ...own, 'x-forwarded-for': '203.0.113.77' })
    assert.deepEqual([response.status, await response.text()], [204, ''])
    const visitor = visitorIn(response)
    assert.ok(visitor)
    const [row] = await storedOf(shop, [event.id])
    assert.deepEqual(row, {
      event_id: event.id,
      visitor_id: visitor,
      url: 'https://tea.example/green?utm_source=x&gclid=1',
      consent: 'granted',
      identifiers: [],
      network: '203.0.113.0/24',
      bot: 'no',
      source: 'pixel',
      order_id: '',
    })
  })

  test('knows the visitor again by the cookie, and renews it', async () => {
    const visitor = visitorIn(await send({}))
    assert.ok(visitor)
    assert.equal(visitorIn(await send({}, { cookie: `other=1; ts_v=${visitor}` })), visitor)
    assert.notEqual(visitorIn(await send({}, { cookie: 'ts_v=nonsense' })), undefined)
  })

  test('tells the visitor where no cookie travels, and takes it back from there', async () => {
    const response = await send({ visitor: '' }, { origin: 'https://checkout.elsewhere.example' })
    assert.equal(response.status, 200)
    const { visitor } = (await response.json()) as { visitor: string }
    assert.match(visitor, /^[0-9a-f]{32}$/)
    const event = pageView()
    const again = await send({ visitor, events: [event] })
    assert.deepEqual([again.status, again.headers.get('set-cookie')], [204, null])
    assert.equal((await storedOf(shop, [event.id]))[0]?.visitor_id, visitor)
  })

  test('without consent knows nobody, and removes the cookie where it was denied or withdrawn', async () => {
    const visitor = randomBytes(16).toString('hex')
    const ask = async (consent: object) => {
      const event = pageView({ order: '1001', customer: { email: 'ann@mail.example' } })
      const response = await send({ consent, events: [event] }, { cookie: `ts_v=${visitor}` })
      assert.equal(response.status, 204)
      return { cookie: response.headers.get('set-cookie'), row: (await storedOf(shop, [event.id]))[0] }
    }
    for (const [consent, state] of [
      [{ ...granted, analytics_storage: 'denied' }, 'denied'],
      [{ ...granted, withdrawn: true }, 'withdrawn'],
      [{}, 'unknown'],
    ] as const) {
      const { cookie, row } = await ask(consent)
      assert.deepEqual(
        [row?.visitor_id, row?.identifiers, row?.network, row?.consent, row?.order_id],
        ['', [], '', state, '1001'],
      )
      if (state === 'unknown') assert.equal(cookie, null, 'nothing was decided yet')
      else assert.match(cookie ?? '', /^ts_v=; Max-Age=0;/)
    }
  })

  test('keeps people as the same hashes that orders recognise them by', async () => {
    const event = pageView({ name: 'identify', customer: { id: 7, email: ' Ann@Mail.example' } })
    await send({ events: [event] })
    const [row] = await storedOf(shop, [event.id])
    assert.equal(row?.identifiers.length, 2)
    for (const identifier of row.identifiers) assert.match(identifier, /^[0-9a-f]{32}$/)
    const same = pageView({ customer: { email: 'ann@mail.example' } })
    await send({ events: [same] })
    assert.deepEqual((await storedOf(shop, [same.id]))[0]?.identifiers, row.identifiers.slice(1))
  })

  test('marks machines', async () => {
    const event = pageView({ webdriver: true })
    await send({ events: [event] }, { 'user-agent': 'curl/8.0' })
    assert.equal((await storedOf(shop, [event.id]))[0]?.bot, 'bot')
  })

  test('an event that is told again is the same event', async () => {
    const event = pageView()
    for (let n = 0; n < 3; n += 1) await send({ events: [event], visitor: 'a'.repeat(32) })
    const last = pageView()
    await send({ events: [last] })
    assert.equal((await storedOf(shop, [event.id, last.id])).length, 2)
  })

  test('lets pages of the shop read the answer with their cookies, and others without', async () => {
    const toOwn = await send({}, own)
    assert.deepEqual(
      ['access-control-allow-origin', 'access-control-allow-credentials', 'vary'].map((name) =>
        toOwn.headers.get(name),
      ),
      ['https://www.tea.example', 'true', 'origin'],
    )
    const toOther = await send({}, { origin: 'https://nottea.example' })
    assert.equal(toOther.headers.get('access-control-allow-origin'), '*')
    assert.equal(toOther.headers.get('access-control-allow-credentials'), null)
    const asked = await installation.fetchAsVisitor('/p/collect', { method: 'OPTIONS', headers: own })
    assert.deepEqual([asked.status, asked.headers.get('access-control-allow-headers')], [204, 'content-type'])
  })

  test('answers on whatever name the shop reaches it by', async () => {
    const status = await new Promise((done, fail) => {
      const headers = { host: 'stats.tea.example' }
      const asked = request(`${installation.address}/p/collect`, { method: 'POST', headers }, (response) => {
        response.resume()
        done(response.statusCode)
      })
      asked.on('error', fail)
      asked.end(JSON.stringify({ key, v: 1, sent: Date.now(), events: [pageView()] }))
    })
    assert.equal(status, 204)
  })
})

test('an order that another site names joins nobody to it: numbers of orders can be guessed', async () => {
  const purchase = (order: string, more: object = {}) => pageView({ name: 'purchase', order, ...more })
  const elsewhere = { origin: 'https://evil.example' }
  const told = [
    { event: purchase('2001'), headers: elsewhere, foreign: 1 },
    { event: purchase('2002', { url: 'https://evil.example/' }), headers: { origin: 'null' }, foreign: 1 },
    { event: purchase('2003', { url: 'https://evil.example/' }), headers: {}, foreign: 1 },
    { event: purchase('2004', { customer: { id: '7' } }), headers: elsewhere, foreign: 1 },
    { event: purchase('2005'), headers: own, foreign: 0 },
    { event: purchase('2006'), headers: { origin: 'null' }, foreign: 0 },
    { event: purchase('2007'), headers: {}, foreign: 0 },
  ]
  for (const { event, headers } of told) assert.equal((await send({ events: [event] }, headers)).status, 204)
  const ids = told.map(({ event }) => event.id)
  await storedOf(shop, ids)
  const marked = await shop.warehouse.read(
    {
      sql: 'SELECT order_id, is_foreign FROM events WHERE shop_id = {shop:UUID} AND event_id IN {ids:Array(String)} ORDER BY order_id',
      params: { ids },
    },
    z.object({ order_id: z.string(), is_foreign: z.number() }),
  )
  assert.deepEqual(
    marked.map((row) => row.is_foreign),
    told.map(({ foreign }) => foreign),
  )
  const joined = await waitFor('what the devices showed', async () => {
    const rows = await shop.warehouse.read(
      {
        sql: 'SELECT order_id, notEmpty(identifiers) AS named FROM identifications WHERE shop_id = {shop:UUID} AND event_id IN {ids:Array(String)} ORDER BY order_id',
        params: { ids },
      },
      z.object({ order_id: z.string(), named: z.number() }),
    )
    return rows.length >= 4 ? rows : undefined
  })
  assert.deepEqual(
    joined.map((row) => [row.order_id, row.named]),
    [
      ['', 1],
      ['2005', 0],
      ['2006', 0],
      ['2007', 0],
    ],
    'who is named is known by that, as everywhere',
  )
})

suite('what is refused', () => {
  test('names the field', async () => {
    const response = await send({ events: [pageView({ at: 'now' })] })
    const { status, field, detail } = await problemOf(response)
    assert.deepEqual([response.status, status, field], [400, 400, 'events.0.at'])
    assert.match(detail, /milliseconds since 1970/)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
  })

  test('is a key that names no shop, and one that was revoked', async () => {
    const response = await send({ key: 'tk_000000000000000000000000' })
    assert.equal(response.status, 403)
    assert.match((await problemOf(response)).detail, /Copy the key from the installation page/)
    const { key: second } = await run(createTrackingKey, shop, {})
    await run(revokeTrackingKey, shop, { key: second })
    assert.equal((await send({ key: second })).status, 403)
  })

  test('is at once what cannot be a key', async () => {
    for (const wrong of ['tk_nothing', '\0', 'tk_0123456789ABCDEF01234567', `${key}\n`]) {
      const { status, field } = await problemOf(await send({ key: wrong }))
      assert.deepEqual([status, field], [400, 'key'], JSON.stringify(wrong))
    }
  })

  test('are soon all keys that one network makes up, before anybody looks for them', async () => {
    const flood = { 'x-forwarded-for': '192.0.2.77' }
    const guesses = Array.from({ length: 80 }, () =>
      send(
        { key: `tk_${randomBytes(12).toString('hex')}`, events: Array.from({ length: 50 }, () => pageView()) },
        flood,
      ),
    )
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status))
    assert.deepEqual(statuses, new Set([403, 429]))
    assert.equal((await send({}, { 'x-forwarded-for': '203.0.113.200' })).status, 204, 'others are still heard')
  })

  test('is what is too large', async () => {
    const response = await send({ events: [pageView({ pad: 'x'.repeat(70_000) })] })
    assert.equal(response.status, 413)
    assert.match((await problemOf(response)).detail, /64 kB/)
  })

  test('is too much from one network at once, with when to come back', async () => {
    const flood = { 'x-forwarded-for': '198.51.100.1' }
    const events = () => Array.from({ length: 50 }, () => pageView())
    const responses = await Promise.all(Array.from({ length: 80 }, () => send({ events: events() }, flood)))
    const refused = responses.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0 && responses.some(({ status }) => status === 204))
    assert.equal(refused.length + responses.filter(({ status }) => status === 204).length, 80)
    for (const { headers } of refused) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal((await send({}, { 'x-forwarded-for': '198.51.101.1' })).status, 204, 'others are served')
  })

  test('is every other method', async () => {
    assert.equal((await installation.fetchAsVisitor('/p/collect', { method: 'PUT' })).status, 405)
  })
})

suite('GET /p/collect', () => {
  test('is a picture that keeps one event, for pages without scripts', async () => {
    const id = randomUUID()
    const query = new URLSearchParams({ k: key, e: 'purchase', u: 'https://tea.example/thanks', o: '1002', i: id })
    const response = await installation.fetchAsVisitor(`/p/collect?${query}`, { headers: browser })
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/gif'])
    assert.equal((await response.arrayBuffer()).byteLength, 42)
    const [row] = await storedOf(shop, [id])
    assert.deepEqual([row?.order_id, row?.consent, row?.visitor_id, row?.source], ['1002', 'unknown', '', 'picture'])
    assert.equal(
      (await installation.fetchAsVisitor('/p/collect?k=tk_000000000000000000000000&u=https://tea.example/')).status,
      403,
    )
  })
})
