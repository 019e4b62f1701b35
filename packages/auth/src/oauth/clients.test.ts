import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { type RawResponse, startTestAuth } from '../testing.ts'
import { addPerson, anyIp, approve, assistantOf, callback, connect, post, register, tokensIn } from './testing.ts'

const database = await openTestDatabase({ after })
const address = 'https://assistant.example/client.json'
const asked: { url: string; redirect: RequestRedirect | undefined }[] = []
let documentAnswer = (): Response => Response.json({})
const auth = await startTestAuth(
  { after },
  {
    database,
    fetch: async (url, init) => {
      asked.push({ url, redirect: init?.redirect })
      return documentAnswer()
    },
  },
)

function errorOf({ status, body }: RawResponse): readonly unknown[] {
  return [status, (body as { error?: string; code?: string }).error ?? (body as { code?: string }).code]
}

suite('registration', () => {
  test('addresses that could not be returned to safely are refused', async () => {
    for (const uri of [
      'http://assistant.example/callback',
      'https://assistant.example/callback#x',
      'https://user@assistant.example/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://assistant.example\\@evil.example/',
      'not an address',
      '',
    ]) {
      const body = { client_name: 'x', redirect_uris: [uri] }
      const refused = await auth.raw('/oauth/clients/register', { method: 'POST', body, ip: anyIp() })
      assert.deepEqual(errorOf(refused), [400, 'invalid_redirect_uri'], uri)
    }
    for (const body of [{}, { redirect_uris: [] }, [], '{', { redirect_uris: 'x' }, null]) {
      const { status } = await auth.raw('/oauth/clients/register', {
        method: 'POST',
        body: body ?? 'null',
        ip: anyIp(),
      })
      assert.equal(status, 400, JSON.stringify(body))
    }
    await register(auth, {
      redirect_uris: ['cursor://anysphere.cursor-retrieval/oauth/callback', 'http://localhost/cb'],
    })
  })

  test('names are one short line in which nothing is hidden', async () => {
    const person = await addPerson(auth)
    const name = `Good\u202Eexe.\u200B\n\tassistant ${'x'.repeat(200)}`
    const assistant = await register(auth, { client_name: name })
    const { data } = await person.client.auth.oauth.getAuthorizationDetails(await assistant.begin())
    const shown = data && 'client' in data ? data.client.name : ''
    assert.match(shown, /^Goodexe\. assistant x+…$/)
    assert.equal(Array.from(shown).length, 60)
  })

  test('twenty an hour from one network, whatever the address in it', async () => {
    const body = { client_name: 'x', redirect_uris: [callback] }
    const from = (ip: string) => auth.raw('/oauth/clients/register', { method: 'POST', body, ip })
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => from(`2001:db8:1:2::${index}`)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 20)
    assert.deepEqual(errorOf(await from('2001:db8:1:2::ffff')), [429, 'over_request_rate_limit'])
    assert.equal((await from('2001:db8:1:3::1')).status, 201, 'another network')
    auth.clock.advance(3601)
    assert.equal((await from('2001:db8:1:2::1')).status, 201)
  })

  test('clients that nobody uses are deleted after 30 days; connected ones stay', async () => {
    const [unused, used] = [await register(auth), await register(auth)]
    const person = await addPerson(auth)
    await connect(person, used)
    auth.clock.advance(29 * 86_400)
    await auth.service.sweep()
    assert.equal((await unused.ask()).status, 302)
    auth.clock.advance(2 * 86_400)
    await auth.service.sweep()
    assert.deepEqual(errorOf(await unused.ask()), [400, 'invalid_client'])
    assert.equal((await used.ask()).status, 302)
  })

  test('a client with a secret has to show it', async () => {
    const { data: client } = await auth.admin().auth.admin.oauth.createClient({
      client_name: 'Web',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'client_secret_post',
    })
    const { client_id: id = '', client_secret: secret = '' } = client ?? {}
    const person = await addPerson(auth)
    const assistant = assistantOf(auth, id)
    const code = await approve(person, await assistant.begin())
    assert.deepEqual(errorOf(await assistant.trade(code)), [401, 'invalid_client'])
    assert.deepEqual(errorOf(await assistant.trade(code, { client_secret: 'wrong' })), [401, 'invalid_client'])
    const tokens = tokensIn(await assistant.trade(code, { client_secret: secret }))
    const basic = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    tokensIn(await post(auth, '/oauth/token', { fields, headers: basic }))
  })
})

test('administrators list, change and delete clients with the official client', async () => {
  const { oauth } = auth.admin().auth.admin
  const { data: made } = await oauth.createClient({ client_name: 'Mine', redirect_uris: [callback] })
  const id = made?.client_id ?? ''
  assert.ok((await oauth.listClients()).data?.clients.some(({ client_id: known }) => known === id))
  const changed = await oauth.updateClient(id, { client_name: 'Ours' })
  assert.deepEqual([changed.data?.client_name, changed.data?.redirect_uris], ['Ours', [callback]])
  assert.equal((await oauth.regenerateClientSecret(id)).error?.code, 'validation_failed')
  assert.equal((await oauth.deleteClient(id)).error, null)
  assert.equal((await oauth.getClient(id)).error?.code, 'oauth_client_not_found')
  assert.equal((await auth.raw('/admin/oauth/clients', { bearer: auth.service.apiKeys.anon })).status, 403)
})

suite('clients that publish a document', () => {
  const document = { client_id: address, client_name: 'Published', redirect_uris: [callback] }
  const answer =
    (body: unknown, headers: Record<string, string> = {}) =>
    () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        headers: { 'content-type': 'application/json', ...headers },
      })

  test('are known by its address, and it is kept as long as its headers say, a day at most', async () => {
    documentAnswer = answer(document, { 'cache-control': 'max-age=9999999' })
    const person = await addPerson(auth)
    await connect(person, assistantOf(auth, address))
    const { data } = await person.client.auth.oauth.listGrants()
    assert.deepEqual(
      data?.map(({ client }) => client.name),
      ['Published'],
    )
    assert.deepEqual(asked, [{ url: address, redirect: 'error' }])
    auth.clock.advance(86_399)
    await assistantOf(auth, address).begin()
    assert.equal(asked.length, 1)
    auth.clock.advance(1)
    documentAnswer = answer(
      { ...document, redirect_uris: ['https://assistant.example/moved'] },
      { 'cache-control': 'no-store' },
    )
    assert.equal((await assistantOf(auth, address).ask()).status, 400, 'the new document counts')
    await assistantOf(auth, address).ask()
    assert.equal(asked.length, 3, 'no-store')
  })

  test('are refused where the document is wrong, too large, elsewhere or not there', async () => {
    const id = 'https://assistant.example/other.json'
    const right = { ...document, client_id: id }
    const answers: Readonly<Record<string, () => Response>> = {
      'of another client': answer(document),
      'too large': answer({ ...right, padding: 'x'.repeat(5200) }),
      'said to be too large': answer(right, { 'content-length': '999999' }),
      'no JSON': answer('<html>'),
      'another type': answer(right, { 'content-type': 'text/html' }),
      'with a secret': answer({ ...right, token_endpoint_auth_method: 'client_secret_post' }),
      'with a dangerous address': answer({ ...right, redirect_uris: ['http://evil.example/'] }),
      'without addresses': answer({ client_id: id }),
      'a redirect': () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/' } }),
      'not found': () => new Response('', { status: 404 }),
      'not reachable': () => {
        throw new Error('10.0.0.1 is not asked')
      },
    }
    for (const [what, give] of Object.entries(answers)) {
      documentAnswer = give
      const refused = await assistantOf(auth, id).ask()
      assert.equal(refused.status, 400, what)
      assert.doesNotMatch(JSON.stringify(refused.body), /10\.0\.0\.1|169\.254/, what)
    }
    documentAnswer = answer(right)
    assert.equal((await assistantOf(auth, id).ask()).status, 302)
  })

  test('only by addresses that cannot be written otherwise', async () => {
    documentAnswer = answer(document)
    const before = asked.length
    for (const id of [
      'http://assistant.example/client.json',
      'https://assistant.example/',
      'https://assistant.example',
      'https://assistant.example/a/../client.json',
      'https://ASSISTANT.example/client.json',
      'https://user@assistant.example/client.json',
      'https://assistant.example/client.json#x',
      'https://assistant.example:443/client.json',
      `https://assistant.example/${'x'.repeat(600)}`,
    ]) {
      assert.deepEqual(errorOf(await assistantOf(auth, id).ask()), [400, 'invalid_client'], id)
    }
    assert.equal(asked.length, before)
  })
})

suite('the metadata', () => {
  test('says what clients look for', async () => {
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
      const { status, body, headers } = await auth.raw(path)
      const told = body as Record<string, unknown>
      assert.deepEqual(
        [status, headers.get('access-control-allow-origin'), told['issuer']],
        [200, '*', `${auth.url}/auth/v1`],
      )
      assert.deepEqual(
        [
          told['code_challenge_methods_supported'],
          told['client_id_metadata_document_supported'],
          told['authorization_response_iss_parameter_supported'],
          told['grant_types_supported'],
        ],
        [['S256'], true, true, ['authorization_code', 'refresh_token']],
      )
    }
  })

  test('nothing of it is there when switched off', async (t) => {
    const off = await startTestAuth(t, { database, env: { AUTH_OAUTH_SERVER_ENABLED: 'false' } })
    for (const [method, path] of [
      ['GET', '/oauth/authorize'],
      ['POST', '/oauth/token'],
      ['POST', '/oauth/clients/register'],
      ['GET', '/oauth/authorizations/00000000-0000-4000-8000-000000000000'],
      ['GET', '/user/oauth/grants'],
      ['GET', '/admin/oauth/clients'],
      ['GET', '/.well-known/oauth-authorization-server'],
    ] as const) {
      assert.deepEqual(errorOf(await off.raw(path, { method })), [404, 'feature_disabled'], path)
    }
    assert.equal(off.service.letsAssistantsIn(), false)
  })
})
