import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { SignJWT } from 'jose'
import { startTestAuth } from '../testing.ts'

const jwtSecret = 'a shared secret of thirty-two characters'
const database = await openTestDatabase({ after })
const auth = await startTestAuth({ after }, { database, env: { AUTH_JWT_SECRET: jwtSecret } })

async function tokenOf(claims: Record<string, unknown>, key = jwtSecret): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(key))
}

async function ask(bearer?: string, path = '/admin/users') {
  const response = await auth.raw(path, bearer === undefined ? {} : { bearer })
  const { code, message = '' } = Object(response.body)
  return [response.status, code, String(message).replace(/signature, .*/, 'signature')]
}

const seconds = () => Math.floor(auth.clock.now().getTime() / 1000)
const notAdmin = [403, 'not_admin', 'User not allowed']
const badToken = [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature']

test('only admin roles are let in', async () => {
  assert.deepEqual(await ask(), [401, 'no_authorization', 'This endpoint requires a valid Bearer token'])
  assert.deepEqual(await ask(auth.service.apiKeys.anon), notAdmin)
  assert.deepEqual(await ask(`${auth.service.apiKeys.service}x`), badToken)
  assert.deepEqual(await ask('no token'), [401, 'no_authorization', 'This endpoint requires a valid Bearer token'])
  assert.equal((await ask(auth.service.apiKeys.service))[0], 200)
})

test('a signed token with an admin role needs no user and no end', async () => {
  assert.equal((await ask(await tokenOf({ role: 'service_role' })))[0], 200)
  assert.equal((await ask(await tokenOf({ role: 'supabase_admin', sub: '1234567890' })))[0], 200)
  assert.equal((await ask(await tokenOf({ role: 'service_role', exp: seconds() + 60 })))[0], 200)
})

test('tokens that are signed wrongly, have ended or have another role are refused', async () => {
  assert.deepEqual(await ask(await tokenOf({ role: 'service_role' }, 'another secret of thirty-two chars')), badToken)
  assert.deepEqual(await ask(await tokenOf({ role: 'service_role', exp: seconds() - 1 })), badToken)
  assert.deepEqual(await ask(await tokenOf({ role: 'authenticated', exp: seconds() + 60 })), notAdmin)
  assert.deepEqual(await ask(await tokenOf({ role: 'anon' })), notAdmin)
  assert.deepEqual(await ask(await tokenOf({ exp: seconds() + 60 })), notAdmin)
  assert.deepEqual(await ask(await tokenOf({ role: 'authenticated' })), badToken)
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`
  assert.deepEqual(await ask(none), badToken)
})

test('a signed-in user is no admin, whatever their metadata say', async () => {
  const email = 'somebody@example.com'
  const password = 'a long enough password'
  await auth.admin().auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { role: 'service_role' },
    user_metadata: { role: 'service_role' },
  })
  const { data } = await auth.client().auth.signInWithPassword({ email, password })
  const bearer = data.session?.access_token ?? ''
  for (const path of ['/admin/users', `/admin/users/${randomUUID()}`, '/admin/sso/providers']) {
    assert.deepEqual(await ask(bearer, path), notAdmin)
  }
})

test('the session of an admin who signed in is looked up', async () => {
  const email = 'boss@example.com'
  const password = 'a long enough password'
  await auth.admin().auth.admin.createUser({ email, password, email_confirm: true, role: 'service_role' })
  const client = auth.client()
  const { data } = await client.auth.signInWithPassword({ email, password })
  const bearer = data.session?.access_token ?? ''
  assert.equal((await ask(bearer))[0], 200)
  await database.kysely.updateTable('authSessions').set({ notAfter: auth.clock.now() }).execute()
  assert.deepEqual(await ask(bearer), [403, 'session_expired', 'Session is no longer valid'])
  await client.auth.signOut()
  assert.deepEqual(await ask(bearer), [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'])
})

test('every endpoint of admins asks who calls before anything else', async () => {
  const id = 'x'
  const routes = [
    'POST /invite',
    'POST /admin/generate_link',
    'GET /admin/users',
    'POST /admin/users',
    `GET /admin/users/${id}`,
    `PUT /admin/users/${id}`,
    `DELETE /admin/users/${id}`,
    `GET /admin/users/${id}/factors`,
    `PUT /admin/users/${id}/factors/${id}`,
    `DELETE /admin/users/${id}/factors/${id}`,
    'GET /admin/sso/providers',
    'POST /admin/sso/providers',
    `GET /admin/sso/providers/${id}`,
    `PUT /admin/sso/providers/${id}`,
    `DELETE /admin/sso/providers/${id}`,
  ]
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    const request = { method, ...(method === 'GET' ? {} : { body: '{' }) }
    assert.equal((await auth.raw(path, { ...request, bearer: auth.service.apiKeys.anon })).status, 403, route)
    assert.equal((await auth.raw(path, request)).status, 401, route)
  }
})
