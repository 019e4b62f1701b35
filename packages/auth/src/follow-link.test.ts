import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { type RawResponse, startTestAuth, type TestAuth } from './testing.ts'

const database = await openTestDatabase({ after })
const password = 'a long enough password'
const env = { AUTH_URI_ALLOW_LIST: 'https://app.example/**,myapp://cb' }

async function addUser(auth: TestAuth, email: string) {
  const { data, error } = await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  assert.equal(error, null)
  assert.ok(data.user)
  return data.user
}

async function open(
  auth: TestAuth,
  link: URL,
): Promise<{ answer: RawResponse; target: URL; fragment: URLSearchParams }> {
  const answer = await auth.raw(`${link.pathname.replace('/auth/v1', '')}${link.search}`)
  assert.equal(answer.status, 303, JSON.stringify(answer.body))
  const target = new URL(answer.headers.get('location') ?? '')
  return { answer, target, fragment: new URLSearchParams(target.hash.slice(1)) }
}

test('a link of the implicit flow leads to its target with the tokens in the fragment', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  const email = 'implicit@shop.example'
  await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://app.example/done?from=mail' } })
  const { link } = auth.mailTo(email)
  const { answer, target, fragment } = await open(auth, link)
  assert.equal(target.origin + target.pathname + target.search, 'https://app.example/done?from=mail')
  assert.deepEqual(
    [...fragment.keys()],
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'],
  )
  assert.deepEqual([fragment.get('type'), fragment.get('token_type'), fragment.get('sb')], ['magiclink', 'bearer', ''])
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  const { data, error } = await auth.client().auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
  const again = await open(auth, link)
  assert.equal(
    again.target.hash,
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
  )
  assert.equal(again.target.search, '?from=mail')
})

test('each kind of mail leads through PKCE to a code that is good for its method', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  const target = { emailRedirectTo: 'https://app.example/cb?sb_flow_id=17' }
  const newcomer = 'pkce-new@shop.example'
  const regular = 'pkce-regular@shop.example'
  await addUser(auth, regular)
  const client = auth.client({ auth: { flowType: 'pkce' } })
  const steps = [
    [newcomer, 'email/signup', () => client.auth.signUp({ email: newcomer, password, options: target })],
    [regular, 'magiclink', () => client.auth.signInWithOtp({ email: regular, options: target })],
    [regular, 'recovery', () => client.auth.resetPasswordForEmail(regular, { redirectTo: target.emailRedirectTo })],
    [
      'pkce-otp@shop.example',
      'email/signup',
      () => client.auth.signInWithOtp({ email: 'pkce-otp@shop.example', options: target }),
    ],
  ] as const
  for (const [email, method, ask] of steps) {
    assert.equal((await ask()).error, null, method)
    const { link, hash } = auth.mailTo(email)
    assert.match(hash, /^pkce_/)
    const { target: landed } = await open(auth, link)
    assert.equal(landed.searchParams.get('sb_flow_id'), '17')
    assert.equal(landed.hash, '')
    const { data, error } = await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')
    assert.equal(error, null, method)
    assert.equal(data.user?.email, email)
    const claims = await client.auth.getClaims(data.session?.access_token)
    assert.deepEqual(
      claims.data?.claims.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
      [method],
    )
    auth.clock.advance(61)
  }
})

test('an address is changed through PKCE by two links', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  await addUser(auth, 'pkce-old@shop.example')
  const client = auth.client({ auth: { flowType: 'pkce' } })
  await client.auth.signInWithPassword({ email: 'pkce-old@shop.example', password })
  await client.auth.updateUser({ email: 'pkce-next@shop.example' }, { emailRedirectTo: 'https://app.example/changed' })
  const first = await open(auth, auth.mailTo('pkce-old@shop.example').link)
  const message = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
  assert.equal(first.target.searchParams.get('message'), message)
  assert.equal(first.fragment.get('message'), message)
  const second = await open(auth, auth.mailTo('pkce-next@shop.example').link)
  const { data, error } = await client.auth.exchangeCodeForSession(second.target.searchParams.get('code') ?? '')
  assert.equal(error, null)
  assert.equal(data.user?.email, 'pkce-next@shop.example')
})

test('a first confirmation of the implicit flow tells so in the fragment', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  await addUser(auth, 'two-old@shop.example')
  const client = auth.client()
  await client.auth.signInWithPassword({ email: 'two-old@shop.example', password })
  await client.auth.updateUser({ email: 'two-next@shop.example' })
  const first = await open(auth, auth.mailTo('two-next@shop.example').link)
  assert.equal(
    first.target.hash,
    '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=',
  )
  assert.equal(first.target.search, '')
  const second = await open(auth, auth.mailTo('two-old@shop.example').link)
  assert.equal(second.fragment.get('type'), 'email_change')
  assert.ok(second.fragment.get('access_token'))
})

test('an error of a PKCE link is in the query as well, over what stood there', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  const to = encodeURIComponent('https://app.example/cb?error=old&keep=1')
  const { answer } = await open(auth, new URL(`/verify?token=pkce_none&type=signup&redirect_to=${to}`, auth.url))
  const parts = 'error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'
  assert.equal(
    answer.headers.get('location'),
    `https://app.example/cb?error=access_denied&keep=1&${parts}#error=access_denied&${parts}&sb=`,
  )
})

test('a link whose flow is gone says so, and stays unspent', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  const email = 'no-flow@shop.example'
  const user = await addUser(auth, email)
  await auth.client({ auth: { flowType: 'pkce' } }).auth.signInWithOtp({ email })
  const { link, code } = auth.mailTo(email)
  await database.kysely.deleteFrom('authFlows').where('userId', '=', user.id).execute()
  const { target } = await open(auth, link)
  assert.equal(target.searchParams.get('error_code'), 'flow_state_not_found')
  assert.equal(target.searchParams.get('error'), null)
  assert.equal((await auth.client().auth.verifyOtp({ email, token: code, type: 'email' })).error, null)
})

test('of parallel openings of one link exactly one signs in', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  const email = 'parallel-link@shop.example'
  await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { link } = auth.mailTo(email)
  const opened = await Promise.all(Array.from({ length: 6 }, () => open(auth, link)))
  assert.equal(opened.filter(({ fragment }) => fragment.has('access_token')).length, 1)
})

test('links lead nowhere that is not allowed', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  const evil = [
    'https://evil.example/',
    'https://app.example@evil.example/',
    'https://app.example.evil.example/',
    'https:\\\\evil.example',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://2130706433/',
    'https://app.example./x',
    'myapp://cb.evil',
    ' https://evil.example',
    'https://app.example\u0000.evil.example/',
    'HTTPS://EVIL.example',
    '',
  ]
  for (const [index, wish] of evil.entries()) {
    const path = `/verify?token=none&type=signup&redirect_to=${encodeURIComponent(wish)}`
    const response = await auth.raw(path, { ip: `198.51.100.${index}` })
    assert.equal(new URL(response.headers.get('location') ?? '').origin, auth.url, wish)
    for (const [path2, body] of [
      ['/otp', { email: `redirect-${index}@shop.example` }],
      ['/recover', { email: `redirect-${index}@shop.example` }],
      ['/signup', { email: `redirect-up-${index}@shop.example`, password }],
    ] as const) {
      const asked = await auth.raw(`${path2}?redirect_to=${encodeURIComponent(wish)}`, {
        method: 'POST',
        body,
        ip: `198.51.100.${index}`,
        headers: { referer: 'https://evil.example/' },
      })
      auth.clock.advance(61)
      assert.equal(asked.status, 200, path2)
    }
  }
  for (const mail of auth.mails) {
    const link = /https?:\/\/\S+\/verify\?\S+/.exec(mail.text)?.[0] ?? ''
    assert.equal(new URL(new URL(link).searchParams.get('redirect_to') ?? '').origin, auth.url, mail.to)
  }
  const custom = await auth.raw(`/verify?token=none&type=signup&redirect_to=${encodeURIComponent('myapp://cb')}`)
  assert.match(custom.headers.get('location') ?? '', /^myapp:\/\/cb#error=access_denied&/)
})

test('a link without its parts is answered in JSON', async (t) => {
  const auth = await startTestAuth(t, { database, env })
  const responses = [
    ['/verify', 'Verify requires a verification type'],
    ['/verify?type=signup', 'Verify requires a token or a token hash'],
  ] as const
  for (const [path, message] of responses) {
    const response = await auth.raw(path)
    assert.deepEqual([response.status, response.body], [400, { code: 'validation_failed', message }])
  }
  const { fragment } = await open(auth, new URL('/verify?type=sms&token=x', auth.url))
  assert.deepEqual(
    [fragment.get('error'), fragment.get('error_code'), fragment.get('error_description')],
    ['invalid_request', 'validation_failed', 'Invalid email verification type'],
  )
})

test('mails that lead back to our site lead to the page with the button, the others to the wire', async () => {
  const page = 'https://stats.example.com/auth/confirm'
  const own = await startTestAuth(
    { after },
    {
      database,
      confirmPage: page,
      env: { AUTH_SITE_URL: 'https://stats.example.com', AUTH_URI_ALLOW_LIST: 'https://app.example.com/**,myapp://**' },
    },
  )
  const email = 'with-a-button@example.com'
  await own.admin().auth.admin.createUser({ email, password: 'a long enough password', email_confirm: true })
  const linkIn = (text: string) => new URL(/^\S+:\/\/\S+$/m.exec(text)?.[0] ?? 'http://no.link')
  const askedFor = async (redirectTo: string | undefined) => {
    own.clock.advance(61)
    await own.client().auth.resetPasswordForEmail(email, redirectTo === undefined ? {} : { redirectTo })
    return linkIn(own.mails.at(-1)?.text ?? '')
  }
  for (const redirectTo of [undefined, 'https://stats.example.com/auth/callback?next=%2Fx']) {
    const link = await askedFor(redirectTo)
    assert.equal(`${link.origin}${link.pathname}`, page)
    assert.equal(link.searchParams.get('type'), 'recovery')
    assert.equal(link.searchParams.get('redirect_to'), redirectTo ?? 'https://stats.example.com')
    const code = /: (\d{6})$/m.exec(own.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const hash = link.searchParams.get('token_hash') ?? ''
    const [first, second] = redirectTo
      ? [{ token_hash: hash }, { email, token: code }]
      : [{ email, token: code }, { token_hash: hash }]
    assert.equal((await own.client().auth.verifyOtp({ ...first, type: 'recovery' })).error, null, 'either works')
    assert.equal((await own.client().auth.verifyOtp({ ...second, type: 'recovery' })).error?.code, 'otp_expired')
  }
  for (const redirectTo of ['https://app.example.com/back', 'myapp://back']) {
    const link = await askedFor(redirectTo)
    assert.equal(`${link.origin}${link.pathname}`, `${own.url}/auth/v1/verify`, redirectTo)
    assert.equal(link.searchParams.get('redirect_to'), redirectTo)
  }
  const made = await own.admin().auth.admin.generateLink({ type: 'recovery', email })
  assert.match(
    made.data.properties?.action_link ?? '',
    /\/auth\/v1\/verify\?/,
    'what the protocol answers stays as it is',
  )
})
