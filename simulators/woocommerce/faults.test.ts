import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { fixedClock } from '@tillsight/core'
import { fillStore } from './index.ts'
import { call, openShop, sampleOrder } from './testing.ts'

const orders = Array.from({ length: 5 }, (_, at) => sampleOrder(at + 1))

test('refusals of a shop and what stands before it', async (t) => {
  const fake = await openShop(t)
  fake.faults.add({ kind: 'wrong_secret', times: 1 })
  fake.faults.add({ kind: 'shield', brand: 'cloudflare', times: 1, skip: 1 })
  fake.faults.add({ kind: 'throttled', retryAfterSeconds: 7, times: 1, skip: 2 })
  fake.faults.add({ kind: 'throttled', times: 1, skip: 3 })
  const seen: unknown[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    const { status, headers } = await call(fake, 'orders')
    seen.push([status, headers.get('retry-after') ?? headers.get('cf-mitigated')])
  }
  assert.deepEqual(seen, [
    [401, null],
    [403, 'challenge'],
    [429, '7'],
    [429, null],
    [200, null],
  ])
})

test('bodies arrive with noise, as pages, emptied, cut or compressed', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders })
  const one = async (fault: Parameters<typeof fake.faults.add>[0]) => {
    fake.faults.clear()
    fake.faults.add(fault)
    return call(fake, 'orders?_fields=id')
  }
  const clean = '[{"id":5},{"id":4},{"id":3},{"id":2},{"id":1}]'
  const raw = await fetch(`${fake.restUrl}wc/v3/orders?_fields=id&consumer_key=ck_test&consumer_secret=cs_test`)
  assert.equal(await raw.text(), clean)
  assert.match((await one({ kind: 'php_notice' })).text, /^<br \/>\n<b>Warning<\/b>.*sample-addon.*\n\[/s)
  assert.ok((await one({ kind: 'comment' })).text.startsWith('<!-- cached -->['))
  assert.match((await one({ kind: 'html_page' })).text, /^<!DOCTYPE html>/)
  const empty = await one({ kind: 'empty_list' })
  assert.deepEqual([empty.text, empty.headers.get('x-wp-total')], ['[]', '5'])
  assert.equal((await one({ kind: 'no_paging_headers' })).headers.get('x-wp-total'), null)
  await assert.rejects(one({ kind: 'cut' }))
  await assert.rejects(one({ kind: 'drop' }))
  fake.faults.clear()
  fake.faults.add({ kind: 'bom' })
  const bytes = (response: Response) => response.arrayBuffer().then((buffer) => Buffer.from(buffer))
  const url = `${fake.restUrl}wc/v3/orders?_fields=id&consumer_key=ck_test&consumer_secret=cs_test`
  assert.equal((await bytes(await fetch(url))).subarray(0, 3).toString('hex'), 'efbbbf')
  fake.faults.clear()
  fake.faults.add({ kind: 'unlabelled_gzip' })
  assert.equal(gunzipSync(await bytes(await fetch(url))).toString(), clean)
})

test('what stands over a whole site for a while, pages for people included', async (t) => {
  const clock = { at: Date.parse('2026-11-01T12:00:00Z') }
  const fake = await openShop(t, { clock: { now: () => new Date(clock.at) } })
  const statusOf = async (path: string) => (await fetch(`${fake.url}${path}`, { redirect: 'manual' })).status
  fake.faults.add({ kind: 'redirect', to: '/my-account/', status: 302, route: '*', forSeconds: 90 })
  assert.deepEqual([await statusOf('/'), await statusOf('/wp-json/'), await statusOf('/my-account/')], [302, 302, 200])
  clock.at += 89_000
  assert.equal(await statusOf('/wp-json/'), 302)
  clock.at += 1_000
  assert.deepEqual([await statusOf('/'), await statusOf('/wp-json/')], [200, 200])
})

test('big pages and poison records fail as PHP does', async (t) => {
  const fake = await openShop(t)
  await fillStore(fake, { orders })
  fake.faults.add({ kind: 'page_too_big', above: 3, route: 'orders' })
  fake.faults.add({ kind: 'poison', id: 2, route: 'orders' })
  const big = await call(fake, 'orders?per_page=4')
  assert.deepEqual([big.status, big.body['code']], [500, 'internal_server_error'])
  assert.equal((await call(fake, 'orders?per_page=3')).status, 200)
  assert.equal((await call(fake, 'orders?per_page=1&page=4')).status, 500)
  assert.equal((await call(fake, 'orders?per_page=1&page=5')).status, 200)
  assert.equal((await call(fake, 'products')).status, 200)
})

test('a stale cache answers with the past unless the address is fresh; the clock can be wrong', async (t) => {
  const fake = await openShop(t, { clock: fixedClock('2026-11-01T12:00:00Z') })
  await fillStore(fake, { orders })
  fake.faults.add({ kind: 'stale_cache' })
  const total = async (query: string) => (await call(fake, `orders?${query}`)).headers.get('x-wp-total')
  assert.equal(await total('per_page=1'), '5')
  fake.store.deleteOrder(1)
  assert.deepEqual([await total('per_page=1'), await total('per_page=1&_=17')], ['5', '4'])
  fake.faults.add({ kind: 'clock_skew', seconds: 3600 })
  assert.equal((await call(fake, 'orders')).headers.get('date'), 'Sun, 01 Nov 2026 13:00:00 GMT')
})

test('a slow answer waits, a hanging one never comes', async (t) => {
  const fake = await openShop(t)
  fake.faults.add({ kind: 'slow', milliseconds: 20, times: 1 })
  const before = performance.now()
  await call(fake, 'orders')
  assert.ok(performance.now() - before >= 19)
  fake.faults.add({ kind: 'hang' })
  await assert.rejects(call(fake, 'orders', { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
})

test('a shop with few workers lets the others wait', async (t) => {
  const fake = await openShop(t)
  fake.faults.add({ kind: 'workers', workers: 2, milliseconds: 30 })
  const ended: number[] = []
  const ask = async (nth: number) => {
    await call(fake, 'orders')
    ended.push(nth)
  }
  const before = performance.now()
  await Promise.all([ask(1), ask(2), ask(3)])
  assert.ok(performance.now() - before >= 59, 'the third waits until one of the two is done')
  assert.equal(ended.length, 3)
})

test('a shop can be throttled by calls per second of its own clock', async (t) => {
  const fake = await openShop(t, {
    clock: fixedClock('2026-11-01T12:00:00Z'),
    throttle: { perSecond: 2, retryAfterSeconds: 1 },
  })
  const statuses = [await call(fake, 'orders'), await call(fake, 'orders'), await call(fake, 'orders')].map(
    ({ status }) => status,
  )
  assert.deepEqual(statuses, [200, 200, 429])
})

test('faults and changes can be ordered over HTTP from the same machine', async (t) => {
  const fake = await openShop(t)
  const control = (path: string, method: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${fake.port}/__sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  await control('faults', 'POST', { kind: 'unavailable', times: 1 })
  assert.deepEqual([(await call(fake, 'orders')).status, (await call(fake, 'orders')).status], [503, 200])
  await control('orders', 'POST', sampleOrder(77))
  await control('orders/77/refunds', 'POST', { amount: '5.00' })
  const { body } = await call<{ refunds: readonly { total: string }[] }>(fake, 'orders/77')
  assert.equal(body.refunds[0]?.total, '-5.00')
  const state = await (await control('state', 'GET')).text()
  assert.match(state, /"orders":1/)
})
