import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import bcrypt from 'bcrypt'
import type { FailedSignIn } from '../context.ts'
import { startTestAuth, type TestAuth, type TestAuthOptions } from '../testing.ts'
import { watchedPasswords } from './testing/watched-passwords.ts'

const database = await openTestDatabase({ after })
const password = 'a long enough password'

async function start(t: Parameters<typeof startTestAuth>[0], options: TestAuthOptions = {}) {
  const auth = await startTestAuth(t, { database, ...options })
  return { auth, signIn: (body: unknown) => auth.raw('/token?grant_type=password', { method: 'POST', body }) }
}

async function addUser(
  auth: TestAuth,
  user: Parameters<ReturnType<TestAuth['admin']>['auth']['admin']['createUser']>[0],
) {
  const { data, error } = await auth.admin().auth.admin.createUser(user)
  assert.equal(error, null)
  assert.ok(data.user)
  return data.user
}

test('the right password signs in by address and by number', async (t) => {
  const { auth } = await start(t)
  const user = await addUser(auth, {
    email: 'by-both@shop.example',
    phone: '15550200100',
    password,
    email_confirm: true,
    phone_confirm: true,
  })
  for (const name of [{ email: 'By-Both@shop.example' }, { phone: '+1 5550200100' }]) {
    const { data, error } = await auth.client().auth.signInWithPassword({ ...name, password })
    assert.equal(error, null)
    assert.equal(data.user?.id, user.id)
    assert.ok(data.user.last_sign_in_at)
    assert.equal(data.session?.token_type, 'bearer')
  }
})

test('whatever is wrong with the credentials gets one answer, after one slow hash', async (t) => {
  const passwords = watchedPasswords()
  const { auth, signIn } = await start(t, { passwords })
  await addUser(auth, { email: 'known@shop.example', password, email_confirm: true })
  await addUser(auth, { email: 'without@shop.example', email_confirm: true })
  await addUser(auth, { email: 'banned@shop.example', password, email_confirm: true, ban_duration: '1h' })
  await addUser(auth, { email: 'unconfirmed@shop.example', password })
  const wrong: readonly unknown[] = [
    { email: 'known@shop.example', password: 'wrong password' },
    { email: 'known@shop.example' },
    { email: 'known@shop.example', password: null },
    { email: 'unknown@shop.example', password },
    { email: 'without@shop.example', password },
    { email: 'not an address', password },
    { email: 'nul\u0000@shop.example', password },
    { email: 'banned@shop.example', password: 'wrong password' },
    { email: 'unconfirmed@shop.example', password: 'wrong password' },
    { phone: '15550299999', password },
    { phone: 'none', password },
    { email: 'unknown@shop.example', password: 'x'.repeat(5000) },
  ]
  for (const body of wrong) {
    passwords.calls.length = 0
    const response = await signIn(body)
    assert.equal(response.status, 400, JSON.stringify(body))
    assert.deepEqual(response.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
    assert.deepEqual(passwords.calls, ['verify'], JSON.stringify(body))
  }
})

test('only who knows the password learns of a ban or a missing confirmation', async (t) => {
  const { auth, signIn } = await start(t)
  const banned = await addUser(auth, { email: 'ban@shop.example', password, email_confirm: true, ban_duration: '1h' })
  await addUser(auth, { email: 'open@shop.example', password })
  await addUser(auth, { phone: '15550200300', password })
  const responses = [
    [{ email: 'ban@shop.example', password }, 'user_banned', 'User is banned'],
    [{ email: 'open@shop.example', password }, 'email_not_confirmed', 'Email not confirmed'],
    [{ phone: '15550200300', password }, 'phone_not_confirmed', 'Phone not confirmed'],
  ] as const
  for (const [body, code, message] of responses) {
    const response = await signIn(body)
    assert.equal(response.status, 400)
    assert.deepEqual(response.body, { code, message })
  }
  auth.clock.advance(3601)
  const later = await auth.client().auth.signInWithPassword({ email: 'ban@shop.example', password })
  assert.equal(later.data.user?.id, banned.id)
})

test('requests that name nobody, or two, are refused before anybody is looked up', async (t) => {
  const { signIn } = await start(t)
  const off = await start(t, { env: { AUTH_EXTERNAL_EMAIL_ENABLED: '0', AUTH_EXTERNAL_PHONE_ENABLED: '0' } })
  const responses = [
    [
      await signIn({ email: 'a@b.example', phone: '15550200400', password }),
      [400, 'validation_failed', 'Only an email address or phone number should be provided on login.'],
    ],
    [await signIn({ password }), [400, 'validation_failed', 'missing email or phone']],
    [await signIn(undefined), [400, 'validation_failed', 'missing email or phone']],
    [
      await off.signIn({ email: 'a@b.example', password }),
      [422, 'email_provider_disabled', 'Email logins are disabled'],
    ],
    [
      await off.signIn({ phone: '15550200400', password }),
      [422, 'phone_provider_disabled', 'Phone logins are disabled'],
    ],
  ] as const
  for (const [response, [status, code, message]] of responses) {
    assert.equal(response.status, status)
    assert.deepEqual(response.body, { code, message })
  }
})

test('strangers who guess do not shut the owner out of where they have signed in before', async (t) => {
  const { auth } = await start(t)
  const email = 'besieged@shop.example'
  await addUser(auth, { email, password, email_confirm: true })
  const from = (ip: string, typed = password) =>
    auth.raw('/token?grant_type=password', { method: 'POST', body: { email, password: typed }, ip })
  const home = '203.0.113.10'
  const homeNetwork = '2001:db8:1:2::1'
  for (const ip of [home, homeNetwork]) assert.equal((await from(ip)).status, 200)
  for (let guess = 0; guess < 8; guess += 1) await from(`198.51.100.${guess}`, 'a wrong guess')
  assert.equal((await from('198.51.100.99')).status, 429, 'elsewhere the right one waits as well')
  assert.equal((await from(home)).status, 200)
  assert.equal((await from('2001:db8:1:2:ffff::9')).status, 200, 'one customer’s network')

  for (let guess = 0; guess < 5; guess += 1) assert.equal((await from(home, 'a wrong guess')).status, 400)
  assert.equal((await from(home)).status, 429, 'a known place may guess as often as any other')
  auth.clock.advance(181 * 86_400)
  for (let guess = 0; guess < 6; guess += 1) await from('198.51.100.1', 'a wrong guess')
  assert.equal((await from(homeNetwork)).status, 429, 'after half a year it is a place like any other')
})

test('guessing at one account is slowed down, whether it exists or not, and ends by itself', async (t) => {
  const { auth, signIn } = await start(t)
  await addUser(auth, { email: 'guessed@shop.example', password, email_confirm: true })
  for (const email of ['guessed@shop.example', 'guessed-nobody@shop.example']) {
    for (let guess = 0; guess < 5; guess += 1) {
      assert.equal((await signIn({ email, password: `guess ${guess}` })).status, 400)
    }
    const refused = await signIn({ email, password })
    assert.equal(refused.status, 429)
    assert.deepEqual(refused.body, { code: 'over_request_rate_limit', message: 'Request rate limit reached' })
  }
  auth.clock.advance(2)
  assert.equal((await signIn({ email: 'guessed@shop.example', password })).status, 200)
})

test('a hash of another kind is replaced at the next sign-in', async (t) => {
  const { auth, signIn } = await start(t)
  const hash = await bcrypt.hash(password, 6)
  const { id } = await addUser(auth, { email: 'imported@shop.example', password_hash: hash, email_confirm: true })
  const stored = async () =>
    (
      await database.kysely
        .selectFrom('authUsers')
        .select('passwordHash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).passwordHash ?? ''
  assert.match(await stored(), /^\$2b\$/)
  const body = { email: 'imported@shop.example', password }
  const responses = await Promise.all([signIn(body), signIn(body), signIn(body)])
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.match(await stored(), /^\$argon2id\$/)
  assert.equal((await signIn(body)).status, 200)
})

test('a password that became too weak still signs in, and says so', async (t) => {
  const { auth } = await start(t)
  await addUser(auth, { email: 'weak@shop.example', password: 'abcdef', email_confirm: true })
  const strict = await start(t, { env: { AUTH_PASSWORD_MIN_LENGTH: '12' } })
  const { data, error } = await strict.auth
    .client()
    .auth.signInWithPassword({ email: 'weak@shop.example', password: 'abcdef' })
  assert.equal(error, null)
  assert.deepEqual(data.weakPassword, {
    message: 'Password should be at least 12 characters.',
    reasons: ['length'],
  })
})

test('a captcha is asked of people, and not of admins', async (t) => {
  const asked: string[] = []
  const { auth, signIn } = await start(t, {
    env: { AUTH_SECURITY_CAPTCHA_ENABLED: '1', AUTH_SECURITY_CAPTCHA_SECRET: 'secret' },
    fetch: async (_url, init) => {
      const token = (init?.body instanceof URLSearchParams ? init.body : new URLSearchParams()).get('response') ?? ''
      asked.push(token)
      if (token === 'broken') throw new Error('unreachable')
      return Response.json(token === 'good' ? { success: true } : { success: false, 'error-codes': ['bad', 'old'] })
    },
  })
  const body = { email: 'captcha@shop.example', password }
  const without = await signIn({ ...body, gotrue_meta_security: {} })
  assert.deepEqual(
    [without.status, without.body],
    [400, { code: 'captcha_failed', message: 'captcha protection: request disallowed (no captcha_token found)' }],
  )
  const wrong = await signIn({ ...body, gotrue_meta_security: { captcha_token: 'wrong' } })
  assert.deepEqual(wrong.body, { code: 'captcha_failed', message: 'captcha protection: request disallowed (bad, old)' })
  const broken = await signIn({ ...body, gotrue_meta_security: { captcha_token: 'broken' } })
  assert.equal(broken.status, 500)
  const good = await signIn({ ...body, gotrue_meta_security: { captcha_token: 'good' } })
  assert.deepEqual(good.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
  const admin = await auth.raw('/token?grant_type=password', {
    method: 'POST',
    body,
    bearer: auth.service.apiKeys.service,
  })
  assert.deepEqual(admin.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
  assert.deepEqual(asked, ['wrong', 'broken', 'good'])
  for (const path of ['/signup', '/otp', '/magiclink', '/recover', '/resend']) {
    const response = await auth.raw(path, { method: 'POST', body: { email: 'captcha@shop.example', password } })
    assert.equal(response.headers.get('x-sb-error-code'), 'captcha_failed', path)
  }
})

test('all grants of one caller share a limit', async (t) => {
  const { auth, signIn } = await start(t)
  const calls = await Promise.all(
    Array.from({ length: 31 }, (_, index) =>
      index % 2 === 0
        ? signIn({})
        : auth.raw('/token?grant_type=pkce', { method: 'POST', body: { auth_code: '', code_verifier: '' } }),
    ),
  )
  assert.deepEqual(calls.filter(({ status }) => status === 429).length, 1)
  const refresh = await auth.raw('/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: 'x' } })
  assert.equal(refresh.headers.get('x-sb-error-code'), 'over_request_rate_limit')
})

test('a password that is replaced while it is being checked signs nobody in', async (t) => {
  const passwords = watchedPasswords()
  const { auth } = await start(t)
  const { id } = await addUser(auth, { email: 'replaced@shop.example', password, email_confirm: true })
  const replacement = await passwords.hash('another password')
  const { signIn } = await start(t, {
    passwords: {
      ...passwords,
      async verify(text, stored) {
        const isRight = await passwords.verify(text, stored)
        await database.kysely.updateTable('authUsers').set({ passwordHash: replacement }).where('id', '=', id).execute()
        return isRight
      },
    },
  })
  const response = await signIn({ email: 'replaced@shop.example', password })
  assert.deepEqual(response.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
})

test('a body counts as JSON whatever its type says', async (t) => {
  const { auth } = await start(t)
  await addUser(auth, { email: 'types@shop.example', password, email_confirm: true })
  const body = JSON.stringify({ email: 'types@shop.example', password })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
    const headers = { 'content-type': type }
    const response = await auth.raw('/token?grant_type=password', { method: 'POST', body, headers })
    assert.equal(response.status, 200, type)
  }
  const form = await auth.raw('/token?grant_type=password', {
    method: 'POST',
    body: 'email=types%40shop.example&password=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(form.headers.get('x-sb-error-code'), 'bad_json')
})

test('an attempt that fails is told in the same way whether there is such an account or not', async (t) => {
  const told: FailedSignIn[] = []
  let isBroken = false
  const { auth, signIn } = await start(t, {
    onFailedSignIn: async (attempt) => {
      told.push(attempt)
      if (isBroken) throw new Error('the database is away')
    },
  })
  const { id } = await addUser(auth, { email: 'told@shop.example', password, email_confirm: true })
  const answers = []
  for (const email of ['told@shop.example', 'none@shop.example']) {
    for (isBroken of [false, true]) answers.push(await signIn({ email, password: 'wrong password' }))
  }
  assert.deepEqual(
    told.map(({ step, user, typed }) => [step, user, typed]),
    [
      ['password', id, 'told@shop.example'],
      ['password', id, 'told@shop.example'],
      ['password', undefined, 'none@shop.example'],
      ['password', undefined, 'none@shop.example'],
    ],
  )
  for (const { status, body } of answers) {
    assert.deepEqual([status, body], [400, { code: 'invalid_credentials', message: 'Invalid login credentials' }])
  }
  told.length = 0
  assert.equal((await signIn({ email: 'told@shop.example', password })).status, 200)
  assert.deepEqual(told, [])
})
