import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { watchedPasswords } from '../sign-in/testing/watched-passwords.ts'
import { type RawResponse, startTestAuth, type TestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
const password = 'a long enough password'
const email = 'somebody@shop.example'

function fields(response: RawResponse): Record<string, unknown> {
  assert.ok(typeof response.body === 'object' && response.body !== null)
  return { ...response.body }
}

function signUp(auth: TestAuth, body: unknown) {
  return auth.raw('/signup', { method: 'POST', body })
}

test('signing up sends a confirmation, and its code signs in', async (t) => {
  const auth = await startTestAuth(t, { database })
  const client = auth.client()
  const email = 'New.Person@shop.example'
  const { data, error } = await client.auth.signUp({ email, password, options: { data: { name: 'New' } } })
  assert.equal(error, null)
  assert.equal(data.session, null)
  assert.equal(data.user?.email, 'new.person@shop.example')
  assert.ok(data.user.confirmation_sent_at)
  assert.equal(data.user.email_confirmed_at, undefined)
  assert.deepEqual(data.user.app_metadata, { provider: 'email', providers: ['email'] })
  const metadata = { sub: data.user.id, email: 'new.person@shop.example', email_verified: false, phone_verified: false }
  assert.deepEqual(data.user.user_metadata, { ...metadata, name: 'New' })
  assert.deepEqual(
    data.user.identities?.map(({ provider, id }) => [provider, id]),
    [['email', data.user.id]],
  )
  const { code } = auth.mailTo('new.person@shop.example')
  const verified = await client.auth.verifyOtp({ email, token: code, type: 'signup' })
  assert.equal(verified.error, null)
  assert.equal(verified.data.user?.user_metadata['email_verified'], true)
  assert.equal(verified.data.user.identities?.[0]?.identity_data?.['email_verified'], true)
  assert.ok(verified.data.session)
  const again = await client.auth.signInWithPassword({ email, password })
  assert.equal(again.error, null)
})

test('what somebody says about themselves never overrides what the service knows', async (t) => {
  const auth = await startTestAuth(t, { database })
  const data = { email_verified: true, sub: 'somebody else', nickname: null, text: 'a\u0000b\ud800' }
  const response = await signUp(auth, { email: 'liar@shop.example', password, data })
  const { id, user_metadata: metadata } = fields(response)
  assert.deepEqual(metadata, {
    sub: id,
    email: 'liar@shop.example',
    email_verified: false,
    phone_verified: false,
    text: 'ab\ufffd',
  })
})

test('an account that never confirmed gets another mail after the interval, and stays as it is', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'unconfirmed@shop.example'
  const first = fields(await signUp(auth, { email, password }))
  const early = await signUp(auth, { email, password: 'another password' })
  assert.equal(early.status, 429)
  assert.equal(fields(early)['code'], 'over_email_send_rate_limit')
  assert.match(
    String(fields(early)['message']),
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  )
  auth.clock.advance(61)
  const second = fields(await signUp(auth, { email, password: 'another password', data: { name: 'Mallory' } }))
  assert.equal(second['id'], first['id'])
  assert.equal(auth.mails.length, 2)
  const client = auth.client()
  await client.auth.verifyOtp({ email, token: auth.mailTo(email).code, type: 'email' })
  const { error } = await client.auth.signInWithPassword({ email, password: 'another password' })
  assert.equal(error?.code, 'invalid_credentials')
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null)
})

test('an address in use is answered with a made-up account that shows nothing of the real one', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'taken@shop.example'
  const client = auth.client()
  const real = await client.auth.signUp({ email, password })
  await client.auth.verifyOtp({ email, token: auth.mailTo(email).code, type: 'email' })
  const sent = auth.mails.length
  auth.clock.advance(61)
  const response = await signUp(auth, { email, password, data: { name: 'Curious' } })
  assert.equal(response.status, 200)
  const { id, created_at: createdAt, updated_at: updatedAt, confirmation_sent_at: sentAt, ...rest } = fields(response)
  assert.notEqual(id, real.data.user?.id)
  assert.deepEqual([updatedAt, sentAt], [createdAt, createdAt])
  assert.deepEqual(rest, {
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name: 'Curious' },
    identities: [],
    is_anonymous: false,
  })
  assert.equal(auth.mails.length, sent)
  const early = await signUp(auth, { email, password })
  assert.equal(early.status, 429, 'the interval is kept for it as for any other')
})

test('with confirmation switched off, a new account is signed in at once and a taken address is refused', async (t) => {
  const auth = await startTestAuth(t, {
    database,
    env: { AUTH_MAILER_AUTOCONFIRM: '1', AUTH_RATE_LIMIT_EMAIL_SENT: '0' },
  })
  const client = auth.client()
  const email = 'at-once@shop.example'
  const { data, error } = await client.auth.signUp({ email, password })
  assert.equal(error, null)
  const claims = await client.auth.getClaims(data.session?.access_token)
  assert.deepEqual(
    claims.data?.claims.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
    ['password'],
  )
  for (const attempt of [1, 2]) {
    const again = await auth.client().auth.signUp({ email, password })
    assert.equal(again.error?.code, 'user_already_exists', `attempt ${attempt}`)
    assert.equal(again.error?.message, 'User already registered')
    assert.equal(again.error?.status, 422)
  }
  assert.equal(auth.mails.length, 0)
})

test('with confirmation switched off later, an account that never confirmed is still nobody else’s', async (t) => {
  const careful = await startTestAuth(t, { database })
  const email = 'waiting@shop.example'
  await signUp(careful, { email, password })
  careful.clock.advance(61)
  const auth = await startTestAuth(t, { database, env: { AUTH_MAILER_AUTOCONFIRM: '1' } })
  auth.clock.advance(61)
  const response = fields(await signUp(auth, { email, password: 'another password' }))
  assert.equal(response['access_token'], undefined)
  assert.equal(response['email'], email)
  assert.equal(auth.mailTo(email).to, email)
})

test('of parallel sign-ups with one address exactly one makes the account', async (t) => {
  const auth = await startTestAuth(t, { database, env: { AUTH_MAILER_AUTOCONFIRM: '1' } })
  const body = { email: 'race@shop.example', password }
  const responses = await Promise.all(Array.from({ length: 8 }, () => signUp(auth, body)))
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422, 422, 422, 422, 422, 422, 422],
  )
})

test('signing up by telephone texts a code', async (t) => {
  const auth = await startTestAuth(t, { database })
  const client = auth.client()
  const { data, error } = await client.auth.signUp({ phone: '+1 555 0100200', password })
  assert.equal(error, null)
  assert.equal(data.user?.phone, '15550100200')
  assert.equal(data.user.identities?.[0]?.provider, 'phone')
  const verified = await client.auth.verifyOtp({ phone: '15550100200', token: auth.codeTo('15550100200'), type: 'sms' })
  assert.equal(verified.error, null)
  assert.ok(verified.data.user?.phone_confirmed_at)
  auth.clock.advance(61)
  const decoy = fields(await signUp(auth, { phone: '15550100200', password }))
  assert.deepEqual([decoy['identities'], decoy['role'], auth.texts.length], [[], '', 1])
})

test('a text that cannot be sent leaves no account behind', async (t) => {
  const sms = { name: 'vonage', send: async () => Promise.reject(new Error('with internals')) }
  const auth = await startTestAuth(t, { database, sms })
  const response = await signUp(auth, { phone: '15550100300', password })
  assert.equal(response.status, 422)
  assert.equal(fields(response)['code'], 'sms_send_failed')
  assert.equal(fields(response)['message'], 'Error sending confirmation OTP to provider: it could not be reached')
  const { data } = await auth.admin().auth.admin.listUsers({ perPage: 1000 })
  assert.ok(!data.users.some(({ phone }) => phone === '15550100300'))
  assert.equal(
    (await signUp(auth, { phone: '15550100300', password })).status,
    422,
    'no interval for what never went out',
  )
})

test('a test number gets its fixed code and no message', async (t) => {
  const env = { AUTH_SMS_TEST_OTP: '15550100400=123456', AUTH_RATE_LIMIT_SMS_SENT: '0' }
  const auth = await startTestAuth(t, { database, env, sms: null })
  const client = auth.client()
  const asked = await client.auth.signInWithOtp({ phone: '+15550100400' })
  assert.equal(asked.data.messageId ?? 'test-otp', 'test-otp')
  assert.equal(asked.error, null)
  for (const attempt of ['first', 'again']) {
    const { error } = await client.auth.verifyOtp({ phone: '15550100400', token: '123456', type: 'sms' })
    assert.equal(error, null, attempt)
  }
  const wrong = await client.auth.verifyOtp({ phone: '15550100400', token: '654321', type: 'sms' })
  assert.equal(wrong.error?.code, 'otp_expired')
})

test('anonymous visitors get an account of their own, and keep it when they name an address', async (t) => {
  const env = { AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1' }
  const auth = await startTestAuth(t, { database, env })
  const client = auth.client()
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } })
  assert.equal(error, null)
  assert.equal(data.user?.is_anonymous, true)
  assert.deepEqual([data.user.user_metadata, data.user.app_metadata, data.user.email], [{ theme: 'dark' }, {}, ''])
  const refused = await client.auth.updateUser({ password })
  assert.equal(
    refused.error?.message,
    'Updating password of an anonymous user without an email or phone is not allowed',
  )
  const email = 'no-longer-anonymous@shop.example'
  const updated = await client.auth.updateUser({ email })
  assert.equal(updated.data.user?.new_email, email)
  assert.equal(updated.data.user.is_anonymous, true)
  const verified = await client.auth.verifyOtp({ email, token: auth.mailTo(email).code, type: 'email_change' })
  assert.equal(verified.error, null)
  assert.equal(verified.data.user?.id, data.user.id)
  assert.equal(verified.data.user.is_anonymous, false)
  assert.equal(verified.data.user.email, email)
  assert.deepEqual(verified.data.user.app_metadata, { provider: 'email', providers: ['email'] })
})

test('with confirmation switched off, an anonymous account gets its address at once', async (t) => {
  const env = { AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1', AUTH_MAILER_AUTOCONFIRM: '1' }
  const auth = await startTestAuth(t, { database, env })
  const client = auth.client()
  await client.auth.signInAnonymously()
  const email = 'upgraded@shop.example'
  const { data, error } = await client.auth.updateUser({ email, password })
  assert.equal(error, null)
  assert.deepEqual([data.user?.email, data.user?.is_anonymous], [email, false])
  assert.equal((await auth.client().auth.signInWithPassword({ email, password })).error, null)
})

test('old clients get errors in the old shape', async (t) => {
  const auth = await startTestAuth(t, { database })
  const response = await auth.raw('/signup', {
    method: 'POST',
    body: { email, password: 'short' },
    headers: { 'x-supabase-api-version': '' },
  })
  assert.deepEqual(response.body, {
    code: 422,
    error_code: 'weak_password',
    msg: 'Password should be at least 6 characters.',
    weak_password: { reasons: ['length'] },
  })
})

test('one address may sign up thirty times in a row', async (t) => {
  const auth = await startTestAuth(t, { database })
  const body = { email, password: '' }
  const responses = await Promise.all(Array.from({ length: 31 }, () => signUp(auth, body)))
  assert.deepEqual(responses.filter(({ status }) => status !== 400).map(fields), [
    { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
  ])
})

test('the budget of mails holds for new and taken addresses alike', async (t) => {
  const open = await startTestAuth(t, { database, env: { AUTH_MAILER_AUTOCONFIRM: '1' } })
  await signUp(open, { email: 'budget-taken@shop.example', password })
  const auth = await startTestAuth(t, { database, env: { AUTH_RATE_LIMIT_EMAIL_SENT: '0' } })
  for (const address of ['budget-new@shop.example', 'budget-taken@shop.example']) {
    const response = await signUp(auth, { email: address, password })
    assert.equal(response.status, 429)
    assert.deepEqual(fields(response), { code: 'over_email_send_rate_limit', message: 'email rate limit exceeded' })
  }
})

test('a new, a waiting and a taken address take the same slow hash, and answer in one shape', async (t) => {
  const open = await startTestAuth(t, { database, env: { AUTH_MAILER_AUTOCONFIRM: '1' } })
  await signUp(open, { email: 'work-taken@shop.example', password })
  const passwords = watchedPasswords()
  const auth = await startTestAuth(t, { database, passwords })
  const shapes = new Set<string>()
  for (const address of ['work-new@shop.example', 'work-new@shop.example', 'work-taken@shop.example']) {
    passwords.calls.length = 0
    const response = await signUp(auth, { email: address, password })
    assert.equal(response.status, 200)
    assert.deepEqual(passwords.calls, ['hash'], address)
    shapes.add(Object.keys(fields(response)).join())
    auth.clock.advance(61)
  }
  assert.equal(shapes.size, 1)
})

test('an address that somebody by telephone only tells about is none of their ways in', async (t) => {
  const auth = await startTestAuth(t, { database })
  const data = { email: 'somebody-else@shop.example', nick: 'me' }
  const response = await signUp(auth, { phone: '15550500777', password, data })
  assert.equal(response.status, 200)
  const [identity] = (response.body as { identities: { email?: string; identity_data: object }[] }).identities
  assert.equal(identity?.email, undefined)
  assert.deepEqual(Object.keys(identity?.identity_data ?? {}).toSorted(), [
    'email_verified',
    'nick',
    'phone',
    'phone_verified',
    'sub',
  ])
})

test('nobody but an admin chooses an audience, so that nobody takes an address where its owner does not find it', async (t) => {
  const auth = await startTestAuth(t, { database })
  const headers = { 'x-jwt-aud': 'elsewhere' }
  const email = 'owner@shop.example'
  const squat = await auth.raw('/signup', { method: 'POST', body: { email, password }, headers })
  assert.equal(fields(squat)['aud'], 'authenticated')
  auth.clock.advance(61)
  assert.equal((await signUp(auth, { email, password })).status, 200)
  assert.equal(auth.mails.filter(({ to }) => to === email).length, 2, 'the owner gets a mail as well')
  const { code } = auth.mailTo(email)
  assert.equal((await auth.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error, null)

  const newcomer = 'by-code@shop.example'
  await auth.raw('/otp', { method: 'POST', body: { email: newcomer }, headers })
  assert.equal((await auth.admin().auth.admin.createUser({ email: newcomer })).error?.code, 'email_exists')
  const asked = await auth.raw('/admin/users?filter=by-code', { bearer: auth.service.apiKeys.service })
  assert.equal(Object(fields(asked)['users'])[0].aud, 'authenticated')
})

test('an admin finds an account by its address under every audience', async (t) => {
  const auth = await startTestAuth(t, { database })
  const bearer = auth.service.apiKeys.service
  const email = 'hidden@shop.example'
  await auth.raw('/admin/users', { method: 'POST', body: { email }, bearer, headers: { 'x-jwt-aud': 'elsewhere' } })
  const { data } = await auth.admin().auth.admin.listUsers()
  assert.equal(data.users.find((user) => user.email === email)?.aud, 'elsewhere')
  const named = await auth.raw('/admin/users?filter=hidden', { bearer, headers: { 'x-jwt-aud': 'authenticated' } })
  assert.deepEqual(fields(named)['users'], [])
})
