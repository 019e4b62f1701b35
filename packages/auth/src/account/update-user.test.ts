import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { openTestDatabase } from '@tillsight/database/testing'
import { startTestAuth, type TestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
const password = 'a long enough password'
const next = 'another long password'

async function signedIn(auth: TestAuth, email: string): Promise<{ client: SupabaseClient; id: string; token: string }> {
  const known = await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  assert.equal(known.error, null)
  return await signIn(auth, email)
}

async function signIn(auth: TestAuth, email: string) {
  const client = auth.client()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  assert.equal(error, null)
  assert.ok(data.session)
  return { client, id: data.session.user.id, token: data.session.access_token }
}

function put(auth: TestAuth, token: string, body: unknown) {
  return auth.raw('/user', { method: 'PUT', bearer: token, body })
}

async function refusal(response: ReturnType<typeof put>) {
  const { status, body } = await response
  assert.ok(typeof body === 'object' && body !== null && 'code' in body && 'message' in body)
  return [status, body.code, body.message]
}

test('metadata is merged, and null removes a key', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { client } = await signedIn(auth, 'metadata@shop.example')
  await client.auth.updateUser({ data: { name: 'First', theme: 'dark' } })
  const { data, error } = await client.auth.updateUser({ data: { name: 'Second', theme: null } })
  assert.equal(error, null)
  assert.deepEqual(data.user?.user_metadata, { email_verified: true, name: 'Second' })
})

test('metadata stays small enough for the cookies that carry it, and can always be made smaller', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { client, id, token } = await signedIn(auth, 'large@shop.example')
  const tooLarge = [400, 'validation_failed']
  const said = async (data: object) => (await refusal(put(auth, token, { data }))).slice(0, 2)
  assert.deepEqual(await said({ note: 'x'.repeat(6000) }), tooLarge)
  assert.equal((await client.auth.updateUser({ data: { one: 'ü'.repeat(250) } })).error, null)
  assert.deepEqual(await said({ two: 'ü'.repeat(250) }), tooLarge, 'in all')
  assert.match(String((await refusal(put(auth, token, { data: { two: 'ü'.repeat(250) } })))[2]), /1024/)
  const stored = JSON.stringify({ old: 'x'.repeat(3000), older: 'x'.repeat(3000) })
  await database.kysely.updateTable('authUsers').set({ userMetadata: stored }).where('id', '=', id).execute()
  assert.equal((await client.auth.updateUser({ data: { old: null } })).error, null)
  assert.equal((await client.auth.updateUser({ password: next })).error, null, 'who has more may change other things')
  assert.deepEqual(await said({ another: 'x'.repeat(100) }), tooLarge)

  for (const email of ['large@shop.example', 'nobody-large@shop.example']) {
    const body = { email, password, data: { note: 'x'.repeat(1100) } }
    for (const path of ['/signup', '/otp']) {
      const response = await auth.raw(path, { method: 'POST', body })
      assert.deepEqual([response.status, response.headers.get('x-sb-error-code')], tooLarge, `${path} ${email}`)
    }
  }
})

test('a new password ends every other session and every code that is under way', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'password@shop.example'
  const mine = await signedIn(auth, email)
  const other = await signIn(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { hash } = auth.mailTo(email)
  assert.equal((await mine.client.auth.updateUser({ password: next })).error, null)
  assert.equal((await mine.client.auth.getUser()).error, null)
  assert.equal((await auth.raw('/user', { bearer: other.token })).headers.get('x-sb-error-code'), 'session_not_found')
  const link = await auth.client().auth.verifyOtp({ token_hash: hash, type: 'magiclink' })
  assert.equal(link.error?.code, 'otp_expired')
  assert.equal((await auth.client().auth.signInWithPassword({ email, password })).error?.code, 'invalid_credentials')
  assert.equal((await auth.client().auth.signInWithPassword({ email, password: next })).error, null)
})

test('a session that a new password ended cannot set another one, even at the same moment', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'password-race@shop.example'
  const one = await signedIn(auth, email)
  const others = await Promise.all([signIn(auth, email), signIn(auth, email), signIn(auth, email)])
  const tokens = [one, ...others].map(({ token }) => token)
  const responses = await Promise.all(tokens.map((token, index) => put(auth, token, { password: `${next} ${index}` })))
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 403, 403, 403],
  )
})

test('refusals come in the protocol’s words', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { token } = await signedIn(auth, 'refusals@shop.example')
  await signedIn(auth, 'in-use@shop.example')
  await auth.admin().auth.admin.createUser({ phone: '15550500100', phone_confirm: true })
  const bad = 'validation_failed'
  const refusals = [
    [{ email: 'wrong' }, 400, bad, 'Unable to validate email address: invalid format'],
    [{ phone: 'wrong' }, 400, bad, 'Invalid phone number format (E.164 required)'],
    [{ app_metadata: { role: 'admin' } }, 403, 'not_admin', 'Updating app_metadata requires admin privileges'],
    [
      { email: 'In-Use@shop.example' },
      422,
      'email_exists',
      'A user with this email address has already been registered',
    ],
    [{ phone: '15550500100' }, 422, 'phone_exists', 'A user with this phone number has already been registered'],
    [{ password: 'short' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
    [{ password: '' }, 422, 'weak_password', 'Password should be at least 6 characters.'],
    [{ password: 'ä'.repeat(37) }, 400, bad, 'Password cannot be longer than 72 characters'],
    [{ password }, 422, 'same_password', 'New password should be different from the old password.'],
    [
      { email: 'x@shop.example', code_challenge: 'x' },
      400,
      bad,
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ] as const
  for (const [body, status, code, message] of refusals) {
    assert.deepEqual(await refusal(put(auth, token, body)), [status, code, message], JSON.stringify(body))
  }
  assert.equal(auth.mails.length, 0)
  assert.deepEqual(await refusal(auth.raw('/user', { method: 'PUT', body: {} })), [
    401,
    'no_authorization',
    'This endpoint requires a valid Bearer token',
  ])
  assert.equal((await put(auth, 'nonsense', {})).status, 403)
  assert.equal((await put(auth, token, { email: 5 })).headers.get('x-sb-error-code'), 'bad_json')
})

test('roles and app metadata cannot be written by the person', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { client, token, id } = await signedIn(auth, 'role@shop.example')
  const response = await put(auth, token, { role: 'service_role', aud: 'other', id: randomUUID(), is_anonymous: true })
  assert.equal(response.status, 200)
  const { data } = await client.auth.getUser()
  assert.deepEqual([data.user?.id, data.user?.role, data.user?.aud], [id, 'authenticated', 'authenticated'])
})

test('with a second factor, only a session that used it changes address, number or password', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { token, id } = await signedIn(auth, 'factor@shop.example')
  const now = new Date()
  const columns = { id: randomUUID(), userId: id, type: 'totp', status: 'verified', createdAt: now, updatedAt: now }
  await database.kysely.insertInto('authFactors').values(columns).execute()
  const text = 'AAL2 session is required to update email or password when MFA is enabled.'
  for (const body of [{ password: next }, { email: 'factor-next@shop.example' }, { phone: '15550500200' }]) {
    assert.deepEqual(await refusal(put(auth, token, body)), [401, 'insufficient_aal', text], JSON.stringify(body))
  }
  for (const body of [{ email: 'factor@shop.example' }, { data: { name: 'x' } }]) {
    assert.equal((await put(auth, token, body)).status, 200, JSON.stringify(body))
  }
})

test('accounts of an SSO provider are managed there', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { token, id } = await signedIn(auth, 'sso@shop.example')
  await database.kysely.updateTable('authUsers').set({ isSso: true }).where('id', '=', id).execute()
  const text = 'Updating email, phone, password of a SSO account only possible via SSO'
  for (const body of [{ password: next }, { email: 'sso-next@shop.example' }, { nonce: '123456' }]) {
    assert.deepEqual(await refusal(put(auth, token, body)), [422, 'user_sso_managed', text], JSON.stringify(body))
  }
  assert.equal((await put(auth, token, { data: { name: 'x' } })).status, 200)
})

test('an old session needs a fresh code for a new password, where settings say so', async (t) => {
  const env = {
    AUTH_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: '1',
    AUTH_JWT_EXP: '200000',
    AUTH_MAILER_OTP_EXP: '600',
  }
  const auth = await startTestAuth(t, { database, env })
  const email = 'fresh@shop.example'
  const { client, token } = await signedIn(auth, email)
  auth.clock.advance(25 * 3600)
  const needed = [400, 'reauthentication_needed', 'Password update requires reauthentication']
  assert.deepEqual(await refusal(put(auth, token, { password: next })), needed)
  assert.equal((await client.auth.reauthenticate()).error, null)
  const early = await auth.raw('/reauthenticate', { bearer: token })
  assert.equal(early.headers.get('x-sb-error-code'), 'over_email_send_rate_limit')
  const { code } = auth.mailTo(email)
  const notValid = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid']
  const wrong = code === '000000' ? '000001' : '000000'
  assert.deepEqual(await refusal(put(auth, token, { password: next, nonce: wrong })), notValid)
  const { error } = await client.auth.updateUser({ password: next, nonce: code })
  assert.equal(error, null)
  assert.deepEqual(await refusal(put(auth, token, { password: 'a third password', nonce: code })), notValid)
})

test('a code of a re-authentication neither signs in nor confirms', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'nonce@shop.example'
  const { client } = await signedIn(auth, email)
  await client.auth.reauthenticate()
  const { code } = auth.mailTo(email)
  for (const type of ['email', 'recovery', 'signup', 'email_change'] as const) {
    const { error } = await client.auth.verifyOtp({ email, token: code, type })
    assert.equal(error?.code, 'otp_expired', type)
  }
})

test('re-authentication goes to a confirmed address, or else to a confirmed number', async (t) => {
  const auth = await startTestAuth(t, { database, env: { AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1' } })
  const phone = '15550500300'
  const texted = auth.client()
  await texted.auth.signInWithOtp({ phone })
  await texted.auth.verifyOtp({ phone, token: auth.codeTo(phone), type: 'sms' })
  const session = (await texted.auth.getSession()).data.session
  const response = await auth.raw('/reauthenticate', { bearer: session?.access_token ?? '' })
  assert.deepEqual(response.body, { message_id: 'message-2' })

  const anonymous = auth.client()
  const { data } = await anonymous.auth.signInAnonymously()
  const bearer = data.session?.access_token ?? ''
  assert.deepEqual(await refusal(auth.raw('/reauthenticate', { bearer })), [
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  ])
  const id = data.user?.id ?? ''
  const set = (change: { email?: string; phone?: string | null }) =>
    database.kysely.updateTable('authUsers').set(change).where('id', '=', id).execute()
  await set({ phone: '15550500301' })
  assert.deepEqual(await refusal(auth.raw('/reauthenticate', { bearer })), [
    422,
    'phone_not_confirmed',
    'Please verify your phone first.',
  ])
  await set({ email: 'not-confirmed@shop.example' })
  assert.deepEqual(await refusal(auth.raw('/reauthenticate', { bearer })), [
    422,
    'email_not_confirmed',
    'Please verify your email first.',
  ])
})

test('the current password is asked for, where settings say so, but not after a recovery', async (t) => {
  const auth = await startTestAuth(t, {
    database,
    env: { AUTH_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: '1' },
  })
  const email = 'current@shop.example'
  const { token } = await signedIn(auth, email)
  const text = 'Current password required when setting new password.'
  assert.deepEqual(await refusal(put(auth, token, { password: next })), [400, 'current_password_required', text])
  const wrong = { password: next, current_password: 'wrong' }
  assert.deepEqual(await refusal(put(auth, token, wrong)), [400, 'current_password_invalid', text])
  for (let guess = 0; guess < 4; guess += 1) await put(auth, token, wrong)
  assert.deepEqual(await refusal(put(auth, token, { password: next, current_password: password })), [
    429,
    'over_request_rate_limit',
    'Request rate limit reached',
  ])
  auth.clock.advance(2)
  assert.equal((await put(auth, token, { password: next, current_password: password })).status, 200)
  const client = auth.client()
  await client.auth.resetPasswordForEmail(email)
  await client.auth.verifyOtp({ email, token: auth.mailTo(email).code, type: 'recovery' })
  assert.equal((await client.auth.updateUser({ password: 'after a recovery' })).error, null)
})

test('changes of address are kept apart in time', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { token } = await signedIn(auth, 'interval@shop.example')
  assert.equal((await put(auth, token, { email: 'interval-1@shop.example' })).status, 200)
  const early = await put(auth, token, { email: 'interval-2@shop.example' })
  assert.equal(early.headers.get('x-sb-error-code'), 'over_email_send_rate_limit')
})

test('a number changes at once where texts are not confirmed', async (t) => {
  const auth = await startTestAuth(t, { database, env: { AUTH_SMS_AUTOCONFIRM: '1' } })
  const { client } = await signedIn(auth, 'sms-auto@shop.example')
  const { data, error } = await client.auth.updateUser({ phone: '15550500400' })
  assert.equal(error, null)
  assert.deepEqual([data.user?.phone, auth.texts.length], ['15550500400', 0])
  assert.ok(data.user?.phone_confirmed_at)
})

test('a text that cannot be sent changes nothing', async (t) => {
  const sms = { name: 'vonage', send: async () => Promise.reject(new Error('with internals')) }
  const auth = await startTestAuth(t, { database, sms })
  const { token, client } = await signedIn(auth, 'sms-fails@shop.example')
  const response = await put(auth, token, { phone: '15550500500', data: { name: 'x' } })
  assert.equal(response.headers.get('x-sb-error-code'), 'sms_send_failed')
  const { data } = await client.auth.getUser()
  assert.deepEqual([data.user?.new_phone, data.user?.user_metadata['name']], [undefined, undefined])
})

test('a present password that is given has to be right, even where none is asked for', async (t) => {
  const auth = await startTestAuth(t, { database })
  const { token } = await signedIn(auth, 'given-current@shop.example')
  const text = 'Current password required when setting new password.'
  const wrong = put(auth, token, { password: next, current_password: 'not my password' })
  assert.deepEqual(await refusal(wrong), [400, 'current_password_invalid', text])
  assert.equal((await put(auth, token, { password: next, current_password: password })).status, 200)
})

test('naming the present address or number calls a change off', async (t) => {
  const auth = await startTestAuth(t, { database })
  const [email, other] = ['stays@shop.example', 'not-any-more@shop.example']
  const phone = '15550500401'
  const { client, token, id } = await signedIn(auth, email)
  await auth.admin().auth.admin.updateUserById(id, { phone, phone_confirm: true })
  const begun = await put(auth, token, { email: other, phone: '15550500402' })
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const sent = [auth.mailTo(other).code, auth.mailTo(email).code, auth.codeTo('15550500402')] as const
  assert.equal((await put(auth, token, { email: 'Stays@shop.example', phone: `+${phone}` })).status, 200)
  const { data } = await client.auth.getUser()
  const { new_email: newEmail, new_phone: newPhone, email_change_sent_at: sentAt } = data.user ?? {}
  assert.deepEqual([data.user?.email, newEmail, newPhone, sentAt], [email, undefined, undefined, undefined])
  for (const response of [
    await auth.client().auth.verifyOtp({ email: other, token: sent[0], type: 'email_change' }),
    await auth.client().auth.verifyOtp({ email, token: sent[1], type: 'email_change' }),
    await auth.client().auth.verifyOtp({ phone: '15550500402', token: sent[2], type: 'phone_change' }),
  ]) {
    assert.equal(response.error?.code, 'otp_expired')
  }
})
