import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { type RawResponse, startTestAuth } from '../testing.ts'
import { addPerson, anyIp, approve, callback, connect, post, register, tokensIn } from './testing.ts'

const database = await openTestDatabase({ after })
const auth = await startTestAuth({ after }, { database })
const issuer = `${auth.url}/auth/v1`
const resource = `${auth.url}/mcp`

function errorOf({ status, body }: RawResponse): readonly unknown[] {
  return [status, (body as { error?: string; code?: string }).error ?? (body as { code?: string }).code]
}

/** What the client hears at the end of a redirect. */
function heard({ status, headers }: RawResponse): Record<string, string> {
  const address = new URL(headers.get('location') ?? '')
  assert.deepEqual([status, `${address.origin}${address.pathname}`], [302, callback])
  return Object.fromEntries(address.searchParams)
}

suite('connecting', () => {
  test('from the question to the token, decided with the official client', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const asked = await assistant.ask()
    const page = new URL(asked.headers.get('location') ?? '')
    assert.deepEqual([asked.status, `${page.origin}${page.pathname}`], [302, `${auth.url}/consent`])
    const id = page.searchParams.get('authorization_id') ?? ''
    const shown = await person.client.auth.oauth.getAuthorizationDetails(id)
    assert.deepEqual(shown.data, {
      authorization_id: id,
      redirect_uri: callback,
      client: { id: assistant.id, name: 'Test assistant', uri: '', logo_uri: '' },
      user: { id: person.id, email: (await person.client.auth.getUser()).data.user?.email },
      scope: 'figures:read orders:read',
      needs_factor: false,
    })
    const { data } = await person.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
    const answer = new URL(data?.redirect_url ?? '')
    assert.deepEqual([answer.searchParams.get('state'), answer.searchParams.get('iss')], ['a state', issuer])
    const traded = await assistant.trade(answer.searchParams.get('code') ?? '')
    assert.equal(traded.headers.get('cache-control'), 'no-store')
    const tokens = tokensIn(traded)
    assert.deepEqual([tokens.expires_in, tokens.scope], [3600, 'figures:read orders:read'])
    const { aud, iss, sub, exp = 0, iat = 0 } = decodeJwt(tokens.access_token)
    assert.deepEqual([aud, iss, sub, exp - iat], [resource, issuer, person.id, 3600])
    const known = await auth.service.readAssistant(tokens.access_token)
    assert.deepEqual(
      [known?.person, known?.name, known?.scopes],
      [person.id, 'Test assistant', ['figures:read', 'orders:read']],
    )
    const { data: grants } = await person.client.auth.oauth.listGrants()
    assert.deepEqual(
      grants?.map(({ client, scopes }) => [client.id, scopes]),
      [[assistant.id, ['figures:read', 'orders:read']]],
    )
  })

  test('saying no is told to the client, with who says so; the request is over', async () => {
    const person = await addPerson(auth)
    const id = await (await register(auth)).begin()
    const { data } = await person.client.auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true })
    const said = Object.fromEntries(new URL(data?.redirect_url ?? '').searchParams)
    assert.deepEqual(
      [said['error'], said['state'], said['iss'], said['code']],
      ['access_denied', 'a state', issuer, undefined],
    )
    const again = await person.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
    assert.equal(again.error?.code, 'oauth_authorization_not_found')
  })

  test('whoever opened a request decides it, within ten minutes, and once', async () => {
    const [one, other] = [await addPerson(auth), await addPerson(auth)]
    const assistant = await register(auth)
    const id = await assistant.begin()
    await one.client.auth.oauth.getAuthorizationDetails(id)
    const stolen = await other.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
    assert.equal(stolen.error?.code, 'oauth_authorization_not_found')
    await approve(one, id)
    assert.ok((await one.client.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })).error)
    const late = await assistant.begin()
    auth.clock.advance(601)
    assert.ok((await one.client.auth.oauth.getAuthorizationDetails(late)).error)
    assert.equal((await auth.raw(`/oauth/authorizations/${id}`)).status, 401, 'nobody without a session')
  })

  test('fewer scopes may be allowed, and no others', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const bearer = (await person.client.auth.getSession()).data.session?.access_token ?? ''
    const decide = (id: string, scope: string) =>
      auth.raw(`/oauth/authorizations/${id}/consent`, {
        method: 'POST',
        bearer,
        body: { action: 'approve', scope, details: { shops: ['a'] } },
      })
    const id = await assistant.begin({ scope: 'figures:read' })
    for (const scope of ['', 'orders:read', 'figures:read admin']) {
      assert.deepEqual(errorOf(await decide(id, scope)), [400, 'validation_failed'], scope)
    }
    const { body } = await decide(await assistant.begin(), 'orders:read')
    const code = new URL((body as { redirect_url: string }).redirect_url).searchParams.get('code') ?? ''
    const { access_token: token, scope } = tokensIn(await assistant.trade(code))
    assert.equal(scope, 'orders:read')
    const known = await auth.service.readAssistant(token)
    assert.deepEqual([known?.scopes, known?.details], [['orders:read'], { shops: ['a'] }])
  })

  test('somebody with a second factor shows it for this very decision', async () => {
    const person = await addPerson(auth)
    const { mfa, oauth } = person.client.auth
    const { data: factor } = await mfa.enroll({ factorType: 'totp' })
    const { id: factorId = '', totp: { secret = '' } = {} } = factor ?? {}
    const show = async () => {
      auth.clock.advance(30)
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() })
      assert.equal((await mfa.challengeAndVerify({ factorId, code })).error, null)
    }
    await show()
    auth.clock.advance(30)
    const id = await (await register(auth)).begin()
    const early = await oauth.approveAuthorization(id, { skipBrowserRedirect: true })
    assert.equal(early.error?.code, 'insufficient_aal')
    await show()
    assert.equal((await oauth.approveAuthorization(id, { skipBrowserRedirect: true })).error, null)
  })
})

suite('what a client asks', () => {
  test('an unknown client, or an address that it did not register, is never redirected to', async () => {
    const assistant = await register(auth, { redirect_uris: [callback, 'http://127.0.0.1:4000/cb?a=1'] })
    for (const [what, changes] of Object.entries({
      unknown: { client_id: '00000000-0000-4000-8000-000000000000' },
      nonsense: { client_id: "x' OR 1=1" },
      none: { client_id: undefined },
      'another host': { redirect_uri: 'https://evil.example/callback' },
      'another path': { redirect_uri: `${callback}/more` },
      'another query': { redirect_uri: `${callback}?x=1` },
      'user in it': { redirect_uri: 'https://assistant.example@evil.example/callback' },
      fragment: { redirect_uri: `${callback}#x` },
      'another port of a host that is not this machine': { redirect_uri: 'https://assistant.example:444/callback' },
      'this machine, another path': { redirect_uri: 'http://127.0.0.1:4000/other?a=1' },
      'this machine by another name': { redirect_uri: 'http://localhost:4000/cb?a=1' },
      'looks like this machine': { redirect_uri: 'http://127.0.0.1.evil.example/cb?a=1' },
      'this machine with a user': { redirect_uri: 'http://127.0.0.1:80@evil.example/cb?a=1' },
    } as Record<string, Record<string, string | undefined>>)) {
      const { status, headers } = await assistant.ask(changes)
      assert.deepEqual([status, headers.get('location')], [400, null], what)
    }
    const free = await assistant.ask({ redirect_uri: 'http://127.0.0.1:51234/cb?a=1' })
    assert.equal(free.status, 302, 'any port of this machine')
    const twice = await auth.raw(`/oauth/authorize?client_id=${assistant.id}&client_id=x`, { ip: anyIp() })
    assert.equal(twice.status, 400)
  })

  test('the client hears of its other mistakes, with its state and who answers', async () => {
    const assistant = await register(auth)
    for (const [changes, error] of [
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ resource: undefined }, 'invalid_target'],
      [{ resource: `${resource}/` }, 'invalid_target'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ scope: 'admin:everything' }, 'invalid_scope'],
    ] as const) {
      const said = heard(await assistant.ask(changes))
      assert.deepEqual([said['error'], said['state'], said['iss']], [error, 'a state', issuer], JSON.stringify(changes))
    }
    const long = heard(await assistant.ask({ state: 'x'.repeat(2001) }))
    assert.deepEqual([long['error'], long['state']], ['invalid_request', undefined])
  })

  test('unknown scopes are left out, and nothing asked is the least', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    for (const [scope, expected] of [
      ['openid offline_access orders:read', 'orders:read'],
      ['', 'figures:read'],
    ] as const) {
      const { data } = await person.client.auth.oauth.getAuthorizationDetails(await assistant.begin({ scope }))
      assert.equal(data && 'scope' in data ? data.scope : '', expected)
    }
  })
})

suite('codes', () => {
  test('a code is traded once; the second time ends what it was traded for', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const code = await approve(person, await assistant.begin())
    const tokens = tokensIn(await assistant.trade(code))
    assert.ok(await auth.service.readAssistant(tokens.access_token))
    assert.deepEqual(errorOf(await assistant.trade(code)), [400, 'invalid_grant'])
    assert.equal(await auth.service.readAssistant(tokens.access_token), undefined)
    assert.deepEqual(errorOf(await assistant.refresh(tokens.refresh_token)), [400, 'invalid_grant'])
  })

  test('however many try at the same moment, one gets tokens', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const code = await approve(person, await assistant.begin())
    const answers = await Promise.all(Array.from({ length: 5 }, () => assistant.trade(code)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('it needs the verifier, the address, the resource and the client of its request, within a minute', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const thief = await register(auth)
    const code = await approve(person, await assistant.begin())
    for (const [changes, error] of [
      [{ code_verifier: undefined }, 'invalid_grant'],
      [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      [{ redirect_uri: `${callback}/other` }, 'invalid_grant'],
      [{ resource: undefined }, 'invalid_target'],
      [{ resource: `${resource}/x` }, 'invalid_target'],
      [{ client_id: thief.id }, 'invalid_grant'],
      [{ code: 'another' }, 'invalid_grant'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ] as const) {
      assert.deepEqual(errorOf(await assistant.trade(code, changes)), [400, error], JSON.stringify(changes))
    }
    assert.deepEqual(errorOf(await assistant.trade(code, { client_id: 'nobody' })), [401, 'invalid_client'])
    auth.clock.advance(59)
    const fresh = await approve(person, await assistant.begin())
    auth.clock.advance(60)
    assert.deepEqual(errorOf(await assistant.trade(fresh)), [400, 'invalid_grant'])
  })
})

suite('refreshing', () => {
  test('each refresh token is used once; the one before the last ends them all', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const first = await connect(person, assistant)
    const second = tokensIn(await assistant.refresh(first.refresh_token))
    assert.notEqual(second.refresh_token, first.refresh_token)
    const third = tokensIn(await assistant.refresh(second.refresh_token))
    assert.deepEqual(errorOf(await assistant.refresh(first.refresh_token)), [400, 'invalid_grant'])
    assert.deepEqual(errorOf(await assistant.refresh(third.refresh_token)), [400, 'invalid_grant'])
    assert.equal(await auth.service.readAssistant(third.access_token), undefined)
  })

  test('after a lost answer the same token gives the same successor, for a minute', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const first = await connect(person, assistant)
    const lost = tokensIn(await assistant.refresh(first.refresh_token))
    auth.clock.advance(59)
    const again = tokensIn(await assistant.refresh(first.refresh_token))
    assert.equal(again.refresh_token, lost.refresh_token)
    auth.clock.advance(1)
    assert.deepEqual(errorOf(await assistant.refresh(first.refresh_token)), [400, 'invalid_grant'])
    assert.deepEqual(errorOf(await assistant.refresh(lost.refresh_token)), [400, 'invalid_grant'], 'the copy ended it')
  })

  test('it is the client’s own, for its resource and scopes, and not for ever', async () => {
    const person = await addPerson(auth)
    const assistant = await register(auth)
    const { refresh_token: token, access_token: access } = await connect(person, assistant)
    const thief = await register(auth)
    assert.deepEqual(errorOf(await thief.refresh(token)), [400, 'invalid_grant'])
    assert.deepEqual(errorOf(await assistant.refresh(token, { resource: 'https://x.example/' })), [
      400,
      'invalid_target',
    ])
    assert.deepEqual(errorOf(await assistant.refresh(token, { scope: 'admin' })), [400, 'invalid_scope'])
    assert.deepEqual(errorOf(await assistant.refresh(access)), [400, 'invalid_grant'])
    auth.clock.advance(90 * 86_400)
    assert.deepEqual(errorOf(await assistant.refresh(token)), [400, 'invalid_grant'])
  })
})

suite('the end', () => {
  test('cutting off, revoking, a ban and the end of the account count at once', async () => {
    const assistant = await register(auth)
    const isOpen = async (token: string) => (await auth.service.readAssistant(token)) !== undefined
    const ends: Readonly<
      Record<string, (person: Awaited<ReturnType<typeof addPerson>>, token: string) => Promise<unknown>>
    > = {
      'cut off': ({ client }) => client.auth.oauth.revokeGrant({ clientId: assistant.id }),
      revoked: (_, token) => post(auth, '/oauth/revoke', { fields: { client_id: assistant.id, token } }),
      banned: ({ id }) => auth.admin().auth.admin.updateUserById(id, { ban_duration: '1h' }),
      deleted: ({ id }) => auth.admin().auth.admin.deleteUser(id),
    }
    for (const [how, end] of Object.entries(ends)) {
      const person = await addPerson(auth)
      const tokens = await connect(person, assistant)
      assert.ok(await isOpen(tokens.access_token), how)
      await end(person, tokens.refresh_token)
      assert.equal(await isOpen(tokens.access_token), false, how)
      assert.deepEqual(errorOf(await assistant.refresh(tokens.refresh_token)), [400, 'invalid_grant'], how)
    }
    const person = await addPerson(auth)
    const { access_token: token } = await connect(person, assistant)
    const other = await register(auth)
    assert.equal((await post(auth, '/oauth/revoke', { fields: { client_id: other.id, token } })).status, 200)
    assert.ok(await isOpen(token), 'not by another client')
    await post(auth, '/oauth/revoke', { fields: { client_id: assistant.id, token } })
    assert.equal(await isOpen(token), false)
    auth.clock.advance(3600)
    assert.ok((await person.client.auth.oauth.revokeGrant({ clientId: 'unknown' })).error)
  })

  test('an access token runs out after an hour, and opens nothing of this service', async () => {
    const person = await addPerson(auth)
    const { access_token: token } = await connect(person, await register(auth))
    assert.equal(decodeProtectedHeader(token).typ, 'at+jwt')
    for (const path of ['/user', '/user/oauth/grants', '/admin/users']) {
      assert.deepEqual(errorOf(await auth.raw(path, { bearer: token })), [403, 'bad_jwt'], path)
    }
    const session = (await person.client.auth.getSession()).data.session?.access_token ?? ''
    assert.equal(await auth.service.readAssistant(session), undefined, 'a session is no assistant')
    for (const key of [auth.service.apiKeys.service, auth.service.apiKeys.anon, 'nonsense', '']) {
      assert.equal(await auth.service.readAssistant(key), undefined)
    }
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .sign(Buffer.alloc(32))
    assert.equal(await auth.service.readAssistant(forged), undefined)
    // The clock goes on by itself, and a token is issued at a whole second.
    auth.clock.advance(3590)
    assert.ok(await auth.service.readAssistant(token))
    auth.clock.advance(10)
    assert.equal(await auth.service.readAssistant(token), undefined)
  })

  test('a token for another resource is none for this one', async (t) => {
    const elsewhere = await startTestAuth(t, { database })
    const { access_token: token } = await connect(await addPerson(elsewhere), await register(elsewhere))
    assert.ok(await elsewhere.service.readAssistant(token))
    assert.equal(await auth.service.readAssistant(token), undefined, 'signed with the same keys')
  })
})
