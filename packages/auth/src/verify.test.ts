import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { startTestAuth, type TestAuth } from './testing.ts'

const database = await openTestDatabase({ after })
const password = 'a long enough password'
const codeExpired = { code: 'otp_expired', message: 'Token has expired or is invalid' }
const linkExpired = { code: 'otp_expired', message: 'Email link is invalid or has expired' }

function verify(auth: TestAuth, body: unknown, ip?: string) {
  return auth.raw('/verify', { method: 'POST', body, ...(ip === undefined ? {} : { ip }) })
}

async function addUser(auth: TestAuth, email: string) {
  const { data, error } = await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  assert.equal(error, null)
  assert.ok(data.user)
  return data.user
}

function other(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0')
}

test('a code works once, and signs in by the method otp', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'once@shop.example'
  await addUser(auth, email)
  const client = auth.client()
  await client.auth.signInWithOtp({ email })
  const { code, hash } = auth.mailTo(email)
  const first = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  assert.equal(first.error, null)
  const claims = await client.auth.getClaims(first.data.session?.access_token)
  assert.deepEqual(
    claims.data?.claims.amr?.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
    ['otp'],
  )
  assert.deepEqual((await verify(auth, { email, token: code, type: 'email' })).body, codeExpired)
  assert.deepEqual((await verify(auth, { token_hash: hash, type: 'email' })).body, linkExpired)
})

test('a wrong code to sign in is told of, whoever has the address, and one to change it is not', async (t) => {
  const told: unknown[] = []
  const auth = await startTestAuth(t, {
    database,
    onFailedSignIn: async ({ step, user, typed }) => void told.push([step, user, typed]),
  })
  const email = 'counted@shop.example'
  const { id } = await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { code } = auth.mailTo(email)
  await verify(auth, { email, token: other(code), type: 'email' })
  await verify(auth, { email: 'nobody@shop.example', token: code, type: 'magiclink' })
  await verify(auth, { phone: '4915550100', token: code, type: 'sms' })
  await verify(auth, { email, token: other(code), type: 'email_change' })
  await verify(auth, { email, token: code, type: 'email' })
  assert.deepEqual(told, [
    ['code', id, email],
    ['code', undefined, 'nobody@shop.example'],
    ['code', undefined, '4915550100'],
  ])
})

test('of many parallel uses of one code or link exactly one wins', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'parallel@shop.example'
  await addUser(auth, email)
  const client = auth.client()
  for (const by of ['code', 'hash'] as const) {
    await client.auth.resetPasswordForEmail(email)
    const { code, hash } = auth.mailTo(email)
    const body = by === 'code' ? { email, token: code, type: 'recovery' } : { token_hash: hash, type: 'recovery' }
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify(auth, body)))
    assert.deepEqual(
      responses.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 403, 403, 403, 403],
      by,
    )
    auth.clock.advance(61)
  }
})

test('after five wrong guesses the code is void, and the link still works', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'void@shop.example'
  await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { code, hash } = auth.mailTo(email)
  for (let step = 1; step <= 5; step += 1) {
    assert.deepEqual((await verify(auth, { email, token: other(code, step), type: 'email' })).body, codeExpired)
  }
  assert.deepEqual((await verify(auth, { email, token: code, type: 'email' })).body, codeExpired)
  assert.equal((await verify(auth, { token_hash: hash, type: 'magiclink' })).status, 200)
})

test('parallel guesses share the five', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'void-parallel@shop.example'
  await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { code } = auth.mailTo(email)
  const guesses = Array.from({ length: 20 }, (_, index) => other(code, index + 1))
  await Promise.all(guesses.map((token) => verify(auth, { email, token, type: 'email' })))
  assert.equal((await verify(auth, { email, token: code, type: 'email' })).status, 403)
})

test('codes and links end with their time', async (t) => {
  const auth = await startTestAuth(t, { database, env: { AUTH_MAILER_OTP_EXP: '600', AUTH_SMS_OTP_EXP: '60' } })
  const email = 'late@shop.example'
  await addUser(auth, email)
  const client = auth.client()
  await client.auth.signInWithOtp({ email })
  const { code, hash } = auth.mailTo(email)
  await client.auth.signInWithOtp({ phone: '15550300100' })
  auth.clock.advance(59)
  auth.clock.advance(541)
  const text = auth.codeTo('15550300100')
  assert.deepEqual((await verify(auth, { email, token: code, type: 'email' })).body, codeExpired)
  assert.deepEqual((await verify(auth, { token_hash: hash, type: 'email' })).body, linkExpired)
  assert.deepEqual((await verify(auth, { phone: '15550300100', token: text, type: 'sms' })).body, codeExpired)
})

test('a clock that is set back by an hour breaks nothing', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'back@shop.example'
  await addUser(auth, email)
  const client = auth.client()
  await client.auth.signInWithOtp({ email })
  const { code } = auth.mailTo(email)
  auth.clock.advance(-3600)
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  assert.equal(error, null)
  assert.equal((await client.auth.getUser()).data.user?.id, data.user?.id)
  assert.equal((await client.auth.signInWithOtp({ email })).error, null)
})

test('whatever is wrong with a code gets one answer', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'guess@shop.example'
  await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { code, hash } = auth.mailTo(email)
  const wrong: readonly unknown[] = [
    { email, token: other(code), type: 'email' },
    { email, token: code, type: 'signup' },
    { email, token: code, type: 'email_change' },
    { email, token: 'x\u0000', type: 'email' },
    { email: 'nobody@shop.example', token: code, type: 'email' },
    { email: 'nobody@shop.example', token: code, type: 'email_change' },
    { phone: '15550399999', token: code, type: 'sms' },
    { phone: '15550399999', token: '1', token_hash: '', type: 'phone_change' },
  ]
  for (const body of wrong) {
    const response = await verify(auth, body)
    assert.equal(response.status, 403, JSON.stringify(body))
    assert.deepEqual(response.body, codeExpired)
  }
  for (const token of [`${hash}0`, hash.slice(1), 'pkce_', code, 'x\u0000']) {
    const response = await verify(auth, { token_hash: token, type: 'email' })
    assert.deepEqual([response.status, response.body], [403, linkExpired], token)
  }
  for (const type of ['signup', 'invite', 'email_change']) {
    const response = await verify(auth, { token_hash: hash, type })
    assert.deepEqual([response.status, response.body], [403, linkExpired], type)
  }
})

test('only the right code of a banned account tells of the ban', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'banned@shop.example'
  const user = await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { code } = auth.mailTo(email)
  await auth.admin().auth.admin.updateUserById(user.id, { ban_duration: '10m' })
  assert.deepEqual((await verify(auth, { email, token: other(code), type: 'email' })).body, codeExpired)
  const response = await verify(auth, { email, token: code, type: 'email' })
  assert.deepEqual([response.status, response.body], [403, { code: 'user_banned', message: 'User is banned' }])
})

test('malformed requests are refused in the protocol’s words', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'a@shop.example'
  const phone = '15550300500'
  const refusals = [
    [{}, 400, 'Verify requires a verification type'],
    [undefined, 400, 'Verify requires a verification type'],
    [{ type: 'email' }, 400, 'Verify requires either a token or a token hash'],
    [{ type: 'email', token: '1', token_hash: '2' }, 400, 'Verify requires either a token or a token hash'],
    [{ type: 'email', token: '1' }, 400, 'Only an email address or phone number should be provided on verify'],
    [
      { type: 'email', token: '1', email, phone },
      400,
      'Only an email address or phone number should be provided on verify',
    ],
    [{ type: 'email', token_hash: 'x', email }, 400, 'Only the token_hash and type should be provided'],
    [{ type: 'email', token_hash: 'x', redirect_to: 'x' }, 400, 'Only the token_hash and type should be provided'],
    [{ type: 'sms', token_hash: 'x' }, 400, 'Invalid email verification type'],
    [{ type: 'other', token_hash: 'x' }, 400, 'Invalid email verification type'],
    [{ type: 'other', token: '1', email }, 400, 'Unsupported verification type'],
    [{ type: 'email', token: '1', phone }, 400, 'Unsupported verification type'],
    [{ type: 'email', token: '1', email: 'wrong' }, 422, 'Invalid email format'],
    [{ type: 'sms', token: '1', phone: 'wrong' }, 400, 'Invalid phone number format (E.164 required)'],
  ] as const
  for (const [index, [body, status, message]] of refusals.entries()) {
    const response = await verify(auth, body, `198.51.100.${index}`)
    assert.equal(response.status, status, JSON.stringify(body))
    assert.deepEqual(response.body, { code: 'validation_failed', message })
  }
  assert.equal((await verify(auth, { type: 1 })).headers.get('x-sb-error-code'), 'bad_json')
})

test('every success ends the other codes of the account', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'clears@shop.example'
  await addUser(auth, email)
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.updateUser({ email: 'clears-new@shop.example' })
  const change = auth.mailTo('clears-new@shop.example')
  await client.auth.signInWithOtp({ email })
  const { code } = auth.mailTo(email)
  assert.equal((await verify(auth, { email, token: code, type: 'email' })).status, 200)
  assert.deepEqual((await verify(auth, { token_hash: change.hash, type: 'email_change' })).body, linkExpired)
})

test('a changed address needs both confirmations, in either order', async (t) => {
  const auth = await startTestAuth(t, { database })
  for (const [index, order] of [
    ['new', 'old'],
    ['old', 'new'],
  ].entries()) {
    const old = `old-${index}@shop.example`
    const next = `next-${index}@shop.example`
    const user = await addUser(auth, old)
    const client = auth.client()
    await client.auth.signInWithPassword({ email: old, password })
    const { data } = await client.auth.updateUser({ email: next })
    assert.deepEqual([data.user?.email, data.user?.new_email], [old, next])
    const codes = order.map((which) => {
      const email = which === 'new' ? next : old
      return { email, token: auth.mailTo(email).code, type: 'email_change' as const }
    })
    const [first, second] = codes
    assert.ok(first && second)
    assert.deepEqual((await verify(auth, first)).body, {
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    })
    assert.equal((await verify(auth, first)).status, 403, 'one side cannot confirm twice')
    const done = await client.auth.verifyOtp(second)
    assert.equal(done.error, null)
    assert.equal(done.data.user?.id, user.id)
    assert.deepEqual([done.data.user.email, done.data.user.new_email], [next, undefined])
    assert.equal(done.data.user.identities?.[0]?.identity_data?.['email'], next)
    assert.equal((await auth.client().auth.signInWithPassword({ email: next, password })).error, null)
  }
})

test('a code for an earlier new address does not confirm a later one', async (t) => {
  const auth = await startTestAuth(t, { database, env: { AUTH_MAILER_SECURE_EMAIL_CHANGE_ENABLED: '0' } })
  await addUser(auth, 'swap@shop.example')
  const client = auth.client()
  await client.auth.signInWithPassword({ email: 'swap@shop.example', password })
  await client.auth.updateUser({ email: 'mine@shop.example' })
  const mine = auth.mailTo('mine@shop.example')
  auth.clock.advance(61)
  await client.auth.updateUser({ email: 'yours@shop.example' })
  assert.equal((await verify(auth, { token_hash: mine.hash, type: 'email_change' })).status, 403)
  assert.equal((await verify(auth, { email: 'mine@shop.example', token: mine.code, type: 'email_change' })).status, 403)
  const yours = auth.mailTo('yours@shop.example')
  const done = await verify(auth, { email: 'yours@shop.example', token: yours.code, type: 'email_change' })
  assert.equal(done.status, 200)
})

test('an address that somebody else got first cannot be confirmed', async (t) => {
  const auth = await startTestAuth(t, { database, env: { AUTH_MAILER_SECURE_EMAIL_CHANGE_ENABLED: '0' } })
  await addUser(auth, 'slow@shop.example')
  const client = auth.client()
  await client.auth.signInWithPassword({ email: 'slow@shop.example', password })
  await client.auth.updateUser({ email: 'wanted@shop.example' })
  const { hash } = auth.mailTo('wanted@shop.example')
  await addUser(auth, 'wanted@shop.example')
  const response = await verify(auth, { token_hash: hash, type: 'email_change' })
  assert.deepEqual(
    [response.status, response.body],
    [422, { code: 'email_exists', message: 'A user with this email address has already been registered' }],
  )
})

test('a changed number is confirmed by its code', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'phone-change@shop.example'
  await addUser(auth, email)
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password })
  const { data } = await client.auth.updateUser({ phone: '+15550300700' })
  assert.deepEqual([data.user?.phone, data.user?.new_phone], ['', '15550300700'])
  const done = await client.auth.verifyOtp({
    phone: '15550300700',
    token: auth.codeTo('15550300700'),
    type: 'phone_change',
  })
  assert.equal(done.error, null)
  assert.equal(done.data.user?.phone, '15550300700')
  assert.deepEqual(done.data.user.app_metadata['providers'], ['email', 'phone'])
})

test('neither code nor link can be read from the database', async (t) => {
  const auth = await startTestAuth(t, { database })
  const email = 'hidden@shop.example'
  await addUser(auth, email)
  await auth.client().auth.signInWithOtp({ email })
  const { code, hash } = auth.mailTo(email)
  const rows = await database.kysely.selectFrom('authOneTimeTokens').selectAll().where('address', '=', email).execute()
  const entries = await database.kysely.selectFrom('authAudit').select('traits').execute()
  const text = JSON.stringify([rows, entries])
  assert.equal(rows.length, 1)
  assert.ok(!text.includes(hash) && !text.includes(`"${code}"`))
})
