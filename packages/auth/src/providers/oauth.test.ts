import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fragmentOf } from './testing/browser.ts'
import { fakeTenant } from './testing/fake-provider.ts'
import { startRunning } from './testing/running.ts'

const running = await startRunning({ after })
const { auth, fake } = running
let count = 0

/** A person no provider has returned before. */
function somebody(more: { readonly emailVerified?: boolean } = {}) {
  count += 1
  return {
    subject: String(1000 + count),
    name: 'Ada Lovelace',
    email: `oauth-${count}@example.com`,
    emailVerified: true,
    ...more,
  }
}

async function userOf(client: Awaited<ReturnType<typeof running.signIn>>) {
  const { data, error } = await client.auth.getUser()
  assert.equal(error, null)
  return data.user
}

for (const provider of ['google', 'oidc', 'apple', 'github'] as const) {
  test(`a new person signs in with ${provider} and comes back as the same user`, async () => {
    const person = somebody()
    fake.become(person)
    const first = await userOf(await running.signIn(provider))
    assert.equal(first?.email, person.email)
    assert.notEqual(first?.email_confirmed_at, undefined)
    assert.deepEqual(first?.app_metadata, { provider, providers: [provider] })
    assert.equal(first?.identities?.length, 1)
    assert.equal(first?.identities?.[0]?.id, person.subject)
    const second = await userOf(await running.signIn(provider))
    assert.equal(second?.id, first?.id)
  })
}

test('what a provider says about a person has the names that clients read', async () => {
  const person = somebody()
  fake.become(person)
  const user = await userOf(await running.signIn('google'))
  assert.deepEqual(user?.user_metadata, {
    iss: fake.url,
    sub: person.subject,
    provider_id: person.subject,
    name: 'Ada Lovelace',
    full_name: 'Ada Lovelace',
    email: person.email,
    email_verified: true,
    phone_verified: false,
  })
})

test('an address that only the user info has is found there', async () => {
  const person = { ...somebody(), hidesEmail: true }
  fake.become(person)
  assert.equal((await userOf(await running.signIn('oidc')))?.email, person.email)
})

test('Microsoft addresses count as verified only where Microsoft says that it has checked them', async () => {
  const proven = { ...somebody(), claims: { tid: fakeTenant, xms_edov: '1' } }
  fake.become(proven)
  assert.equal((await userOf(await running.signIn('azure')))?.email, proven.email)
  fake.become({ ...somebody(), claims: { tid: fakeTenant } })
  const end = await running.follow(await running.start(running.client(), 'azure'))
  assert.equal(end.searchParams.get('error_code'), 'provider_email_needs_verification')
})

test('a token of another tenant than it says is refused', async () => {
  fake.become({ ...somebody(), claims: { tid: '99999999-2222-4333-8444-555555555555', xms_edov: true } })
  const end = await running.follow(await running.start(running.client(), 'azure'))
  assert.equal(end.searchParams.get('error_code'), 'unexpected_failure')
  assert.match(end.searchParams.get('error_description') ?? '', /^Unable to exchange external code: .{4}$/)
})

for (const [what, claims] of [
  ['another nonce', { nonce: 'overheard' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'somebody else' }],
  ['an end in the past', { exp: 1 }],
  ['a foreign signature', undefined],
] as const) {
  test(`a sign-in whose ID token has ${what} fails`, async () => {
    fake.become({ ...somebody(), ...(claims ? { claims } : { isForged: true }) })
    const end = await running.follow(await running.start(running.client(), 'google'))
    assert.equal(end.searchParams.get('error'), 'server_error')
    assert.match(end.searchParams.get('error_description') ?? '', /^Unable to exchange external code/)
  })
}

test('the exchange of the code answers the provider’s own tokens', async () => {
  fake.become(somebody())
  const client = running.client()
  const end = await running.follow(await running.start(client, 'google'))
  assert.equal(end.searchParams.get('kept'), '1')
  const { data } = await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')
  assert.match(data.session?.provider_token ?? '', /^access-/)
  assert.match(data.session?.provider_refresh_token ?? '', /^refresh-/)
  const { data: claims } = await client.auth.getClaims()
  assert.equal(
    claims?.claims.amr?.[0] && typeof claims.claims.amr[0] === 'object' && claims.claims.amr[0].method,
    'oauth',
  )
})

test('an implicit flow ends with the tokens in the fragment, sorted', async () => {
  fake.become(somebody())
  const end = await running.follow(await running.start(running.client('implicit'), 'google'))
  const names = [...fragmentOf(end).keys()]
  assert.deepEqual(names, [
    'access_token',
    'expires_at',
    'expires_in',
    'provider_refresh_token',
    'provider_token',
    'refresh_token',
    'sb',
    'token_type',
  ])
  assert.match(end.hash, /&sb=&token_type=bearer$/)
  assert.equal(end.search, '?kept=1')
  const session = fragmentOf(end)
  const { data } = await running.client().auth.setSession({
    access_token: session.get('access_token') ?? '',
    refresh_token: session.get('refresh_token') ?? '',
  })
  assert.notEqual(data.user, null)
})

test('a state works once, also when two returns come at the same time', async () => {
  fake.become(somebody())
  const departure = await auth.raw(`/authorize?provider=google&redirect_to=${auth.url}/home`)
  assert.equal(departure.status, 302)
  const there = await fetch(departure.headers.get('location') ?? '', { redirect: 'manual' })
  const back = (there.headers.get('location') ?? '').replace(`${auth.url}/auth/v1`, '')
  const responses = await Promise.all([auth.raw(back), auth.raw(back), auth.raw(back)])
  const ends = responses.map(({ headers }) => headers.get('location') ?? '')
  assert.equal(ends.filter((end) => end.includes('#access_token=')).length, 1)
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((one, other) => one - other),
    [302, 303, 303],
  )
  const replay = await auth.raw(back)
  assert.equal(replay.status, 303)
  const { searchParams, origin } = new URL(replay.headers.get('location') ?? '')
  assert.equal(origin, auth.url)
  // The implicit flow is deleted along with its tokens; a failed one is remembered as used.
  assert.equal(searchParams.get('error_code'), 'bad_oauth_state')
})

test('a finished flow with a code cannot be returned to', async () => {
  fake.become(somebody())
  const departure = await running.start(running.client(), 'google')
  const toProvider = await fetch(departure, { redirect: 'manual' })
  const there = await fetch(toProvider.headers.get('location') ?? '', { redirect: 'manual' })
  const back = (there.headers.get('location') ?? '').replace(`${auth.url}/auth/v1`, '')
  assert.match((await auth.raw(back)).headers.get('location') ?? '', /[?&]code=/)
  const replay = await auth.raw(back)
  assert.equal(replay.status, 303)
  const parameters = new URL(replay.headers.get('location') ?? '').searchParams
  assert.equal(parameters.get('error_code'), 'flow_state_already_used')
  assert.equal(parameters.get('error_description'), 'State has already been used')
})

test('of two exchanges of one code at the same time one wins', async () => {
  fake.become(somebody())
  const verifier = 'v'.repeat(64)
  const departure = `/authorize?provider=google&code_challenge=${verifier}&code_challenge_method=plain`
  const { headers } = await auth.raw(departure)
  const end = await running.follow(headers.get('location') ?? '')
  const body = { auth_code: end.searchParams.get('code'), code_verifier: verifier }
  const wrong = await auth.raw('/token?grant_type=pkce', {
    method: 'POST',
    body: { ...body, code_verifier: 'w'.repeat(64) },
  })
  assert.deepEqual(wrong.body, {
    code: 'bad_code_verifier',
    message: 'code challenge does not match previously saved code verifier',
  })
  const responses = await Promise.all([1, 2, 3].map(() => auth.raw('/token?grant_type=pkce', { method: 'POST', body })))
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 404, 404],
  )
})

const badStates: readonly (readonly [string, string, string])[] = [
  ['', 'bad_oauth_callback', 'OAuth state parameter missing'],
  ['?state=nonsense&code=1', 'bad_oauth_state', 'OAuth state parameter is invalid'],
  ['?state=00000000-0000-4000-8000-000000000000&code=1', 'bad_oauth_state', 'OAuth state not found or expired'],
]
for (const [query, code, text] of badStates) {
  test(`a return with “${query}” goes to the site with ${code}`, async () => {
    for (const request of [{}, { method: 'POST' }]) {
      const suffix = request.method === 'POST' ? '' : query
      const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: query.slice(1) }
      const response = await auth.raw(`/callback${suffix}`, request.method === 'POST' ? { ...request, ...form } : {})
      assert.equal(response.status, 303)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
      const target = new URL(response.headers.get('location') ?? '')
      assert.equal(target.origin, auth.url)
      assert.deepEqual(Object.fromEntries(target.searchParams), {
        error: 'invalid_request',
        error_code: code,
        error_description: text,
      })
    }
  })
}

/** Starts a sign-in, and returns with other parameters than the provider would send. */
async function returnWith(parameters: Record<string, string>): Promise<URL> {
  const { headers } = await auth.raw(`/authorize?provider=google&redirect_to=${auth.url}/home`)
  const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? ''
  const response = await auth.raw(`/callback?${new URLSearchParams({ state, ...parameters })}`)
  assert.equal(response.status, 302)
  const target = new URL(response.headers.get('location') ?? '')
  assert.equal(target.pathname, '/home')
  return target
}

test('what the provider says went wrong is passed on, in query and fragment', async () => {
  const target = await returnWith({ error: 'access_denied', error_description: 'The user said no' })
  const expected = { error: 'access_denied', error_description: 'The user said no' }
  assert.deepEqual(Object.fromEntries(target.searchParams), expected)
  assert.deepEqual(Object.fromEntries(fragmentOf(target)), { ...expected, sb: '' })
})

test('a return without a code says so', async () => {
  const target = await returnWith({})
  assert.equal(target.searchParams.get('error_code'), 'bad_oauth_callback')
  assert.equal(target.searchParams.get('error_description'), 'OAuth callback with missing authorization code missing')
})

test('a code that the provider does not know cannot be exchanged', async () => {
  const target = await returnWith({ code: 'made-up' })
  assert.deepEqual(Object.fromEntries(target.searchParams), {
    error: 'server_error',
    error_code: 'unexpected_failure',
    error_description: 'Unable to exchange external code: made',
  })
})

test('a state whose return failed is used up', async () => {
  const { headers } = await auth.raw(`/authorize?provider=google&redirect_to=${auth.url}/home`)
  const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? ''
  const first = await auth.raw(`/callback?state=${state}&code=made-up`)
  assert.equal(first.status, 302)
  const second = await auth.raw(`/callback?state=${state}&code=made-up`)
  assert.equal(second.status, 303)
  assert.match(second.headers.get('location') ?? '', /error_code=flow_state_already_used/)
})

test('a state is worth nothing once its time is over', async () => {
  const { headers } = await auth.raw('/authorize?provider=google')
  const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? ''
  auth.clock.advance(301)
  const response = await auth.raw(`/callback?state=${state}&code=1`)
  assert.equal(
    new URL(response.headers.get('location') ?? '').searchParams.get('error_description'),
    'OAuth state has expired',
  )
})

test('a provider that fails to say who came is told apart', async () => {
  fake.become(somebody())
  fake.fail('/api/v3/user/emails', 500)
  const end = await running.follow(await running.start(running.client(), 'github'))
  fake.fail('/api/v3/user/emails', undefined)
  assert.equal(end.searchParams.get('error_description'), 'Error getting user profile from external provider')
})

test('somebody without any address is turned away', async () => {
  fake.become({ subject: '4711' })
  const end = await running.follow(await running.start(running.client(), 'facebook'))
  assert.equal(end.searchParams.get('error_description'), 'Error getting user email from external provider')
})

test('a provider that was switched off in between lets nobody in', async (t) => {
  const { headers } = await auth.raw(`/authorize?provider=GitHub&redirect_to=${auth.url}/home`)
  const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? ''
  const later = await startRunning(t, { AUTH_EXTERNAL_GITHUB_ENABLED: '0' }, auth.database)
  const response = await later.auth.raw(`/callback?state=${state}&code=1`)
  assert.deepEqual(Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams), {
    error: 'invalid_request',
    error_code: 'oauth_provider_not_supported',
    error_description: 'Unsupported provider: provider is not enabled',
  })
})

test('a flow of a mail is no state of a provider', async () => {
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }
  const { email } = somebody()
  await auth.raw('/signup', { method: 'POST', body: { email, password: 'a long enough password', ...challenge } })
  const flows = await auth.database.kysely.selectFrom('authFlows').selectAll().where('provider', 'is', null).execute()
  assert.notEqual(flows.length, 0)
  const response = await auth.raw(`/callback?state=${flows[0]?.id}&code=1`)
  assert.match(response.headers.get('location') ?? '', /error_code=bad_oauth_state/)
})

test('nothing about a flow can be read from the database', async () => {
  fake.become(somebody())
  await running.follow(await running.start(running.client(), 'google'))
  const flows = await auth.database.kysely.selectFrom('authFlows').selectAll().execute()
  const finished = flows.filter(({ providerTokens }) => providerTokens !== null)
  assert.notEqual(finished.length, 0)
  assert.equal(
    finished.every(({ providerTokens }) => !providerTokens?.toString().includes('access-')),
    true,
  )
})
