import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Session } from '@supabase/supabase-js'
import { openTestDatabase } from '@tillsight/database/testing'
import { type RawResponse, startTestAuth, type TestAuth } from './testing.ts'
import { decodeRefreshToken } from './tokens.ts'

const database = await openTestDatabase({ after })
const auth = await startTestAuth({ after }, { database })
let count = 0

/** A new account with a session. */
async function signIn(at: TestAuth = auth): Promise<Session & { readonly userId: string; readonly email: string }> {
  count += 1
  const email = `refresh-${count}-${at.clock.now().getTime()}@example.com`
  const password = 'a long enough password'
  const { data, error } = await at.admin().auth.admin.createUser({ email, password, email_confirm: true })
  assert.equal(error, null)
  const { data: signed } = await at.client().auth.signInWithPassword({ email, password })
  assert.ok(signed.session && data.user)
  return { ...signed.session, userId: data.user.id, email }
}

function refresh(token: unknown, at: TestAuth = auth): Promise<RawResponse> {
  count += 1
  return at.raw('/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: token },
    ip: `198.51.100.${count % 250}`,
  })
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** The tokens of a response that must contain some. */
function tokensOf({ status, body }: RawResponse): Tokens {
  assert.equal(status, 200, JSON.stringify(body))
  return body as Tokens
}

function codeOf({ status, body }: RawResponse): readonly unknown[] {
  return [status, (body as { code?: string }).code]
}

test('each refresh gives the next token, and a token whose answer was lost is answered again at any age', async () => {
  const first = (await signIn()).refresh_token
  const second = tokensOf(await refresh(first)).refresh_token
  assert.notEqual(second, first)
  auth.clock.advance(7 * 86_400)
  assert.equal(tokensOf(await refresh(first)).refresh_token, second)
  assert.notEqual(tokensOf(await refresh(second)).refresh_token, second)
})

test('twenty parallel refreshes of one token all succeed and settle on one', async () => {
  const { refresh_token: first } = await signIn()
  const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(first)))
  const next = new Set(responses.map((response) => tokensOf(response).refresh_token))
  assert.equal(next.size, 1)
  assert.ok(!next.has(first))
})

/** Locks a session's row as a slow process would; returns the function that releases it. */
async function holdSession(token: string): Promise<() => Promise<void>> {
  const id = decodeRefreshToken(token)?.session ?? ''
  const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(async (tx) => {
    await tx.selectFrom('authSessions').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    held.resolve()
    await letGo.promise
  })
  await held.promise
  return async () => {
    letGo.resolve()
    await holding
  }
}

test('forty tabs that wake at once on a slow server wait as one, keep no other call waiting, and all get in', async () => {
  const { refresh_token: first, access_token: bearer, userId } = await signIn()
  const letGo = await holdSession(first)
  const refreshing = Array.from({ length: 40 }, () =>
    auth.service.fetch(
      new Request(`${auth.url}/auth/v1/token?grant_type=refresh_token`, {
        method: 'POST',
        body: JSON.stringify({ refresh_token: first }),
      }),
      { address: '203.0.113.77' },
    ),
  )
  assert.equal((await auth.raw('/user', { bearer })).status, 200, 'there are connections left')
  await letGo()
  const responses = await Promise.all(refreshing)
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
  const tokens = await Promise.all(responses.map(async (response) => ((await response.json()) as Tokens).refresh_token))
  assert.equal(new Set(tokens).size, 1)
  const { count: rotations } = await database.kysely
    .selectFrom('authAudit')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('action', '=', 'token_refreshed')
    .executeTakeFirstOrThrow()
  assert.equal(Number(rotations), 1)
})

test('a session that stays busy is answered as a moment’s trouble, and a client past its expiry keeps it', async () => {
  const { refresh_token: first } = await signIn()
  const letGo = await holdSession(first)
  assert.deepEqual(codeOf(await refresh(first)), [503, 'unexpected_failure'])
  await letGo()
  tokensOf(await refresh(first))
})

test('an older token within the interval gives the current one; the interval does not slide with its use', async () => {
  const first = (await signIn()).refresh_token
  const second = tokensOf(await refresh(first)).refresh_token
  const third = tokensOf(await refresh(second)).refresh_token
  for (const seconds of [0, 4, 4]) {
    auth.clock.advance(seconds)
    assert.equal(tokensOf(await refresh(first)).refresh_token, third)
  }
  auth.clock.advance(4)
  assert.deepEqual(codeOf(await refresh(first)), [400, 'refresh_token_already_used'])
})

test('a replayed token ends the session for good, although the request fails', async () => {
  const session = await signIn()
  const second = tokensOf(await refresh(session.refresh_token)).refresh_token
  const third = tokensOf(await refresh(second)).refresh_token
  auth.clock.advance(60)
  assert.deepEqual(codeOf(await refresh(session.refresh_token)), [400, 'refresh_token_already_used'])
  assert.deepEqual(codeOf(await refresh(third)), [400, 'refresh_token_not_found'])
  const response = await auth.raw('/user', { bearer: session.access_token })
  assert.deepEqual(codeOf(response), [403, 'session_not_found'])
})

test('what is not a token of ours is refused by what it is', async () => {
  const { refresh_token: good } = await signIn()
  for (const [token, code] of [
    ['short', 'validation_failed'],
    ['', 'validation_failed'],
    ['TWELVECHARS!', 'validation_failed'],
    ['abcdef234567', 'refresh_token_not_found'],
    [`${good}x`, 'validation_failed'],
    [undefined, 'validation_failed'],
    [null, 'validation_failed'],
  ] as const) {
    assert.deepEqual(codeOf(await refresh(token)), [400, code], String(token))
  }
  assert.deepEqual(codeOf(await refresh(12)), [400, 'bad_json'])
})

test('bans, deletions and the limits of sessions are told apart', async () => {
  const limited = await startTestAuth(
    { after },
    {
      database,
      env: {
        AUTH_SESSIONS_TIMEBOX: '24h',
        AUTH_SESSIONS_INACTIVITY_TIMEOUT: '8h',
        AUTH_SESSIONS_SINGLE_PER_USER: 'true',
      },
    },
  )
  const idle = await signIn(limited)
  limited.clock.advance(8 * 3600)
  assert.match(JSON.stringify((await refresh(idle.refresh_token, limited)).body), /Session Expired \(Inactivity\)/)

  const boxed = await signIn(limited)
  let token = boxed.refresh_token
  for (const _hours of [7, 14, 21]) {
    limited.clock.advance(7 * 3600)
    token = tokensOf(await refresh(token, limited)).refresh_token
  }
  limited.clock.advance(4 * 3600)
  const over = await refresh(token, limited)
  assert.deepEqual(codeOf(over), [400, 'session_expired'])
  assert.match(JSON.stringify(over.body), /Session Expired"/)

  const banned = await signIn()
  await auth.admin().auth.admin.updateUserById(banned.userId, { ban_duration: '1h' })
  assert.deepEqual(codeOf(await refresh(banned.refresh_token)), [400, 'user_banned'])
  assert.deepEqual(codeOf(await auth.raw('/user', { bearer: banned.access_token })), [403, 'user_banned'])
  auth.clock.advance(3601)
  tokensOf(await refresh(banned.refresh_token))

  const gone = await signIn()
  await auth.admin().auth.admin.deleteUser(gone.userId)
  assert.deepEqual(codeOf(await refresh(gone.refresh_token)), [400, 'refresh_token_not_found'])
})

test('a newer sign-in ends the older one where one session is allowed', async () => {
  const single = await startTestAuth({ after }, { database, env: { AUTH_SESSIONS_SINGLE_PER_USER: 'true' } })
  const first = await signIn(single)
  single.clock.advance(1)
  await single.client().auth.signInWithPassword({ email: first.email, password: 'a long enough password' })
  assert.match(JSON.stringify((await refresh(first.refresh_token, single)).body), /Revoked by Newer Login/)
})

test('logging out here, elsewhere or everywhere ends exactly those sessions, at once', async () => {
  const here = await signIn()
  const sessions = [here]
  for (const _again of [1, 2]) {
    const { data } = await auth
      .client()
      .auth.signInWithPassword({ email: here.email, password: 'a long enough password' })
    assert.ok(data.session)
    sessions.push({ ...data.session, userId: here.userId, email: here.email })
  }
  const alive = async () =>
    Promise.all(sessions.map(async ({ access_token: bearer }) => (await auth.raw('/user', { bearer })).status === 200))
  const logout = (index: number, scope: string) =>
    auth.raw(`/logout?scope=${scope}`, { method: 'POST', bearer: sessions[index]?.access_token ?? '' })
  assert.deepEqual(codeOf(await logout(0, 'elsewhere')), [400, 'validation_failed'])
  assert.deepEqual([(await logout(0, 'local')).status, await alive()], [204, [false, true, true]])
  assert.deepEqual([(await logout(1, 'others')).status, await alive()], [204, [false, true, false]])
  assert.deepEqual([(await logout(1, 'global')).status, await alive()], [204, [false, false, false]])
})

test('bearers that prove nothing are refused as the protocol says', async () => {
  const { access_token: good } = await signIn()
  const [head = '', body = '', signature = ''] = good.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const none = `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`
  const cases: readonly (readonly [bearer: string, status: number, code: string])[] = [
    ['nonsense', 403, 'bad_jwt'],
    [`${head}.${body}.AAAA${signature.slice(4)}`, 403, 'bad_jwt'],
    [`${head}.${encode({ ...claims, sub: 'other' })}.${signature}`, 403, 'bad_jwt'],
    [none, 403, 'bad_jwt'],
    [`${encode({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`, 403, 'bad_jwt'],
    [auth.service.apiKeys.anon, 403, 'bad_jwt'],
  ]
  for (const [bearer, status, code] of cases) {
    assert.deepEqual(codeOf(await auth.raw('/user', { bearer })), [status, code], bearer.slice(0, 40))
  }
  assert.deepEqual(codeOf(await auth.raw('/user')), [401, 'no_authorization'])
  const legacy = await auth.raw('/user', { headers: { 'x-supabase-api-version': '' } })
  assert.deepEqual(legacy.body, {
    code: 401,
    error_code: 'no_authorization',
    msg: 'This endpoint requires a valid Bearer token',
  })
  auth.clock.advance(3600)
  assert.deepEqual(codeOf(await auth.raw('/user', { bearer: good })), [403, 'bad_jwt'])
  auth.clock.advance(-3600)
})

test('the official client verifies our tokens by our published keys', async () => {
  const { access_token: token, userId } = await signIn()
  const { data, error } = await auth.client().auth.getClaims(token)
  assert.equal(error, null)
  assert.deepEqual([data?.claims.sub, data?.header.alg, data?.claims.aal], [userId, 'ES256', 'aal1'])
  assert.equal(data?.claims.iss, `${auth.url}/auth/v1`)
})
