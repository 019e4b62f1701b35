import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { startTestAuth, type TestAuth, type TestAuthOptions } from '../testing.ts'

const database = await openTestDatabase({ after })
const password = 'a long enough password'

async function start(t: Parameters<typeof startTestAuth>[0], options: TestAuthOptions = {}) {
  const auth = await startTestAuth(t, { database, ...options })
  let calls = 0
  const post = (path: string, body: unknown) => {
    calls += 1
    return auth.raw(path, { method: 'POST', body, ip: `198.51.100.${calls % 250}` })
  }
  return { auth, post }
}

async function addUser(auth: TestAuth, user: { email?: string; phone?: string }) {
  const all = { ...user, password, email_confirm: true, phone_confirm: true }
  const { data, error } = await auth.admin().auth.admin.createUser(all)
  assert.equal(error, null)
  assert.ok(data.user)
  return data.user
}

test('a one-time code makes an account of a newcomer', async (t) => {
  const { auth } = await start(t)
  const client = auth.client()
  const email = 'otp-new@shop.example'
  const asked = await client.auth.signInWithOtp({ email, options: { data: { name: 'New' } } })
  assert.deepEqual([asked.error, asked.data.user], [null, null])
  const { code, link } = auth.mailTo(email)
  assert.equal(link.searchParams.get('type'), 'signup')
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  assert.equal(error, null)
  assert.deepEqual([data.user?.email, data.user?.user_metadata['name']], [email, 'New'])
  auth.clock.advance(61)
  await client.auth.signInWithOtp({ email })
  assert.equal(auth.mailTo(email).link.searchParams.get('type'), 'magiclink')
  assert.equal((await client.auth.verifyOtp({ email, token: auth.mailTo(email).code, type: 'email' })).error, null)
})

test('with confirmation switched off, a newcomer gets a magic link at once', async (t) => {
  const { auth } = await start(t, { env: { AUTH_MAILER_AUTOCONFIRM: '1', AUTH_SMS_AUTOCONFIRM: '1' } })
  const client = auth.client()
  const email = 'otp-auto@shop.example'
  await client.auth.signInWithOtp({ email })
  const { code, link } = auth.mailTo(email)
  assert.equal(link.searchParams.get('type'), 'magiclink')
  assert.equal((await client.auth.verifyOtp({ email, token: code, type: 'magiclink' })).error, null)
  const phone = '15550400100'
  await client.auth.signInWithOtp({ phone })
  assert.equal((await client.auth.verifyOtp({ phone, token: auth.codeTo(phone), type: 'sms' })).error, null)
})

test('a code by text signs in, and tells the message’s id', async (t) => {
  const { auth } = await start(t)
  const client = auth.client()
  const phone = '15550400200'
  for (const turn of ['newcomer', 'regular']) {
    const asked = await client.auth.signInWithOtp({ phone: `+${phone}`, options: { channel: 'whatsapp' } })
    assert.equal(asked.error, null)
    assert.match(asked.data.messageId ?? '', /^message-\d$/, turn)
    assert.equal(auth.texts.at(-1)?.channel, 'whatsapp')
    const { error } = await client.auth.verifyOtp({ phone, token: auth.codeTo(phone), type: 'sms' })
    assert.equal(error, null)
    auth.clock.advance(61)
  }
})

test('without leave to make accounts, only known addresses get a code', async (t) => {
  const { auth } = await start(t)
  await addUser(auth, { email: 'otp-known@shop.example' })
  const client = auth.client()
  const options = { shouldCreateUser: false }
  assert.equal((await client.auth.signInWithOtp({ email: 'otp-known@shop.example', options })).error, null)
  const { error } = await client.auth.signInWithOtp({ email: 'otp-unknown@shop.example', options })
  assert.deepEqual([error?.status, error?.code, error?.message], [422, 'otp_disabled', 'Signups not allowed for otp'])
})

test('the older spelling of magic links still works', async (t) => {
  const { auth, post } = await start(t)
  const response = await post('/magiclink', { email: 'magic@shop.example' })
  assert.deepEqual([response.status, response.body], [200, {}])
  assert.ok(auth.mailTo('magic@shop.example').code)
})

test('a recovery mail lets a new password be set', async (t) => {
  const { auth } = await start(t)
  const email = 'forgot@shop.example'
  await addUser(auth, { email })
  const client = auth.client()
  assert.equal((await client.auth.resetPasswordForEmail(email)).error, null)
  const { code, link } = auth.mailTo(email)
  assert.equal(link.searchParams.get('type'), 'recovery')
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'recovery' })
  assert.equal(error, null)
  assert.ok(data.user?.recovery_sent_at)
  assert.equal((await client.auth.updateUser({ password: 'another password' })).error, null)
  const again = await auth.client().auth.signInWithPassword({ email, password: 'another password' })
  assert.equal(again.error, null)
})

test('confirmations and changes that wait are sent again', async (t) => {
  const { auth } = await start(t)
  const client = auth.client()
  const email = 'resend@shop.example'
  await client.auth.signUp({ email, password })
  const first = auth.mailTo(email)
  auth.clock.advance(61)
  assert.equal((await client.auth.resend({ type: 'signup', email })).error, null)
  const second = auth.mailTo(email)
  assert.notEqual(second.hash, first.hash)
  assert.equal((await client.auth.verifyOtp({ token_hash: first.hash, type: 'signup' })).error?.code, 'otp_expired')
  assert.equal((await client.auth.verifyOtp({ email, token: second.code, type: 'signup' })).error, null)

  await client.auth.updateUser({ email: 'resend-next@shop.example' })
  auth.clock.advance(61)
  const before = auth.mails.length
  assert.equal((await client.auth.resend({ type: 'email_change', email })).error, null)
  assert.deepEqual(
    auth.mails
      .slice(before)
      .map(({ to }) => to)
      .toSorted(),
    ['resend-next@shop.example', email],
  )

  const phone = '15550400300'
  await client.auth.signUp({ phone, password })
  auth.clock.advance(61)
  const resent = await client.auth.resend({ type: 'sms', phone })
  assert.ok(resent.data.messageId)
  await client.auth.verifyOtp({ phone, token: auth.codeTo(phone), type: 'sms' })
  await client.auth.updateUser({ phone: '15550400301' })
  auth.clock.advance(61)
  assert.equal((await client.auth.resend({ type: 'phone_change', phone })).error, null)
  const { error } = await client.auth.verifyOtp({
    phone: '15550400301',
    token: auth.codeTo('15550400301'),
    type: 'phone_change',
  })
  assert.equal(error, null)
})

test('a resent change of address starts over: what was confirmed before does not count', async (t) => {
  const { auth } = await start(t)
  const email = 'start-over@shop.example'
  await addUser(auth, { email })
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.updateUser({ email: 'start-over-next@shop.example' })
  await client.auth.verifyOtp({ token_hash: auth.mailTo(email).hash, type: 'email_change' })
  auth.clock.advance(61)
  await client.auth.resend({ type: 'email_change', email })
  const half = await client.auth.verifyOtp({
    token_hash: auth.mailTo('start-over-next@shop.example').hash,
    type: 'email_change',
  })
  assert.equal(half.data.session, null)
  assert.equal((await client.auth.getUser()).data.user?.email, email)
})

const email = 'table@shop.example'
const phone = '15550400500'
const bad = 'validation_failed'
const noMail = { AUTH_EXTERNAL_EMAIL_ENABLED: '0' }
const noPhone = { AUTH_EXTERNAL_PHONE_ENABLED: '0' }
const closed = { AUTH_DISABLE_SIGNUP: '1' }
const types = 'Missing one of these types: signup, email_change, sms, phone_change'

const refusals: readonly (readonly [string, unknown, number, string, string | RegExp, Record<string, string>?])[] = [
  ['/otp', { email, phone }, 400, bad, 'Only an email address or phone number should be provided'],
  ['/otp', { email, channel: 'sms' }, 400, bad, 'Channel should only be specified with Phone OTP'],
  ['/otp', {}, 400, bad, 'One of email or phone must be set'],
  ['/otp', { create_user: false }, 400, bad, 'One of email or phone must be set'],
  ['/otp', { email: 'wrong', create_user: false }, 422, 'otp_disabled', 'Signups not allowed for otp'],
  ['/otp', { email: 'wrong' }, 400, bad, 'Unable to validate email address: invalid format'],
  ['/otp', { phone: 'wrong' }, 400, bad, 'Invalid phone number format (E.164 required)'],
  ['/otp', { phone, channel: 'x' }, 400, bad, /^Invalid channel/],
  ['/otp', { email, code_challenge: 'x' }, 400, bad, 'PKCE flow requires code_challenge_method and code_challenge'],
  ['/otp', { email }, 422, 'email_provider_disabled', 'Email logins are disabled', noMail],
  [
    '/otp',
    { email },
    422,
    'email_provider_disabled',
    'Login with magic link is disabled',
    { AUTH_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: '0' },
  ],
  ['/otp', { phone }, 400, 'phone_provider_disabled', 'Unsupported phone provider', noPhone],
  ['/otp', { email }, 422, 'signup_disabled', 'Signups not allowed for this instance', closed],
  ['/otp', { phone }, 422, 'signup_disabled', 'Signups not allowed for this instance', closed],
  ['/otp', { email, create_user: 'yes' }, 400, 'bad_json', /^Could not parse request body as JSON: /],
  ['/magiclink', {}, 400, bad, 'An email address is required'],
  ['/recover', {}, 400, bad, 'Password recovery requires an email'],
  ['/recover', { email: null }, 400, bad, 'Password recovery requires an email'],
  ['/recover', { email: 'wrong' }, 400, bad, 'Unable to validate email address: invalid format'],
  ['/recover', { email }, 400, 'email_provider_disabled', 'Email logins are disabled', noMail],
  ['/resend', { email }, 400, bad, types],
  ['/resend', { email, type: 'magiclink' }, 400, bad, types],
  ['/resend', { phone, type: 'signup' }, 400, bad, 'Type provided requires an email address'],
  ['/resend', { email, type: 'sms' }, 400, bad, 'Type provided requires a phone number'],
  ['/resend', { email, phone, type: 'sms' }, 400, bad, 'Only an email address or phone number should be provided.'],
  ['/resend', { type: 'email_change' }, 400, bad, 'Missing email address or phone number'],
  ['/resend', { email, type: 'signup' }, 400, 'email_provider_disabled', 'Email logins are disabled', noMail],
  ['/resend', { phone, type: 'sms' }, 400, 'phone_provider_disabled', 'Phone logins are disabled', noPhone],
]

test('requests that cannot be met are refused in the protocol’s words', async (t) => {
  const services = new Map<string, Awaited<ReturnType<typeof start>>>()
  for (const [path, body, status, code, message, env = {}] of refusals) {
    const key = JSON.stringify(env)
    const service = services.get(key) ?? (await start(t, { env }))
    services.set(key, service)
    const response = await service.post(path, body)
    const context = `${path} ${JSON.stringify(body)}`
    assert.equal(response.status, status, context)
    assert.equal(response.headers.get('x-sb-error-code'), code, context)
    const text = JSON.stringify(response.body)
    if (typeof message === 'string') assert.deepEqual(response.body, { code, message }, context)
    else assert.match(text.replace(/^\{"code":"\w+","message":"/, ''), message, context)
  }
})

test('who asks learns nothing about an address', async (t) => {
  const { auth, post } = await start(t)
  await addUser(auth, { email: 'secret-known@shop.example' })
  await auth.client().auth.signUp({ email: 'secret-open@shop.example', password })
  auth.clock.advance(61)
  const requests = [
    ['/recover', {}],
    ['/recover', { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' }],
    ['/otp', {}],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
  ] as const
  for (const [path, more] of requests) {
    const seen = []
    for (const name of ['known', 'open', 'unknown']) {
      const body = { email: `secret-${name}@shop.example`, ...more }
      const first = await post(path, body)
      const second = await post(path, body)
      const entry = [first.status, first.body, second.status, second.body, [...first.headers.keys()]]
      seen.push(JSON.stringify(entry))
    }
    assert.equal(new Set(seen).size, 1, `${path} ${seen.join('\n')}`)
    assert.match(seen[0] ?? '', /^\[200,\{\},429,/)
    auth.clock.advance(61)
  }
})

test('unknown addresses cost the same work, and none of it stays', async (t) => {
  const { auth, post } = await start(t)
  const count = async () =>
    (await database.kysely.selectFrom('authUsers').select('id').execute()).length +
    (await database.kysely.selectFrom('authFlows').select('id').execute()).length
  const before = await count()
  const sent = auth.mails.length
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
  assert.equal((await post('/recover', { email: 'costs@shop.example', ...challenge })).status, 200)
  assert.equal(await count(), before)
  assert.equal(auth.mails.length, sent)
})

test('made-up addresses cost nobody’s mail, and the budget runs out for known and unknown addresses alike', async (t) => {
  const { auth, post } = await start(t, { env: { AUTH_RATE_LIMIT_EMAIL_SENT: '3' } })
  for (const name of ['one', 'two', 'three']) await addUser(auth, { email: `budget-${name}@shop.example` })
  const makeUp = async (turn: string) => {
    for (const [index, path] of ['/recover', '/recover', '/recover', '/resend', '/otp'].entries()) {
      const body = { email: `made-up-${turn}-${index}@shop.example`, type: 'signup', create_user: false }
      assert.equal((await post(path, body)).status, path === '/otp' ? 422 : 200, path)
    }
  }
  for (const name of ['one', 'two', 'three']) {
    await makeUp(name)
    assert.equal((await post('/recover', { email: `budget-${name}@shop.example` })).status, 200, name)
    assert.ok(auth.mailTo(`budget-${name}@shop.example`))
  }
  auth.clock.advance(61)
  for (const address of ['budget-one@shop.example', 'budget-nobody@shop.example']) {
    for (const attempt of [1, 2]) {
      const response = await post('/recover', { email: address })
      assert.deepEqual(
        [response.status, response.body],
        [429, { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' }],
        `${address} ${attempt}`,
      )
    }
  }
})

test('a code without leave to make accounts is refused as often, and after the same work, for everybody', async (t) => {
  const { auth, post } = await start(t)
  await addUser(auth, { email: 'asked-known@shop.example', phone: '15550400701' })
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
  const entries = async () =>
    (
      await database.kysely
        .selectFrom('authAudit')
        .select('id')
        .where('action', '=', 'user_recovery_requested')
        .execute()
    ).length
  for (const [known, unknown] of [
    [
      { email: 'asked-known@shop.example', ...challenge },
      { email: 'asked-unknown@shop.example', ...challenge },
    ],
    [{ phone: '15550400701' }, { phone: '15550400702' }],
  ]) {
    const wishes = [known, unknown].map((name) => ({ ...name, create_user: false }))
    const first = await Promise.all(wishes.map((body) => post('/otp', body)))
    assert.deepEqual(
      first.map(({ status }) => status),
      [200, 422],
      'the protocol tells clients',
    )
    const again = await Promise.all(wishes.map((body) => post('/otp', body)))
    assert.deepEqual(
      again.map(({ status }) => status),
      [429, 429],
    )
    assert.deepEqual(again[0]?.body, again[1]?.body)
  }
  const before = await entries()
  await post('/otp', { email: 'asked-nobody@shop.example', create_user: false })
  assert.equal(await entries(), before + 1, 'the work for an account is done')
})

test('texts have an interval and a budget of their own', async (t) => {
  const { post } = await start(t, { env: { AUTH_RATE_LIMIT_SMS_SENT: '1' } })
  assert.equal((await post('/otp', { phone: '15550400600' })).status, 200)
  const early = await post('/otp', { phone: '15550400600' })
  assert.equal(early.headers.get('x-sb-error-code'), 'over_sms_send_rate_limit')
  const other = await post('/otp', { phone: '15550400601' })
  assert.deepEqual(other.body, { code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' })
})

test('no entry lets a mail lead where it must not', async (t) => {
  const { auth } = await start(t)
  const email = 'led@shop.example'
  await addUser(auth, { email })
  const { data } = await auth.client().auth.signInWithPassword({ email, password })
  const bearer = data.session?.access_token ?? ''
  const evil = 'https://evil.example/'
  const entries = [
    ['POST', '/signup', { email: 'led-new@shop.example', password }],
    ['POST', '/resend', { email: 'led-new@shop.example', type: 'signup' }],
    ['POST', '/otp', { email }],
    ['POST', '/magiclink', { email }],
    ['POST', '/recover', { email }],
    ['PUT', '/user', { email: 'led-next@shop.example' }],
    ['POST', '/resend', { email, type: 'email_change' }],
  ] as const
  for (const [method, path, body] of entries) {
    const before = auth.mails.length
    const response = await auth.raw(`${path}?redirect_to=${encodeURIComponent(evil)}`, {
      method,
      body: { ...body, redirect_to: evil },
      bearer,
      headers: { redirect_to: evil, referer: evil },
    })
    assert.equal(response.status, 200, path)
    assert.ok(auth.mails.length > before, path)
    auth.clock.advance(61)
  }
  for (const { text, html } of auth.mails) assert.ok(!`${text}${html}`.includes('evil.example'))
})
