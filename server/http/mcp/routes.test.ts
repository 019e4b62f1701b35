import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createOrganisation } from '@tillsight/database'
import { createKey, createShop, run } from '@tillsight/domain'
import { z } from 'zod'
import { operator } from '../../contexts.ts'
import { mcpPath } from '../../own-address.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'
import { addKey, connectClient, currentHeaders, currentMessage, ToolAnswer } from './mcp.testing.ts'

const inspector = 'http://localhost:6274'
const apiLimits = { perMinute: 40, atOnce: 2 }
const installation = await startInstallation({ after }, { mcpOrigins: [inspector], apiLimits })
await addShop(installation, { domain: 'worked.example' }, workedOrders)
await addShop(installation, { domain: 'second.example' })
const { address, runtime } = installation

const Answer = z.looseObject({
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), data: z.unknown().optional() }).optional(),
  code: z.string().optional(),
  detail: z.string().optional(),
})

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Sends a message with a key, and nothing that a client would add. */
async function send(key: string | undefined, { method = 'POST', headers = {}, body }: Sent) {
  const response = await fetch(address + mcpPath, {
    method,
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? Answer.parse(JSON.parse(text)) : {},
  }
}

const listing = { headers: currentHeaders('tools/list'), body: currentMessage('tools/list') }

suite('the protocol', () => {
  test('the current revision: one JSON body, lists that can be kept for an hour', async () => {
    const { key } = await addKey(installation)
    for (const method of [
      'tools/list',
      'prompts/list',
      'resources/list',
      'resources/templates/list',
      'server/discover',
    ]) {
      const answer = await send(key, { headers: currentHeaders(method), body: currentMessage(method) })
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/json'], answer.text)
      assert.deepEqual([answer.body.result?.['ttlMs'], answer.body.result?.['cacheScope']], [3_600_000, 'private'])
    }
  })

  test('refuses what does not fit together, by the codes of the protocol', async () => {
    const { key } = await addKey(installation)
    const differs = { ...listing.headers, 'mcp-protocol-version': '2025-11-25' }
    const future = JSON.parse(JSON.stringify(listing.body).replaceAll('2026-07-28', '2099-01-01')) as object
    const unknown = { headers: currentHeaders('tools/nothing'), body: currentMessage('tools/nothing') }
    const listen = { headers: currentHeaders('subscriptions/listen'), body: currentMessage('subscriptions/listen') }
    for (const [what, sent, status, code] of [
      ['header and body differ', { ...listing, headers: differs }, 400, -32_020],
      ['name differs', { ...listing, headers: currentHeaders('prompts/list') }, 400, -32_020],
      [
        'unknown revision',
        { headers: { ...listing.headers, 'mcp-protocol-version': '2099-01-01' }, body: future },
        400,
        -32_022,
      ],
      ['unknown method', unknown, 404, -32_601],
      ['a stream that is not offered', listen, 404, -32_601],
      ['no JSON', { ...listing, body: '{' }, 400, -32_700],
      ['a batch', { ...listing, body: [listing.body] }, 400, -32_600],
    ] as const) {
      const answer = await send(key, sent)
      assert.deepEqual([answer.status, answer.body.error?.code], [status, code], `${what}: ${answer.text}`)
    }
    const { body } = await send(key, {
      headers: { ...listing.headers, 'mcp-protocol-version': '2099-01-01' },
      body: future,
    })
    assert.match(JSON.stringify(body.error?.data), /2026-07-28/)
  })

  test('answers POST only', async () => {
    const { key } = await addKey(installation)
    for (const method of ['GET', 'DELETE', 'PUT']) assert.equal((await send(key, { method })).status, 405, method)
  })
})

suite('who may call', () => {
  test('nobody without a key; a session is none', async () => {
    const session = installation.owner.session.access_token
    for (const key of [undefined, session, `tsk_${'x'.repeat(43)}`]) {
      const { status, headers } = await send(key, listing)
      assert.equal(status, 401)
      const metadata = `resource_metadata="${runtime.own.url()}/.well-known/oauth-protected-resource/api/v1/mcp"`
      const invalid = key === undefined ? '' : 'error="invalid_token", '
      assert.equal(headers.get('www-authenticate'), `Bearer ${invalid}${metadata}, scope="metrics:read"`)
    }
    const withCookie = await send(undefined, {
      ...listing,
      headers: { ...listing.headers, cookie: installation.owner.cookie },
    })
    assert.equal(withCookie.status, 401)
  })

  test('a scope that is missing is named as clients look for it', async () => {
    const { key } = await addKey(installation, { scopes: ['metrics:read'] })
    const body = currentMessage('tools/call', { name: 'get_order', arguments: { shop: 'worked.example', id: '1001' } })
    const refused = await send(key, { headers: currentHeaders('tools/call', 'get_order'), body })
    assert.equal(refused.status, 403)
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="orders:read"')
    assert.match(refused.body.detail ?? '', /lacks the scope “orders:read”/)
  })

  test('keys see their own shops; others cannot be told from those that do not exist', async () => {
    const other = await createOrganisation(runtime.stores.database.kysely, { name: 'Other' })
    const foreign = runtime.context(operator, other.id)
    await run(createShop, foreign, { domain: 'foreign.example', platform: 'woocommerce', zone: 'UTC', currency: 'EUR' })
    const client = await connectClient(installation, await addKey(installation, { shops: ['worked.example'] }))
    const say = async (shop: string): Promise<string> => {
      const input = { shop, metrics: ['sales'], ...workedRange }
      const answer = ToolAnswer.parse(await client.callTool({ name: 'query_metrics', arguments: input }))
      return `${answer.isError ?? false} ${(answer.content[0]?.text ?? '').replaceAll(shop, 'X')}`
    }
    const others = await Promise.all(['second.example', 'foreign.example', 'nothing.example'].map(say))
    assert.equal(new Set(others).size, 1)
    assert.match(others[0] ?? '', /^true There is no shop “X” here/)
    assert.match(await say('worked.example'), /^false /)
    const { key } = await run(createKey, foreign, { name: 'x', scopes: ['metrics:read'] })
    const stranger = await connectClient(installation, { key })
    const answer = await stranger.callTool({
      name: 'query_metrics',
      arguments: { shop: 'worked.example', metrics: ['sales'], ...workedRange },
    })
    assert.match(JSON.stringify(answer), /There is no shop/)
    const seen = JSON.stringify([await stranger.callTool({ name: 'list_shops' }), await stranger.listResources()])
    assert.ok(seen.includes('foreign.example') && !seen.includes('worked.example') && !seen.includes('second.example'))
    const both = await connectClient(installation, await addKey(installation))
    const unnamed = await both.callTool({ name: 'query_metrics', arguments: { metrics: ['sales'], ...workedRange } })
    assert.match(JSON.stringify(unnamed), /several shops.*second\.example, worked\.example/)
  })

  test('pages of other sites may not, but those that the operator names', async () => {
    const { key } = await addKey(installation)
    const from = (origin: string) => ({ ...listing, headers: { ...listing.headers, origin } })
    const asks = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,mcp-method',
    }
    for (const origin of ['https://evil.example', 'http://localhost:6275', 'null']) {
      const refused = await send(key, from(origin))
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [403, null], origin)
      const preflight = await send(undefined, { method: 'OPTIONS', headers: { origin, ...asks } })
      assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [403, null], origin)
    }
    const allowed = await send(key, from(inspector))
    assert.deepEqual([allowed.status, allowed.headers.get('access-control-allow-origin')], [200, inspector])
    const preflight = await send(undefined, { method: 'OPTIONS', headers: { origin: inspector, ...asks } })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), inspector)
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization.*mcp-method, mcp-name/)
    const unknown = await send(undefined, from(inspector))
    assert.deepEqual([unknown.status, unknown.headers.get('access-control-allow-origin')], [401, inspector])
    assert.match(unknown.headers.get('access-control-expose-headers') ?? '', /www-authenticate/)
    assert.equal((await send(key, from(address))).status, 200, 'our own pages')
  })
})

suite('limits of a key', () => {
  test('requests of assistants count like those of programs', async () => {
    const { key } = await addKey(installation)
    const before = await send(key, listing)
    assert.equal(before.headers.get('ratelimit'), `"key";r=${apiLimits.perMinute - 1};t=60`)
    await fetch(`${address}/api/v1/shops`, { headers: { authorization: `Bearer ${key}` } })
    const statuses: number[] = []
    while (statuses.length < 60 && !statuses.includes(429)) statuses.push((await send(key, listing)).status)
    assert.equal(statuses.length, apiLimits.perMinute - 1)
    const over = await send(key, listing)
    assert.deepEqual([over.status, over.headers.has('retry-after')], [429, true])
    const program = await fetch(`${address}/api/v1/shops`, { headers: { authorization: `Bearer ${key}` } })
    assert.equal(program.status, 429)
  })

  test('so many run at once, and a closed connection makes room', async (t) => {
    const began: AbortSignal[] = []
    const { warehouse } = runtime.stores
    const open = warehouse.for.bind(warehouse)
    // A query that goes on until it is given up.
    t.mock.method(warehouse, 'for', (shop: Parameters<typeof open>[0]) => ({
      ...open(shop),
      read: (_query: unknown, _row: unknown, { signal }: { readonly signal?: AbortSignal } = {}) => {
        assert.ok(signal)
        began.push(signal)
        return new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
      },
    }))
    const { key } = await addKey(installation)
    const input = { shop: 'worked.example', metrics: ['orders'], from: '2025-03-01', to: '2025-03-12' }
    const message = currentMessage('tools/call', { name: 'query_metrics', arguments: input })
    const leaving = new AbortController()
    const ask = (days: string, signal: AbortSignal) =>
      fetch(address + mcpPath, {
        method: 'POST',
        headers: { ...currentHeaders('tools/call', 'query_metrics'), authorization: `Bearer ${key}` },
        body: JSON.stringify(message).replace('2025-03-12', days),
        signal,
      })
    const asked = ['2025-03-11', '2025-03-12'].map((day) => ask(day, leaving.signal))
    while (began.length < 2) await delay(5)
    assert.equal((await ask('2025-03-10', new AbortController().signal)).status, 429)
    leaving.abort()
    await Promise.allSettled(asked)
    while (!began.every(({ aborted }) => aborted)) await delay(5)
    t.mock.restoreAll()
    let status = 429
    while (status === 429) status = (await send(key, listing)).status
    assert.equal(status, 200)
  })

  test('a call that takes too long is given up, in the warehouse too', async (t) => {
    const { warehouse } = runtime.stores
    const open = warehouse.for.bind(warehouse)
    const began: AbortSignal[] = []
    t.mock.method(warehouse, 'for', (shop: Parameters<typeof open>[0]) => ({
      ...open(shop),
      read: (_query: unknown, _row: unknown, { signal }: { readonly signal?: AbortSignal } = {}) => {
        if (signal) began.push(signal)
        return new Promise<never>((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
      },
    }))
    const client = await connectClient(installation, await addKey(installation))
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const input = { shop: 'worked.example', metrics: ['orders'], from: '2025-03-02', to: '2025-03-12' }
    const asked = client.callTool({ name: 'query_metrics', arguments: input }, { timeout: 600_000 })
    while (began.length < 1) await delay(5)
    t.mock.timers.tick(30_001)
    const answer = ToolAnswer.parse(await asked)
    assert.match(answer.content[0]?.text ?? '', /longer than 30 s.*Ask for fewer days/)
    assert.ok(answer.isError && began.every(({ aborted }) => aborted))
  })
})

// The last one: the server closes the connection.
test('a message is a megabyte at most', async () => {
  const { key } = await addKey(installation)
  const body = currentMessage('tools/call', { name: 'find_metrics', arguments: { text: 'x'.repeat(1_100_000) } })
  assert.equal((await send(key, { headers: currentHeaders('tools/call', 'find_metrics'), body })).status, 413)
})
