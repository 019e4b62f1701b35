import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startRunning } from './testing/running.ts'

const running = await startRunning({ after })
const { auth, fake } = running
let count = 0

/** A person no provider has returned before. */
function somebody() {
  count += 1
  return { subject: String(3000 + count), email: `authorize-${count}@example.com`, emailVerified: true }
}

const refusals: readonly (readonly [string, number, string, string])[] = [
  ['provider=nobody', 400, 'validation_failed', 'Unsupported provider: Provider nobody could not be found'],
  ['', 400, 'validation_failed', 'Unsupported provider: Provider  could not be found'],
  ['provider=gitlab', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
  [
    'provider=google&code_challenge=abc',
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
  [
    'provider=google&code_challenge=abc&code_challenge_method=s256',
    400,
    'validation_failed',
    'code challenge has to be between 43 and 128 characters',
  ],
  [
    `provider=google&code_challenge=${'a'.repeat(43)}&code_challenge_method=none`,
    400,
    'validation_failed',
    'Invalid code_challenge_method',
  ],
  ['provider=google&invite_token=unknown', 404, 'user_not_found', 'User identified by token not found'],
]
for (const [query, status, code, message] of refusals) {
  test(`leaving with “${query.slice(0, 60)}” is refused`, async () => {
    const response = await auth.raw(`/authorize?${query}`)
    assert.equal(response.status, status)
    assert.deepEqual(response.body, { code, message })
  })
}

test('a provider that cannot be reached is an answer, and the next try reads it', async (t) => {
  const lone = await startRunning(t, {}, auth.database)
  lone.fake.fail('/.well-known/openid-configuration', 503)
  const response = await lone.auth.raw('/authorize?provider=oidc')
  assert.equal(response.status, 400)
  lone.fake.fail('/.well-known/openid-configuration', undefined)
  assert.equal((await lone.auth.raw('/authorize?provider=oidc')).status, 302)
  await lone.auth.raw('/authorize?provider=oidc')
  assert.equal(lone.fake.asked.filter((path) => path.endsWith('openid-configuration')).length, 2)
})

test('parameters go on to the provider, except those that are ours, in any letter case', async () => {
  const forbidden =
    'client_id client_secret redirect_uri response_type state code_challenge code_challenge_method code_verifier'
  const spellings = (name: string) => [name, name.toUpperCase(), name.replace(/^./, (letter) => letter.toUpperCase())]
  const attack = forbidden
    .split(' ')
    .flatMap(spellings)
    // A lower-case challenge belongs to the caller.
    .filter((name) => name !== 'code_challenge' && name !== 'code_challenge_method')
    .map((name) => [name, 'evil'])
  const query = new URLSearchParams([
    ...attack,
    ['provider', 'google'],
    ['scopes', 'calendar drive,mail'],
    ['prompt', 'consent'],
    ['login_hint', 'a@example.com'],
    ['Nonce', 'evil'],
    ['SCOPE', 'evil'],
    ['redirect_to', `${auth.url}/home`],
    ['skip_http_redirect', 'true'],
  ])
  const { headers } = await auth.raw(`/authorize?${query}`)
  const { searchParams } = new URL(headers.get('location') ?? '')
  assert.equal([...searchParams.values()].includes('evil'), false)
  assert.equal(searchParams.get('prompt'), 'consent')
  assert.equal(searchParams.get('login_hint'), 'a@example.com')
  assert.equal(searchParams.get('scope'), 'openid email profile calendar drive mail')
  assert.equal(searchParams.get('client_id'), 'client-of-tests')
  assert.equal(searchParams.get('redirect_uri'), `${auth.url}/auth/v1/callback`)
  assert.equal(searchParams.get('code_challenge_method'), 'S256')
  assert.match(searchParams.get('nonce') ?? '', /.{40}/)
  assert.equal(searchParams.has('redirect_to'), false)
  assert.equal(searchParams.has('skip_http_redirect'), false)
  assert.equal(searchParams.has('provider'), false)
})

for (const target of [
  'https://evil.example',
  'https://127.0.0.1@evil.example',
  'http://127.0.0.1.evil.example/',
  '//evil.example',
  'javascript:alert(1)',
  'http://127.0.0.1\\@evil.example',
  'https://evil.example/#http://127.0.0.1',
]) {
  test(`nobody is sent on to ${target}`, async () => {
    fake.become(somebody())
    const end = await running.follow(await running.start(running.client(), 'google', { redirectTo: target }))
    assert.equal(end.origin, auth.url)
    assert.equal(end.pathname, '/')
  })
}
