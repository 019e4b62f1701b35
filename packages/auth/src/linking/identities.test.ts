import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Provider, SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { startRunning } from '../providers/testing/running.ts'
import { insertUser, lockUser } from '../users.ts'

const running = await startRunning({ after }, { AUTH_SECURITY_MANUAL_LINKING_ENABLED: '1' })
const { auth, fake } = running
const password = 'a long enough password'
let count = 0

function somebody(more: { readonly email?: string; readonly emailVerified?: boolean } = {}) {
  count += 1
  return {
    subject: String(7000 + count),
    name: 'Ada',
    email: `identities-${count}@example.com`,
    emailVerified: true,
    ...more,
  }
}

async function userOf(client: SupabaseClient) {
  const { data, error } = await client.auth.getUser()
  assert.equal(error, null)
  if (!data.user) throw new Error('nobody is signed in')
  return data.user
}

/** A confirmed account with a password, signed in. */
async function member(email: string): Promise<SupabaseClient> {
  const { error } = await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  assert.equal(error, null)
  const client = running.client()
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null)
  return client
}

async function link(client: SupabaseClient, provider: Provider): Promise<URL> {
  const { data, error } = await client.auth.linkIdentity({
    provider,
    options: { redirectTo: `${auth.url}/account`, skipBrowserRedirect: true },
  })
  assert.equal(error, null)
  return await running.follow(data.url ?? '')
}

test('people link and unlink accounts themselves', async () => {
  const client = await member(somebody().email)
  const before = await userOf(client)
  const person = somebody()
  fake.become(person)
  const end = await link(client, 'github')
  assert.equal((await client.auth.exchangeCodeForSession(end.searchParams.get('code') ?? '')).error, null)
  const { data } = await client.auth.getUserIdentities()
  assert.deepEqual(
    data?.identities.map(({ provider }) => provider),
    ['email', 'github'],
  )
  assert.equal((await userOf(client)).email, before.email)
  const github = data?.identities[1]
  if (!github) throw new Error('no identity')
  assert.equal((await client.auth.unlinkIdentity(github)).error, null)
  assert.deepEqual((await userOf(client)).app_metadata['providers'], ['email'])
})

test('an identity belongs to one account', async () => {
  const person = somebody()
  fake.become(person)
  const owner = await running.signIn('google')
  const own = await link(owner, 'google')
  assert.equal(own.searchParams.get('error_description'), 'Identity is already linked')
  assert.equal(own.searchParams.get('error_code'), 'identity_already_exists')
  const other = await member(somebody().email)
  const foreign = await link(other, 'google')
  assert.equal(foreign.searchParams.get('error_description'), 'Identity is already linked to another user')
})

test('the way to a link is an address or a redirect, for people who are signed in', async () => {
  const client = await member(somebody().email)
  const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
  const path = '/user/identities/authorize?provider=google'
  assert.equal((await auth.raw(path)).status, 401)
  assert.equal((await auth.raw(path, { bearer })).status, 302)
  const response = await auth.raw(`${path}&skip_http_redirect=true`, { bearer })
  assert.equal(response.status, 200)
  assert.deepEqual(Object.keys(response.body as object), ['url'])
})

test('an anonymous person who links a verified account is anonymous no more', async (t) => {
  const open = await startRunning(
    t,
    {
      AUTH_SECURITY_MANUAL_LINKING_ENABLED: '1',
      AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1',
    },
    auth.database,
  )
  const taken = somebody()
  await open.auth.admin().auth.admin.createUser({ email: taken.email, email_confirm: true })
  const client = open.client()
  const { data } = await client.auth.signInAnonymously()
  const start = async () => {
    const options = { redirectTo: `${open.auth.url}/a`, skipBrowserRedirect: true }
    const way = await client.auth.linkIdentity({ provider: 'google', options })
    return await open.follow(way.data.url ?? '')
  }
  open.fake.become(taken)
  assert.equal((await start()).searchParams.get('error_code'), 'email_exists')
  const person = somebody()
  open.fake.become(person)
  assert.equal((await start()).searchParams.has('code'), true)
  const user = await userOf(client)
  assert.equal(user.id, data.user?.id)
  assert.equal(user.email, person.email)
  assert.equal(user.is_anonymous, false)
})

test('a session that has not shown the second factor adds no other way in', async () => {
  const { email } = somebody()
  const client = await member(email)
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  assert.ok(factor)
  await auth.database.kysely
    .updateTable('authFactors')
    .set({ status: 'verified' })
    .where('id', '=', factor.id)
    .execute()
  const { data, error } = await client.auth.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } })
  assert.deepEqual([data.url, error?.status, error?.code], [null, 403, 'insufficient_aal'])
})

test('unlinking is refused in the protocol’s words', async () => {
  const client = await member(somebody().email)
  const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
  const remove = async (id: string, headers = {}) => {
    const { status, body } = await auth.raw(`/user/identities/${id}`, { method: 'DELETE', bearer, headers })
    return { status, ...(body as object) }
  }
  const unknown = '00000000-0000-4000-8000-000000000000'
  assert.deepEqual(await remove('nonsense'), {
    status: 404,
    code: 'validation_failed',
    message: 'identity_id must be an UUID',
  })
  assert.deepEqual(await remove(unknown, { 'x-jwt-aud': 'others' }), {
    status: 403,
    code: 'unexpected_audience',
    message: "Token audience doesn't match request audience",
  })
  assert.deepEqual(await remove(unknown), {
    status: 422,
    code: 'single_identity_not_deletable',
    message: 'User must have at least 1 identity after unlinking',
  })
  fake.become(somebody())
  await link(client, 'google')
  assert.deepEqual(await remove(unknown), {
    status: 422,
    code: 'identity_not_found',
    message: "Identity doesn't exist",
  })
  const foreign = await running.signIn('google')
  const mine = (await userOf(client)).identities ?? []
  assert.equal((await userOf(foreign)).identities?.length, mine.length)
})

/** Waits until this many queries are blocked on row locks. */
async function untilWaiting(queries: number): Promise<void> {
  const db = auth.database.kysely
  const waiting = sql<{
    count: string
  }>`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  while (Number((await waiting.execute(db)).rows[0]?.count) < queries) await setImmediate()
}

test('two unlinkings at the same time leave one way in', async () => {
  const client = await member(somebody().email)
  fake.become(somebody())
  await link(client, 'google')
  const { data } = await client.auth.getUserIdentities()
  const { id } = await userOf(client)
  const held = await auth.database.transaction(async (tx) => {
    await lockUser(tx, id)
    const both = (data?.identities ?? []).map((identity) => client.auth.unlinkIdentity(identity))
    await untilWaiting(both.length)
    // Not awaited here: they need the lock.
    return { both }
  })
  const results = await Promise.all(held.both)
  assert.deepEqual(
    results.map(({ error }) => error?.code ?? 'done').toSorted((one, other) => one.localeCompare(other)),
    ['done', 'single_identity_not_deletable'],
  )
})

test('the address of another identity takes over, and an unverified one has to be confirmed', async () => {
  const client = await member(somebody().email)
  const [verified, repeated] = [somebody(), somebody({ emailVerified: false })]
  fake.become(repeated)
  await link(client, 'facebook')
  fake.become(verified)
  await link(client, 'google')
  const unlink = async (provider: string) => {
    const { data } = await client.auth.getUserIdentities()
    const identity = data?.identities.find((candidate) => candidate.provider === provider)
    if (!identity) throw new Error(`nothing of ${provider}`)
    return await client.auth.unlinkIdentity(identity)
  }
  assert.equal((await unlink('email')).error, null)
  const moved = await userOf(client)
  assert.equal(moved.email, verified.email)
  assert.notEqual(moved.email_confirmed_at, undefined)
  await member(repeated.email)
  assert.equal((await unlink('google')).error?.code, 'email_conflict_identity_not_deletable')
})

/** Runs `work` while another transaction is about to take the address. */
async function whileTaking<T>(email: string, work: () => Promise<T>): Promise<T> {
  const { result } = await auth.database.transaction(async (tx) => {
    await insertUser(tx, { aud: 'authenticated', role: 'authenticated', email }, new Date())
    const begun = work()
    await untilWaiting(1)
    // Not awaited here: it needs the address.
    return { result: begun }
  })
  return await result
}

test('an address that somebody else takes at the same moment is a conflict and no failure', async () => {
  const client = await member(somebody().email)
  const person = somebody()
  fake.become(person)
  await link(client, 'google')
  const identity = (await client.auth.getUserIdentities()).data?.identities.find(({ provider }) => provider === 'email')
  if (!identity) throw new Error('no identity')
  const unlinked = await whileTaking(person.email, () => client.auth.unlinkIdentity(identity))
  assert.equal(unlinked.error?.code, 'email_conflict_identity_not_deletable')

  const phone = '15550500900'
  await auth.admin().auth.admin.createUser({ phone, password, phone_confirm: true })
  const caller = running.client()
  assert.equal((await caller.auth.signInWithPassword({ phone, password })).error, null)
  const other = somebody()
  fake.become(other)
  const end = await whileTaking(other.email, () => link(caller, 'google'))
  assert.equal(end.searchParams.get('error_code'), 'email_exists')
})

test('without manual linking both calls are refused', async (t) => {
  const closed = await startRunning(t, {}, auth.database)
  closed.fake.become(somebody())
  const client = await closed.signIn('google')
  const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', '/user/identities/nonsense'],
  ] as const) {
    const response = await closed.auth.raw(path, { method, bearer })
    assert.equal(response.status, 404)
    assert.deepEqual(response.body, { code: 'manual_linking_disabled', message: 'Manual linking is disabled' })
  }
})
