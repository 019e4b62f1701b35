import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import argon2 from 'argon2'
import bcrypt from 'bcrypt'
import { type RawResponse, startTestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
const auth = await startTestAuth({ after }, { database })
const admin = auth.admin().auth.admin
const bearer = auth.service.apiKeys.service
const password = 'a long enough password'
let count = 0

function freshEmail(): string {
  count += 1
  return `admin-${count}@example.com`
}

async function createUser(fields: Parameters<typeof admin.createUser>[0] = {}) {
  const { data, error } = await admin.createUser({ email: freshEmail(), ...fields })
  assert.equal(error, null)
  assert.ok(data.user)
  return data.user
}

function send(method: string, path: string, body?: unknown): Promise<RawResponse> {
  return auth.raw(path, { method, bearer, body })
}

function failure(response: RawResponse): unknown {
  const body: { code?: unknown; message?: unknown } = Object(response.body)
  return [response.status, body.code, body.message]
}

function field(response: RawResponse, name: string): unknown {
  return Object(response.body)[name]
}

test('a created user has what was given and nothing else', async () => {
  const email = freshEmail()
  const { data, error } = await admin.createUser({
    email: email.toUpperCase(),
    user_metadata: { full_name: 'Ada', nothing: null },
    app_metadata: { plan: 'pro' },
  })
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
  assert.deepEqual(data.user.user_metadata, { full_name: 'Ada' })
  assert.deepEqual(data.user.app_metadata, { plan: 'pro', provider: 'email', providers: ['email'] })
  assert.equal(data.user.email_confirmed_at, undefined)
  assert.equal(data.user.identities?.[0]?.id, data.user.id)
  assert.equal(auth.mails.length, 0)
})

test('a confirmed user can sign in at once', async () => {
  const user = await createUser({ password, email_confirm: true, role: 'staff' })
  assert.deepEqual(user.user_metadata, { email_verified: true })
  const { data } = await auth.client().auth.signInWithPassword({ email: user.email ?? '', password })
  assert.equal(data.user?.role, 'staff')
})

test('a user with address and number has both identities, the address first', async () => {
  const user = await createUser({ phone: '+49 151 000 001', phone_confirm: true, email_confirm: true, password })
  assert.equal(user.phone, '49151000001')
  assert.deepEqual(user.app_metadata, { provider: 'email', providers: ['email', 'phone'] })
  assert.ok(user.phone_confirmed_at)
  const { error } = await auth.client().auth.signInWithPassword({ phone: '+49151000001', password })
  assert.equal(error, null)
})

test('an id may be chosen, once', async () => {
  const id = randomUUID()
  assert.equal((await createUser({ id })).id, id)
  assert.deepEqual(failure(await send('POST', '/admin/users', { id, email: freshEmail() })), [
    409,
    'conflict',
    'A user with this ID already exists',
  ])
})

test('hashes of other systems are taken over, and replaced when their owner signs in', async () => {
  const hashes = [
    await bcrypt.hash(password, 4),
    await argon2.hash(password, { type: argon2.argon2i, memoryCost: 1024 }),
  ]
  for (const hash of hashes) {
    const user = await createUser({ password_hash: hash, email_confirm: true })
    const { error } = await auth.client().auth.signInWithPassword({ email: user.email ?? '', password })
    assert.equal(error, null)
    const row = await database.kysely
      .selectFrom('authUsers')
      .select('passwordHash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    assert.match(row.passwordHash ?? '', /^\$argon2id\$/)
  }
})

test('a Firebase hash is taken over', async () => {
  // The example hash from the documentation of Firebase's scrypt tool.
  const hash =
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
  const user = await createUser({ password_hash: hash, email_confirm: true })
  const { error } = await auth.client().auth.signInWithPassword({ email: user.email ?? '', password: 'user1password' })
  assert.equal(error, null)
})

test('creating refuses with the texts of the protocol', async () => {
  const email = freshEmail()
  await createUser({ email, phone: '49151000009' })
  const cases: [Record<string, unknown>, unknown[]][] = [
    [{}, [400, 'validation_failed', 'Cannot create a user without either an email or phone']],
    [{ email: '', phone: null }, [400, 'validation_failed', 'Cannot create a user without either an email or phone']],
    [{ email: 'no address' }, [400, 'validation_failed', 'Unable to validate email address: invalid format']],
    [{ phone: 'zero' }, [400, 'validation_failed', 'Invalid phone number format (E.164 required)']],
    [
      { email: email.toUpperCase() },
      [422, 'email_exists', 'A user with this email address has already been registered'],
    ],
    [{ phone: '+49151000009' }, [422, 'phone_exists', 'Phone number already registered by another user']],
    [{ email, aud: 'others' }, [422, 'email_exists', 'A user with this email address has already been registered']],
    [
      { email: 'x@y.z', password: 'p', password_hash: 'h' },
      [400, 'validation_failed', 'Only a password or a password hash should be provided'],
    ],
    [
      { email: 'x@y.z', password_hash: 'md5' },
      [400, 'validation_failed', 'The password hash has to be in the format of bcrypt, argon2 or Firebase scrypt'],
    ],
    [
      { email: 'x@y.z', password: 'é'.repeat(37) },
      [400, 'validation_failed', 'Password cannot be longer than 72 characters'],
    ],
    [{ email: 'x@y.z', id: 'x' }, [400, 'validation_failed', 'ID must conform to the uuid v4 format']],
    [
      { email: 'x@y.z', id: '00000000-0000-0000-0000-000000000000' },
      [400, 'validation_failed', 'ID cannot be a nil uuid'],
    ],
    [
      { email: 'x@y.z', ban_duration: '2 days' },
      [400, 'validation_failed', 'invalid format for ban duration: time: invalid duration "2 days"'],
    ],
  ]
  for (const [body, expected] of cases) {
    assert.deepEqual(failure(await send('POST', '/admin/users', body)), expected, JSON.stringify(body))
  }
  assert.equal(field(await send('POST', '/admin/users', { email: 1 }), 'code'), 'bad_json')
})

test('a weak password is allowed on creating, and refused on changing', async () => {
  const user = await createUser({ password: 'weak' })
  const { error } = await admin.updateUserById(user.id, { password: 'weak' })
  assert.equal(error?.code, 'weak_password')
  assert.equal(error?.status, 422)
})

test('users are paged to the last page, newest first', async () => {
  const aud = 'paged'
  for (let index = 0; index < 5; index += 1) {
    await send('POST', '/admin/users', { email: freshEmail(), aud, user_metadata: { full_name: `Person ${index}` } })
  }
  const pageOf = (query: string) => auth.raw(`/admin/users${query}`, { bearer, headers: { 'x-jwt-aud': aud } })
  const first = await pageOf('?page=&per_page=2')
  assert.equal(first.headers.get('x-total-count'), '5')
  assert.equal(
    first.headers.get('link'),
    '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
  )
  assert.equal(field(first, 'aud'), aud)
  const users: unknown[] = []
  for (let page = 1; page <= 3; page += 1)
    users.push(...Object(field(await pageOf(`?page=${page}&per_page=2`), 'users')))
  const names = users.map((user) => Object(Object(user)['user_metadata'])['full_name'])
  assert.deepEqual(names, ['Person 4', 'Person 3', 'Person 2', 'Person 1', 'Person 0'])
  assert.equal(Object(users[0])['identities'], null)
  const last = await pageOf('?page=3&per_page=2&sort=created_at%20asc')
  assert.equal(last.headers.get('link'), '</admin/users?page=3&per_page=2&sort=created_at+asc>; rel="last"')
  assert.equal(
    Object(field(await pageOf('?sort=created_at%20asc&per_page=1'), 'users'))[0].user_metadata.full_name,
    'Person 0',
  )
})

test('the official client turns the pages', async () => {
  const { data, error } = await admin.listUsers({ page: 1, perPage: 3 })
  assert.equal(error, null)
  assert.ok('total' in data && data.total > 5)
  assert.equal(data.users.length, 3)
  assert.equal(data.nextPage, 2)
  assert.equal(data.lastPage, Math.ceil(data.total / 3))
  const lastPage = await admin.listUsers({ page: data.lastPage, perPage: 3 })
  assert.ok('nextPage' in lastPage.data)
  assert.equal(lastPage.data.nextPage, null)
})

test('a filter finds parts of addresses and names, and takes its signs literally', async () => {
  const user = await createUser({ user_metadata: { full_name: 'Grace 100%_Hopper' } })
  const idsOf = async (filter: string) => {
    const response = await auth.raw(`/admin/users?filter=${encodeURIComponent(filter)}`, { bearer })
    return Object(field(response, 'users')).map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await idsOf('hopper'), [user.id])
  assert.deepEqual(await idsOf('100%_h'), [user.id])
  assert.deepEqual(await idsOf('%_%_%'), [])
  assert.deepEqual(await idsOf((user.email ?? '').split('@')[0] ?? ''), [user.id])
})

test('pages and orders that make no sense are refused', async () => {
  const cases: [string, string][] = [
    ['page=x', 'Bad Pagination Parameters: strconv.ParseUint: parsing "x": invalid syntax'],
    ['per_page=-1', 'Bad Pagination Parameters: strconv.ParseUint: parsing "-1": invalid syntax'],
    ['sort=email', "Bad Sort Parameters: bad field for sort 'email'"],
    ['sort=created_at%20up', "Bad Sort Parameters: bad direction for sort 'up', only 'asc' and 'desc' allowed"],
  ]
  for (const [query, message] of cases) {
    assert.deepEqual(failure(await send('GET', `/admin/users?${query}`)), [400, 'validation_failed', message])
  }
  for (const query of ['page=0&per_page=0', 'per_page=5000', 'page=9007199254740991&per_page=1000']) {
    assert.equal((await send('GET', `/admin/users?${query}`)).status, 200)
  }
})

test('a user is read by id', async () => {
  const user = await createUser()
  const { data } = await admin.getUserById(user.id)
  assert.deepEqual(data.user, user)
})

test('paths that name nobody answer 404', async () => {
  const nobody = randomUUID()
  const user = await createUser()
  const cases: [string, string, unknown[]][] = [
    ['GET', '/admin/users/x', [404, 'validation_failed', 'user_id must be an UUID']],
    ['PUT', '/admin/users/x', [404, 'validation_failed', 'user_id must be an UUID']],
    ['DELETE', '/admin/users/x', [404, 'validation_failed', 'user_id must be an UUID']],
    ['GET', '/admin/users/x/factors', [404, 'validation_failed', 'user_id must be an UUID']],
    ['GET', `/admin/users/${nobody}`, [404, 'user_not_found', 'User not found']],
    ['PUT', `/admin/users/${nobody}`, [404, 'user_not_found', 'User not found']],
    ['DELETE', `/admin/users/${nobody}`, [404, 'user_not_found', 'User not found']],
    ['GET', `/admin/users/${nobody}/factors`, [404, 'user_not_found', 'User not found']],
    ['DELETE', `/admin/users/${nobody}/factors/${nobody}`, [404, 'user_not_found', 'User not found']],
    ['DELETE', `/admin/users/${user.id}/factors/x`, [404, 'validation_failed', 'factor_id must be an UUID']],
    ['PUT', `/admin/users/${user.id}/factors/${nobody}`, [404, 'mfa_factor_not_found', 'Factor not found']],
  ]
  for (const [method, path, expected] of cases) {
    assert.deepEqual(failure(await send(method, path)), expected, `${method} ${path}`)
  }
})

test('a change applies at once, with the identity of the address', async () => {
  const user = await createUser({ user_metadata: { a: 1, b: 2 }, app_metadata: { c: 3 }, email_confirm: true })
  const email = freshEmail()
  const { data, error } = await admin.updateUserById(user.id, {
    email,
    user_metadata: { a: null, d: 4 },
    app_metadata: { e: 5 },
    role: 'staff',
  })
  assert.equal(error, null)
  assert.equal(data.user?.email, email)
  assert.equal(data.user.role, 'staff')
  assert.deepEqual(data.user.user_metadata, { b: 2, d: 4, email_verified: true })
  assert.deepEqual(data.user.app_metadata, { c: 3, e: 5, provider: 'email', providers: ['email'] })
  assert.equal(data.user.identities?.[0]?.identity_data?.['email'], email)
  const phone = await admin.updateUserById(user.id, { phone: '+49151000077', phone_confirm: true })
  assert.equal(phone.data.user?.phone, '49151000077')
  assert.deepEqual(phone.data.user.app_metadata['providers'], ['email', 'phone'])
})

test("changing to somebody else's address or number is refused, and nothing of it stays", async () => {
  const other = await createUser({ phone: '49151000088' })
  const user = await createUser()
  assert.deepEqual(failure(await send('PUT', `/admin/users/${user.id}`, { email: other.email, role: 'x' })), [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ])
  assert.deepEqual(failure(await send('PUT', `/admin/users/${user.id}`, { phone: other.phone })), [
    422,
    'phone_exists',
    'Phone number already registered by another user',
  ])
  assert.deepEqual((await admin.getUserById(user.id)).data.user, user)
})

test('a new password ends all sessions and whatever was mailed', async () => {
  const user = await createUser({ password, email_confirm: true })
  const email = user.email ?? ''
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.resetPasswordForEmail(email)
  const { hash } = auth.mailTo(email)
  await admin.updateUserById(user.id, { password: 'another long password' })
  assert.equal((await client.auth.getUser()).error?.name, 'AuthSessionMissingError')
  const late = await auth.client().auth.verifyOtp({ token_hash: hash, type: 'recovery' })
  assert.equal(late.error?.code, 'otp_expired')
  const again = await client.auth.signInWithPassword({ email, password: 'another long password' })
  assert.equal(again.error, null)
})

test('a ban lasts as long as told, and none lifts it', async () => {
  const user = await createUser({ password, email_confirm: true })
  const email = user.email ?? ''
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password })
  const { data } = await admin.updateUserById(user.id, { ban_duration: '1h30m' })
  const ms = Date.parse(data.user?.banned_until ?? '') - auth.clock.now().getTime()
  assert.ok(ms > 5_390_000 && ms <= 5_400_000)
  assert.equal((await client.auth.getUser()).error?.code, 'user_banned')
  assert.equal((await auth.client().auth.signInWithPassword({ email, password })).error?.code, 'user_banned')
  const lifted = await admin.updateUserById(user.id, { ban_duration: 'none' })
  assert.equal(lifted.data.user?.banned_until, undefined)
  assert.equal((await client.auth.getUser()).error, null)
})

test('a deleted user is gone with everything', async () => {
  const user = await createUser({ password, email_confirm: true })
  const client = auth.client()
  await client.auth.signInWithPassword({ email: user.email ?? '', password })
  const { data, error } = await admin.deleteUser(user.id)
  assert.equal(error, null)
  assert.equal(data.user?.id, user.id)
  assert.equal((await client.auth.getUser()).error?.code, 'user_not_found')
  assert.equal((await admin.getUserById(user.id)).error?.code, 'user_not_found')
  assert.deepEqual((await send('DELETE', `/admin/users/${(await createUser()).id}`)).body, {})
})

test('a softly deleted user keeps a row that tells nothing', async () => {
  const user = await createUser({ password, email_confirm: true, phone: '49151000099', user_metadata: { name: 'Ada' } })
  const email = user.email ?? ''
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password })
  await admin.deleteUser(user.id, true)
  const { data } = await admin.getUserById(user.id)
  assert.ok(data.user?.deleted_at)
  assert.deepEqual(data.user.user_metadata, {})
  const text = JSON.stringify(data.user)
  for (const known of [email, '49151000099', 'Ada', createHash('sha256').update(email).digest('hex')]) {
    assert.ok(!text.includes(known), known)
  }
  assert.notEqual((await client.auth.getUser()).error, null)
  assert.equal((await auth.client().auth.signInWithPassword({ email, password })).error?.code, 'invalid_credentials')
  assert.equal((await send('PUT', `/admin/users/${user.id}`, { password })).status, 404)
  assert.deepEqual((await send('DELETE', `/admin/users/${user.id}`, { should_soft_delete: true })).body, {})
  assert.notEqual((await createUser({ email })).id, user.id)
  await admin.deleteUser(user.id)
  assert.equal((await admin.getUserById(user.id)).error?.code, 'user_not_found')
})
