import assert from 'node:assert/strict'
import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { decodeJwt } from 'jose'
import { nameIds } from './person.ts'
import { createFakeIdp, readRequest } from './testing/fake-idp.ts'
import { startSsoAuth } from './testing/sso-auth.ts'

const database = await openTestDatabase({ after })
const auth = await startSsoAuth({ after }, { database })
const { idp, providerId } = auth

/** Signs a user in without PKCE, and reads what the browser is redirected with. */
async function signIn(more: Parameters<typeof auth.fields>[1] = {}) {
  const request = await auth.start()
  const xml = idp.respond(auth.fields(request, more))
  const answer = await auth.post({ xml, relayState: request.relayState })
  assert.equal(answer.status, 302, answer.location.href)
  const fragment = new URLSearchParams(answer.location.hash.slice(1))
  const { data } = await auth.client().auth.getUser(fragment.get('access_token') ?? '')
  assert.ok(data.user)
  return { answer, fragment, user: data.user, claims: decodeJwt(fragment.get('access_token') ?? '') }
}

test('metadata tell an identity provider who we are', async () => {
  const { status, headers, body } = await auth.raw('/sso/saml/metadata?download=true')
  const xml = String(body)
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/xml')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="metadata.xml"')
  assert.ok(xml.includes(`entityID="${auth.url}/auth/v1/sso/saml/metadata"`))
  assert.ok(xml.includes(`Location="${auth.url}/auth/v1/sso/saml/acs"`))
  const certificate = /X509Certificate>([^<]+)</.exec(xml)?.[1] ?? ''
  assert.ok(new X509Certificate(Buffer.from(certificate, 'base64')).publicKey)
})

test('a request is signed with the key of the metadata, and names a lasting id', async () => {
  const request = await auth.start()
  const certificate = /X509Certificate>([^<]+)</.exec(String((await auth.raw('/sso/saml/metadata')).body))?.[1] ?? ''
  const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
  const signature = Buffer.from(request.parameters.get('Signature') ?? '', 'base64')
  const signed = new URLSearchParams(
    ['SAMLRequest', 'RelayState', 'SigAlg'].map((name) => [name, request.parameters.get(name) ?? '']),
  )
  assert.ok(
    verify(
      'sha256',
      Buffer.from(signed.toString()),
      createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
      signature,
    ),
  )
  assert.equal(request.parameters.get('tenant'), '1')
  assert.ok(request.xml.includes(`Format="${nameIds.persistent}"`))
  assert.ok(request.xml.includes(`AssertionConsumerServiceURL="${auth.url}/auth/v1/sso/saml/acs"`))
})

test('somebody who comes back has an account in the pool of their provider', async () => {
  const { answer, fragment, user, claims } = await signIn()
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  assert.deepEqual(
    [...fragment.keys()],
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type'],
  )
  assert.equal(user.email, 'ada@company.example')
  assert.ok(user.email_confirmed_at)
  assert.deepEqual(user.app_metadata, { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] })
  assert.equal(user.identities?.[0]?.id, 'person-1')
  assert.equal(user.user_metadata['iss'], idp.entityId)
  const [method] = Object(claims['amr'])
  assert.deepEqual([method.method, method.provider], ['sso/saml', providerId])
  assert.equal((await signIn()).user.id, user.id)
})

test('the official client signs in with PKCE', async () => {
  const client = auth.client({ auth: { flowType: 'pkce' } })
  const started = await client.auth.signInWithSSO({
    domain: 'company.example',
    options: { redirectTo: 'https://app.example.com/back?x=1' },
  })
  assert.equal(started.error, null)
  const request = readRequest(started.data?.url ?? '')
  const fields = auth.fields(request, { nameId: 'pkce-person', sessionEndsIn: 3600 })
  const { status, location } = await auth.post({ xml: idp.respond(fields), relayState: request.relayState })
  assert.equal(status, 302)
  assert.equal(`${location.origin}${location.pathname}`, 'https://app.example.com/back')
  assert.equal(location.searchParams.get('x'), '1')
  const { data, error } = await client.auth.exchangeCodeForSession(location.searchParams.get('code') ?? '')
  assert.equal(error, null)
  const [method] = Object(decodeJwt(data.session?.access_token ?? '')['amr'])
  assert.deepEqual([method.method, method.provider], ['sso/saml', providerId])
  const session = await database.kysely
    .selectFrom('authSessions')
    .select('notAfter')
    .where('userId', '=', data.user?.id ?? '')
    .executeTakeFirstOrThrow()
  assert.equal(session.notAfter?.getTime(), fields.now.getTime() + 3_600_000)
})

test('a session ends when the provider says', async () => {
  const { fragment } = await signIn({ nameId: 'short', sessionEndsIn: 600 })
  const refresh = async () =>
    await auth.raw('/token?grant_type=refresh_token', {
      method: 'POST',
      body: { refresh_token: fragment.get('refresh_token') },
    })
  assert.equal((await refresh()).status, 200)
  auth.clock.advance(601)
  assert.equal(Object((await refresh()).body).code, 'session_expired')
})

test('a provider may send people unasked, and only to allowed places', async () => {
  for (const [relayState, place] of [
    ['', `${auth.url}/`],
    ['https://app.example.com/start', 'https://app.example.com/start'],
    ['https://evil.example.net/', `${auth.url}/`],
    ['/relative', `${auth.url}/`],
  ]) {
    const { status, location } = await auth.post({ xml: idp.respond(auth.fields()), relayState: relayState ?? '' })
    assert.equal(status, 302)
    assert.equal(`${location.origin}${location.pathname}`, place)
    assert.ok(location.hash.includes('access_token='))
  }
})

test('a response as a whole may be signed as well', async () => {
  const request = await auth.start()
  const xml = idp.respond(auth.fields(request), { what: 'both' })
  assert.equal((await auth.post({ xml, relayState: request.relayState })).status, 302)
})

test('SSO accounts stay apart from all others, whatever their address', async () => {
  const email = 'shared@company.example'
  const { data } = await auth
    .admin()
    .auth.admin.createUser({ email, password: 'a long enough password', email_confirm: true })
  const { user } = await signIn({ nameId: 'shared', attributes: { mail: [email] } })
  assert.notEqual(user.id, data.user?.id)
  const namesake = await signIn({ nameId: 'shared-2', attributes: { mail: [email] } })
  assert.notEqual(namesake.user.id, user.id)
  const other = createFakeIdp()
  await auth.manage('POST', '/admin/sso/providers', { type: 'saml', metadata_xml: other.metadata() })
  const { location } = await auth.post({ xml: other.respond(auth.fields(undefined, { nameId: 'shared' })) })
  const claims = decodeJwt(new URLSearchParams(location.hash.slice(1)).get('access_token') ?? '')
  assert.ok(![user.id, namesake.user.id].includes(claims.sub ?? ''))
  const recovered = await auth.raw('/recover', { method: 'POST', body: { email } })
  assert.equal(recovered.status, 200)
  assert.equal(auth.mails.filter(({ to }) => to === email).length, 1)
})

test('a company may change an address; the account stays', async () => {
  const before = await signIn({ nameId: 'moved' })
  const { user } = await signIn({ nameId: 'moved', attributes: { mail: ['new@company.example'] } })
  assert.equal(user.id, before.user.id)
  assert.equal(user.email, 'new@company.example')
})

test('people are known by their subject id, then by a lasting name id', async () => {
  const bySubject = await signIn({
    nameId: 'temporary',
    nameIdFormat: nameIds.transient,
    attributes: { 'urn:oasis:names:tc:SAML:attribute:subject-id': ['subject-1'], mail: ['a@b.example'] },
  })
  assert.equal(bySubject.user.identities?.[0]?.id, 'subject-1')
  const byEmail = await signIn({ nameId: 'Eve@Company.example', nameIdFormat: nameIds.email, attributes: {} })
  assert.equal(byEmail.user.identities?.[0]?.id, 'eve@company.example')
  assert.equal(byEmail.user.email, 'eve@company.example')
})

test('a mapping fills the data of the account, and never what we say ourselves', async () => {
  await auth.manage('PUT', `/admin/sso/providers/${providerId}`, {
    attribute_mapping: {
      keys: {
        email: { name: 'work-mail' },
        full_name: { names: ['nothing', 'displayName'] },
        department: { name: 'dept', default: 'none' },
        groups: { name: 'group', array: true },
        sub: { name: 'group' },
        email_verified: { default: 'no' },
      },
    },
  })
  const { user } = await signIn({
    nameId: 'mapped',
    attributes: {
      mail: ['private@company.example'],
      'work-mail': ['Work@company.example'],
      displayName: ['Ada &amp; Co'],
      group: ['one', 'two'],
    },
  })
  await auth.manage('PUT', `/admin/sso/providers/${providerId}`, { attribute_mapping: {} })
  assert.equal(user.email, 'work@company.example')
  assert.deepEqual(user.user_metadata, {
    full_name: 'Ada & Co',
    custom_claims: { department: 'none', groups: ['one', 'two'] },
    iss: idp.entityId,
    sub: 'mapped',
    email: 'work@company.example',
    email_verified: true,
    phone_verified: false,
  })
})

test('a banned account stays out', async () => {
  const { user } = await signIn({ nameId: 'banned' })
  await auth.admin().auth.admin.updateUserById(user.id, { ban_duration: '1h' })
  const { status, location } = await auth.post({ xml: idp.respond(auth.fields(undefined, { nameId: 'banned' })) })
  assert.equal(status, 303)
  assert.deepEqual(Object.fromEntries(location.searchParams), {
    error: 'access_denied',
    error_code: 'user_banned',
    error_description: 'User is banned',
  })
})

test('without sign-ups, only known people come in', async (t) => {
  const closed = await startSsoAuth(t, { env: { AUTH_DISABLE_SIGNUP: '1' } })
  const { location } = await closed.post({ xml: closed.idp.respond(closed.fields()) })
  assert.equal(location.searchParams.get('error_code'), 'signup_disabled')
})

test('starting refuses with the texts of the protocol', async () => {
  const nobody = '4d2ac3e8-3c0d-4f4e-9a0f-0c5ab1f2d3e4'
  const cases: [Record<string, unknown>, unknown[]][] = [
    [{}, [400, 'validation_failed', 'A provider_id or domain needs to be provided']],
    [
      { provider_id: providerId, domain: 'company.example' },
      [400, 'validation_failed', 'Only one of provider_id or domain supported'],
    ],
    [{ provider_id: nobody }, [404, 'sso_provider_not_found', 'No such SSO provider']],
    [{ domain: 'nobody.example' }, [404, 'sso_provider_not_found', 'No SSO provider assigned for this domain']],
    [
      { domain: 'company.example', code_challenge: 'x' },
      [400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge'],
    ],
  ]
  for (const [body, expected] of cases) {
    const { status, body: response } = await auth.raw('/sso', { method: 'POST', body, ip: '192.0.2.77' })
    assert.deepEqual([status, Object(response).code, Object(response).message], expected)
  }
  assert.equal((await auth.raw('/sso', { method: 'POST', body: { provider_id: 'x' } })).status, 400)
})

test('a browser that starts by itself is sent on', async () => {
  const { status, headers } = await auth.raw('/sso', { method: 'POST', body: { domain: 'COMPANY.example' } })
  assert.equal(status, 303)
  assert.ok(headers.get('location')?.startsWith('https://idp.example.com/sso?'))
})

test('a disabled provider lets nobody start or come back', async () => {
  const request = await auth.start()
  await auth.manage('PUT', `/admin/sso/providers/${providerId}`, { disabled: true })
  const started = await auth.raw('/sso', { method: 'POST', body: { provider_id: providerId } })
  const back = await auth.post({ xml: idp.respond(auth.fields(request)), relayState: request.relayState })
  await auth.manage('PUT', `/admin/sso/providers/${providerId}`, { disabled: false })
  assert.deepEqual([started.status, Object(started.body).code], [404, 'sso_provider_disabled'])
  assert.equal(back.location.searchParams.get('error_code'), 'sso_provider_disabled')
})

test('without SAML there is nothing to start or to read', async (t) => {
  const plain = await startSsoAuth(t, { env: { AUTH_SAML_ENABLED: '0' } })
  for (const [method, path] of [
    ['POST', '/sso'],
    ['GET', '/sso/saml/metadata'],
    ['POST', '/sso/saml/acs'],
  ] as const) {
    const { status, body } = await plain.raw(path, { method, ...(method === 'POST' ? { body: '{' } : {}) })
    assert.deepEqual(
      [status, Object(body).code, Object(body).message],
      [404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    )
  }
})
