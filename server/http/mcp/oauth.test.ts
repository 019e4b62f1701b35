// Assistants that are connected by a click: the official clients' own OAuth flow against a running server.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { addMembership, deleteMembership } from '@tillsight/database'
import { mcpPath } from '../../own-address.ts'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson } from '../../testing/people.ts'
import { workedOrders, workedRange } from '../../testing/worked-example.ts'
import { Kept, sayYes, tokenOf } from './assistant.testing.ts'
import { currentHeaders, currentMessage, ToolAnswer } from './mcp.testing.ts'

const installation = await startInstallation({ after })
await addShop(installation, { domain: 'worked.example' }, workedOrders)
await addShop(installation, { domain: 'second.example' })
const { runtime, owner } = installation
const site = runtime.own.url()
const identity = { name: 'test', version: '1.0.0' }
const organisation = (await installation.contexts.anyShop()).organisation
const idOf = async (domain: string) => (await installation.contexts.shop(domain)).shop.id

function list(bearer: string) {
  return fetch(site + mcpPath, {
    method: 'POST',
    headers: { ...currentHeaders('tools/list'), authorization: `Bearer ${bearer}` },
    body: JSON.stringify(currentMessage('tools/list')),
  })
}

async function call(bearer: string, name: string, input: object = {}) {
  const response = await fetch(site + mcpPath, {
    method: 'POST',
    headers: { ...currentHeaders('tools/call', name), authorization: `Bearer ${bearer}` },
    body: JSON.stringify(currentMessage('tools/call', { name, arguments: input })),
  })
  return { status: response.status, challenge: response.headers.get('www-authenticate'), text: await response.text() }
}

suite('the official clients connect by themselves', () => {
  for (const mode of ['auto', 'legacy'] as const) {
    test(`of the current SDK, ${mode}: registration, consent, token, tools`, async () => {
      const kept = new Kept()
      const open = () => new StreamableHTTPClientTransport(new URL(mcpPath, site), { authProvider: kept })
      const first = open()
      await assert.rejects(new Client(identity, { versionNegotiation: { mode } }).connect(first), /[Uu]nauthorized/)
      assert.equal(kept.wanted?.searchParams.get('resource'), `${site}${mcpPath}`)
      assert.equal(kept.wanted?.searchParams.get('scope'), 'metrics:read')
      await first.finishAuth((await sayYes(kept.wanted, owner)).searchParams)
      const client = new Client(identity, { versionNegotiation: { mode } })
      await client.connect(open())
      assert.ok((await client.listTools()).tools.length >= 10)
      const input = { shop: 'worked.example', metrics: ['sales'], ...workedRange }
      const answer = ToolAnswer.parse(await client.callTool({ name: 'query_metrics', arguments: input }))
      assert.ok(answer.structuredContent && answer.isError !== true)
    })
  }

  test('of the first SDK', async () => {
    const kept = new Kept()
    const first = new OldTransport(new URL(mcpPath, site), { authProvider: kept })
    await assert.rejects(new OldClient(identity).connect(first), /Unauthorized/)
    await first.finishAuth((await sayYes(kept.wanted, owner)).searchParams.get('code') ?? '')
    const client = new OldClient(identity)
    await client.connect(new OldTransport(new URL(mcpPath, site), { authProvider: kept }))
    assert.ok((await client.listTools()).tools.length >= 10)
  })

  test('an answer of another server is not taken for ours', async () => {
    const kept = new Kept()
    const transport = new StreamableHTTPClientTransport(new URL(mcpPath, site), { authProvider: kept })
    await assert.rejects(new Client(identity).connect(transport))
    const { searchParams } = await sayYes(kept.wanted, owner)
    assert.equal(searchParams.get('iss'), `${site}/auth/v1`)
    searchParams.set('iss', 'https://evil.example')
    await assert.rejects(transport.finishAuth(searchParams), /issuer/i)
  })
})

suite('the documents', () => {
  test('are open to every origin, and say the same as each other', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const resource = await fetch(`${site}/.well-known/oauth-protected-resource/api/v1/mcp`, { headers })
    assert.deepEqual([resource.status, resource.headers.get('access-control-allow-origin')], [200, '*'])
    const told = (await resource.json()) as Record<string, unknown>
    assert.deepEqual(
      [told['resource'], told['authorization_servers'], told['bearer_methods_supported']],
      [`${site}${mcpPath}`, [`${site}/auth/v1`], ['header']],
    )
    assert.deepEqual(told['scopes_supported'], [
      'metrics:read',
      'orders:read',
      'attribution:read',
      'health:read',
      'costs:read',
    ])
    const inserted = await fetch(`${site}/.well-known/oauth-authorization-server/auth/v1`, { headers })
    const beside = await fetch(`${site}/auth/v1/.well-known/openid-configuration`, { headers })
    assert.deepEqual([inserted.status, inserted.headers.get('access-control-allow-origin')], [200, '*'])
    const server = (await inserted.json()) as Record<string, unknown>
    assert.deepEqual(server, await beside.json())
    assert.equal(server['issuer'], `${site}/auth/v1`)
  })
})

suite('what a token opens', () => {
  test('the MCP server, and nothing else; a session opens everything but the MCP server', async () => {
    const token = await tokenOf(site, owner)
    assert.equal((await list(token)).status, 200)
    const headers = { authorization: `Bearer ${token}` }
    for (const path of [
      '/api/v1/shops',
      '/api/v1/shops/worked.example/webhooks',
      `/api/v1/organisations/${organisation}/keys`,
      '/api/shop/events',
      '/auth/v1/user',
      '/auth/v1/admin/users',
    ]) {
      const { status } = await fetch(`${site}${path}`, { headers })
      assert.ok([401, 403, 405].includes(status), `${path}: ${status}`)
    }
    assert.equal((await fetch(`${site}/api/v1/shops`, { headers })).status, 401)
    const session = await list(owner.session.access_token)
    assert.equal(session.status, 401)
    assert.match(session.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token", resource_metadata=/)
  })

  test('what it lacks is named together with what it has, so that the client can ask for both', async () => {
    const token = await tokenOf(site, owner, { scope: 'metrics:read' })
    const refused = await call(token, 'get_order', { shop: 'worked.example', id: '1001' })
    assert.deepEqual([refused.status], [403])
    assert.match(
      refused.challenge ?? '',
      /^Bearer error="insufficient_scope", scope="metrics:read orders:read", resource_metadata="http/,
    )
    assert.match(refused.text, /was not given “orders:read”/)
  })

  test('only the shops that were chosen, and never more than the person may enter now', async () => {
    const [worked, second] = [await idOf('worked.example'), await idOf('second.example')]
    const one = await tokenOf(site, owner, { details: { organisation, shops: [worked] } })
    assert.match((await call(one, 'list_shops')).text, /worked\.example/)
    assert.doesNotMatch((await call(one, 'list_shops')).text, /second\.example/)
    const input = { shop: 'second.example', metrics: ['sales'], ...workedRange }
    assert.match((await call(one, 'query_metrics', input)).text, /There is no shop “second.example” here/)
    const { kysely } = runtime.stores.database
    const member = await addPerson(installation, `${randomUUID()}@example.com`)
    await addMembership(kysely, {
      organisationId: organisation,
      personId: member.id,
      role: 'viewer',
      shopIds: [second],
    })
    const both = await tokenOf(site, member, { details: { organisation, shops: [worked, second] } })
    const seen = (await call(both, 'list_shops')).text
    assert.ok(seen.includes('second.example') && !seen.includes('worked.example'), seen)
    const order = await call(both, 'get_order', { shop: 'second.example', id: '1001' })
    assert.deepEqual([order.status, order.challenge], [403, null], 'a role cannot be asked for')
    assert.match(order.text, /your role in the organisation does not include/)
  })

  test('nothing from the moment on that the person leaves, or cuts it off', async () => {
    const { kysely } = runtime.stores.database
    const member = await addPerson(installation, `${randomUUID()}@example.com`)
    await addMembership(kysely, { organisationId: organisation, personId: member.id, role: 'analyst', shopIds: null })
    const token = await tokenOf(site, member)
    assert.equal((await list(token)).status, 200)
    await deleteMembership(kysely, { organisationId: organisation, personId: member.id })
    assert.equal((await list(token)).status, 401)
    const other = await tokenOf(site, owner)
    const { data: grants } = await owner.auth.oauth.listGrants()
    for (const { client } of grants ?? []) await owner.auth.oauth.revokeGrant({ clientId: client.id })
    assert.equal((await list(other)).status, 401)
  })

  test('a foreign organisation or nonsense in the decision opens nothing', async () => {
    const strangers = await addPerson(installation, `${randomUUID()}@example.com`)
    const foreign = await tokenOf(site, strangers, { details: { organisation, shops: 'all' } })
    assert.equal((await list(foreign)).status, 401)
    const nowhere = await tokenOf(site, strangers)
    assert.equal((await list(nowhere)).status, 401)
  })
})

test('documents of clients are not read inside the network', async (t) => {
  const guarded = await startInstallation(t, { allowPrivateStoreUrls: false })
  const at = guarded.runtime.own.url()
  for (const id of [
    'https://127.0.0.1/client.json',
    'https://10.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/client.json',
    'https://[::ffff:7f00:1]/client.json',
    'https://localhost/client.json',
  ]) {
    const response = await fetch(`${at}/auth/v1/oauth/authorize?${new URLSearchParams({ client_id: id })}`, {
      redirect: 'manual',
    })
    const body = (await response.json()) as { error?: string; error_description?: string }
    assert.deepEqual([response.status, body.error], [400, 'invalid_client'], id)
    assert.match(body.error_description ?? '', /could not be read$/, id)
  }
})

test('a person whose program is not known is told on a page; a program gets the error', async () => {
  const ask = async (search: Readonly<Record<string, string>>, accept: string) =>
    fetch(`${site}/auth/v1/oauth/authorize?${new URLSearchParams(search)}`, { redirect: 'manual', headers: { accept } })
  const registered = await fetch(`${site}/auth/v1/oauth/clients/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Known', redirect_uris: ['https://known.example/back'] }),
  })
  const { client_id: known } = (await registered.json()) as { client_id: string }
  const unknown = { client_id: randomUUID(), redirect_uri: 'https://evil.example/' }
  const elsewhere = { client_id: known, redirect_uri: 'https://evil.example/' }
  for (const [search, error] of [
    [unknown, 'invalid_client'],
    [elsewhere, 'invalid_request'],
  ] as const) {
    const page = await ask(search, 'text/html,*/*')
    assert.deepEqual([page.status, page.headers.get('location')], [302, `${site}/connect-assistant?refused=${error}`])
    const program = await ask(search, 'application/json')
    assert.deepEqual([program.status, ((await program.json()) as { error: string }).error], [400, error])
  }
})
