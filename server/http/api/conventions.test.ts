import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import type { NewKey } from '@tillsight/domain'
import { sql } from 'kysely'
import { z } from 'zod'
import { postJson } from '../../testing/http.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'

const installation = await startInstallation({ after }, { apiLimits: { perMinute: 12, atOnce: 2 } })
await addShop(installation, { domain: 'worked.example' }, workedOrders)
const { organisation } = await installation.contexts.anyShop()
const { kysely: db } = installation.runtime.stores.database
const shop = '/api/v1/shops/worked.example'
const everything = ['metrics:read', 'orders:read', 'costs:read', 'costs:write', 'health:read']

const Answer = z.looseObject({ detail: z.string().optional(), code: z.string().optional() })

/** A new key as a sender of requests. */
async function newKey() {
  const body = { name: 'x', scopes: everything }
  const created = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, { body })
  return {
    id: created.body.id,
    async send(method: string, path: string, more: { readonly body?: unknown; readonly headers?: object } = {}) {
      const type = more.body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await installation.fetchAsVisitor(path, {
        method,
        headers: { authorization: `Bearer ${created.body.key}`, ...type, ...more.headers },
        ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
      })
      const text = await response.text()
      const parsed = text === '' ? undefined : Answer.parse(Array.isArray(JSON.parse(text)) ? {} : JSON.parse(text))
      return { status: response.status, headers: response.headers, text, body: parsed }
    },
  }
}

const spend = { channel: 'Print', firstDay: workedRange.from, amount: '100' }

async function countSpend(): Promise<number> {
  return (await db.selectFrom('customSpend').select('id').execute()).length
}

suite('failures', () => {
  test('name the request, and every wrong field', async () => {
    const { send } = await newKey()
    const wrong = await send('POST', `${shop}/metrics/query`, { body: { metrics: ['sales'], from: 1, to: 2 } })
    assert.equal(wrong.status, 400)
    assert.equal(wrong.body?.['instance'], wrong.headers.get('x-request-id'))
    assert.deepEqual(
      z
        .array(z.object({ field: z.string(), detail: z.string() }))
        .parse(wrong.body?.['errors'])
        .map(({ field }) => field),
      ['from', 'to'],
    )
  })

  test('include fields that do not exist, however deep', async () => {
    const { send } = await newKey()
    const filters = [{ dimension: 'country', operator: 'is', values: ['DE'], colour: 'red' }]
    const body = { ...workedRange, metrics: ['sales'], filters, mertics: [] }
    const refused = await send('POST', `${shop}/metrics/query`, { body })
    assert.equal(refused.status, 400)
    assert.match(refused.body?.detail ?? '', /“filters\.0\.colour” is not a field .*“mertics” is not a field/)
    assert.equal((await send('POST', `${shop}/spend`, { body: { ...spend, entry: randomUUID() } })).status, 400)
  })
})

suite('answers', () => {
  test('have a tag by which they are not sent again, until something changes', async () => {
    const { send } = await newKey()
    const first = await send('GET', `${shop}/spend`)
    const tag = first.headers.get('etag') ?? ''
    assert.match(tag, /^W\/"\d+-[\w-]{22}"$/)
    assert.equal(first.headers.get('cache-control'), 'private, no-cache')
    const again = await send('GET', `${shop}/spend`, { headers: { 'if-none-match': `"x", ${tag}` } })
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag])
    await send('POST', `${shop}/spend`, { body: spend })
    const changed = await send('GET', `${shop}/spend`, { headers: { 'if-none-match': tag } })
    assert.equal(changed.status, 200)
    assert.notEqual(changed.headers.get('etag'), tag)
  })

  test('with orders are kept by nobody, and no other site may read any', async () => {
    const { send } = await newKey()
    const { from, to } = workedRange
    const orders = await send('GET', `${shop}/orders?from=${from}&to=${to}`, {
      headers: { origin: 'https://x.example' },
    })
    assert.deepEqual([orders.status, orders.headers.get('cache-control')], [200, 'private, no-store'])
    assert.equal(orders.headers.get('access-control-allow-origin'), null)
    const { headers } = await send('OPTIONS', `${shop}/orders`, { headers: { origin: 'https://x.example' } })
    assert.equal(headers.get('access-control-allow-origin'), null)
  })
})

suite('limits of a key', () => {
  test('are told with every answer; one request too many is refused, for this key only', async () => {
    const [{ send }, other] = [await newKey(), await newKey()]
    for (let left = 11; left >= 0; left -= 1) {
      const { status, headers } = await send('GET', '/api/v1/shops')
      assert.equal(status, 200)
      assert.equal(headers.get('ratelimit-policy'), '"key";q=12;w=60')
      assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"key";r=${left};t=\\d+$`))
    }
    const refused = await send('GET', '/api/v1/shops')
    assert.deepEqual([refused.status, refused.body?.code], [429, 'limit_reached'])
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60)
    assert.match(refused.headers.get('ratelimit') ?? '', /;r=0;/)
    assert.equal((await other.send('GET', '/api/v1/shops')).status, 200)
  })

  test('hold for requests that are running', async () => {
    const { send } = await newKey()
    const { all, first } = await db.transaction().execute(async (tx) => {
      // Whatever is carried out waits for this table, so that what is answered first was refused.
      await sql`LOCK TABLE custom_spend IN ACCESS EXCLUSIVE MODE`.execute(tx)
      const sent = [1, 2, 3].map(() => send('GET', `${shop}/spend`))
      return { all: sent, first: await Promise.race(sent) }
    })
    assert.equal(first.status, 429)
    assert.match(first.body?.detail ?? '', /2 requests running/)
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [200, 200, 429],
    )
    assert.equal((await send('GET', '/api/v1/shops')).status, 200)
  })
})

suite('a request with an idempotency key', () => {
  const once = (key: string) => ({ headers: { 'idempotency-key': key } })

  test('is carried out once; the first answer comes again, also of a refusal', async () => {
    const { send } = await newKey()
    const before = await countSpend()
    const key = randomUUID()
    const first = await send('POST', `${shop}/spend`, { body: spend, ...once(key) })
    const again = await send('POST', `${shop}/spend`, { body: spend, ...once(key) })
    assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
    assert.deepEqual(
      [first, again].map(({ headers }) => headers.get('idempotent-replayed')),
      [null, 'true'],
    )
    assert.equal(await countSpend(), before + 1)
    const wrong = { body: { ...spend, amount: '-1' }, ...once(randomUUID()) }
    assert.equal((await send('POST', `${shop}/spend`, wrong)).status, 400)
    const repeated = await send('POST', `${shop}/spend`, wrong)
    assert.deepEqual([repeated.status, repeated.headers.get('idempotent-replayed')], [400, 'true'])
    assert.equal(repeated.headers.get('content-type'), 'application/problem+json')
  })

  test('may not stand for another one, and belongs to its sender', async () => {
    const [{ send }, other] = [await newKey(), await newKey()]
    const key = randomUUID()
    await send('POST', `${shop}/spend`, { body: spend, ...once(key) })
    for (const [path, body] of [
      [`${shop}/spend`, { ...spend, amount: '101' }],
      [`${shop}/metrics/query`, { ...workedRange, metrics: ['sales'] }],
    ] as const) {
      const refused = await send('POST', path, { body, ...once(key) })
      assert.deepEqual(
        [refused.status, refused.body?.code, refused.body?.['field']],
        [409, 'conflict', 'Idempotency-Key'],
      )
    }
    const { headers } = await other.send('POST', `${shop}/spend`, { body: spend, ...once(key) })
    assert.equal(headers.get('idempotent-replayed'), null)
    for (const bad of ['', 'x'.repeat(129), 'a b']) {
      assert.equal((await send('POST', `${shop}/spend`, { body: spend, ...once(bad) })).status, 400)
    }
  })

  test('sent twice at once is carried out once', async () => {
    const { send } = await newKey()
    const before = await countSpend()
    const key = randomUUID()
    const both = await Promise.all([1, 2].map(() => send('POST', `${shop}/spend`, { body: spend, ...once(key) })))
    assert.equal(await countSpend(), before + 1)
    for (const { status, headers } of both) {
      if (status !== 409) continue
      assert.equal(headers.get('retry-after'), '1')
    }
    assert.equal((await send('POST', `${shop}/spend`, { body: spend, ...once(key) })).status, 200)
  })

  test('of a process that was killed is carried out if nothing was written, and else says so', async () => {
    const { id, send } = await newKey()
    const before = await countSpend()
    for (const [hasWritten, expected] of [
      [false, 200],
      [true, 409],
    ] as const) {
      const key = randomUUID()
      await send('POST', `${shop}/spend`, { body: spend, ...once(key) })
      const dead = { status: null, body: null, hasWritten, renewedAt: new Date(Date.now() - 60_000) }
      await db.updateTable('apiAnswers').set(dead).where('caller', '=', `key:${id}`).where('key', '=', key).execute()
      const again = await send('POST', `${shop}/spend`, { body: spend, ...once(key) })
      assert.equal(again.status, expected, again.text)
      if (hasWritten) assert.match(again.body?.detail ?? '', /changed something and was cut off/)
    }
    assert.equal(await countSpend(), before + 3)
  })

  test('is forgotten after a day, and its answer is stored sealed', async () => {
    const { id, send } = await newKey()
    const key = randomUUID()
    await send('POST', `${shop}/spend`, { body: { ...spend, note: 'SECRETNOTE' }, ...once(key) })
    const stored = () => db.selectFrom('apiAnswers').selectAll().where('caller', '=', `key:${id}`)
    const { body } = await stored().executeTakeFirstOrThrow()
    assert.ok(body && !body.includes('SECRETNOTE'))
    await db
      .updateTable('apiAnswers')
      .set({ claimedAt: new Date(Date.now() - 25 * 3_600_000) })
      .execute()
    const again = await send('POST', `${shop}/spend`, { body: spend, ...once(key) })
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, null])
  })
})
