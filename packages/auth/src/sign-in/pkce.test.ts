import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { startTestAuth, type TestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
const notFound = { code: 'flow_state_not_found', message: 'invalid flow state, no valid flow state found' }

function exchange(auth: TestAuth, body: unknown) {
  return auth.raw('/token?grant_type=pkce', { method: 'POST', body })
}

/** Requests a mail with PKCE and opens its link. */
async function codeFor(auth: TestAuth, email: string, path: '/otp' | '/recover' = '/otp') {
  const verifier = randomBytes(56).toString('hex')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const body = { email, code_challenge: challenge, code_challenge_method: 'S256' }
  assert.equal((await auth.raw(path, { method: 'POST', body })).status, 200)
  const { link } = auth.mailTo(email)
  const openLink = async () => {
    const landed = await auth.raw(`/verify${link.search}`)
    const code = new URL(landed.headers.get('location') ?? '').searchParams.get('code')
    assert.ok(code)
    return { auth_code: code, code_verifier: verifier }
  }
  return { openLink, verifier }
}

async function addUser(auth: TestAuth, email: string) {
  const { data, error } = await auth.admin().auth.admin.createUser({ email, email_confirm: true })
  assert.equal(error, null)
  assert.ok(data.user)
  return data.user
}

test('a code is exchanged once, however many try at the same moment', async (t) => {
  const auth = await startTestAuth(t, { database })
  await addUser(auth, 'exchange@shop.example')
  const { openLink } = await codeFor(auth, 'exchange@shop.example')
  const body = await openLink()
  const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(auth, body)))
  assert.deepEqual(
    responses.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404, 404, 404, 404],
  )
  assert.deepEqual((await exchange(auth, body)).body, notFound)
})

test('a wrong verifier is refused, and the right one still works', async (t) => {
  const auth = await startTestAuth(t, { database })
  await addUser(auth, 'verifier@shop.example')
  const { openLink } = await codeFor(auth, 'verifier@shop.example')
  const body = await openLink()
  const wrong = await exchange(auth, { ...body, code_verifier: 'x'.repeat(50) })
  assert.deepEqual(
    [wrong.status, wrong.body],
    [400, { code: 'bad_code_verifier', message: 'code challenge does not match previously saved code verifier' }],
  )
  assert.equal((await exchange(auth, body)).status, 200)
})

test('a magic link’s time counts from its opening, that of others from the request', async (t) => {
  const auth = await startTestAuth(t, { database })
  await addUser(auth, 'time@shop.example')
  const magic = await codeFor(auth, 'time@shop.example')
  auth.clock.advance(1000)
  assert.equal((await exchange(auth, await magic.openLink())).status, 200)
  const recovery = await codeFor(auth, 'time@shop.example', '/recover')
  auth.clock.advance(301)
  const late = await exchange(auth, await recovery.openLink())
  assert.deepEqual(
    [late.status, late.body],
    [422, { code: 'flow_state_expired', message: 'invalid flow state, flow state has expired' }],
  )
  auth.clock.advance(61)
  const again = await codeFor(auth, 'time@shop.example')
  const opened = await again.openLink()
  auth.clock.advance(301)
  assert.equal((await exchange(auth, opened)).status, 422)
})

test('codes that do not exist, or whose link nobody opened, are not found', async (t) => {
  const auth = await startTestAuth(t, { database })
  const user = await addUser(auth, 'unopened@shop.example')
  const { verifier } = await codeFor(auth, 'unopened@shop.example')
  const flow = await database.kysely
    .selectFrom('authFlows')
    .select('authCode')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  for (const code of [flow.authCode, randomUUID(), 'not a uuid', 'x\u0000']) {
    const response = await exchange(auth, { auth_code: code, code_verifier: verifier })
    assert.deepEqual([response.status, response.body], [404, notFound], code)
  }
  for (const body of [{}, { auth_code: 'x' }, { code_verifier: 'x' }, { auth_code: null, code_verifier: 'x' }]) {
    assert.deepEqual((await exchange(auth, body)).body, {
      code: 'validation_failed',
      message: 'invalid request: both auth code and code verifier should be non-empty',
    })
  }
})

test('a typed code of a PKCE mail, and its hash, sign in without the verifier', async (t) => {
  const auth = await startTestAuth(t, { database })
  await addUser(auth, 'typed@shop.example')
  await codeFor(auth, 'typed@shop.example')
  const { hash } = auth.mailTo('typed@shop.example')
  const response = await auth.raw('/verify', { method: 'POST', body: { token_hash: hash, type: 'email' } })
  assert.equal(response.status, 200)
})

test('a banned account gets no tokens for its code', async (t) => {
  const auth = await startTestAuth(t, { database })
  const user = await addUser(auth, 'pkce-banned@shop.example')
  const { openLink } = await codeFor(auth, 'pkce-banned@shop.example')
  const body = await openLink()
  await auth.admin().auth.admin.updateUserById(user.id, { ban_duration: '10m' })
  const response = await exchange(auth, body)
  assert.deepEqual([response.status, response.body], [403, { code: 'user_banned', message: 'User is banned' }])
})

test('other grants are refused', async (t) => {
  const auth = await startTestAuth(t, { database })
  const response = await auth.raw('/token?grant_type=authorization_code', { method: 'POST', body: {} })
  assert.deepEqual(response.body, { code: 'invalid_credentials', message: 'unsupported_grant_type' })
})
