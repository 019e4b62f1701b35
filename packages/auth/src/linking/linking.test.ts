import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Provider, SupabaseClient } from '@supabase/supabase-js'
import { fragmentOf } from '../providers/testing/browser.ts'
import { startRunning } from '../providers/testing/running.ts'

const running = await startRunning({ after }, { AUTH_SECURITY_MANUAL_LINKING_ENABLED: '1' })
const { auth, fake } = running
const password = 'a long enough password'
let count = 0

function somebody(more: { readonly email?: string; readonly emailVerified?: boolean } = {}) {
  count += 1
  return {
    subject: String(5000 + count),
    name: 'Ada',
    email: `linking-${count}@example.com`,
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

/** Where a sign-in that is refused ends, and why. */
async function refusalOf(provider: string, client = running.client()): Promise<string> {
  const end = await running.follow(await running.start(client, provider))
  assert.equal(end.searchParams.get('code'), null)
  assert.equal(end.searchParams.get('error_code'), fragmentOf(end).get('error_code'))
  return `${end.searchParams.get('error')} ${end.searchParams.get('error_code')}`
}

async function link(client: SupabaseClient, provider: Provider): Promise<URL> {
  const { data, error } = await client.auth.linkIdentity({
    provider,
    options: { redirectTo: `${auth.url}/account`, skipBrowserRedirect: true },
  })
  assert.equal(error, null)
  return await running.follow(data.url ?? '')
}

test('a verified address joins the account that has it, which keeps its password', async () => {
  const person = somebody()
  const before = await userOf(await member(person.email))
  fake.become(person)
  const user = await userOf(await running.signIn('google'))
  assert.equal(user.id, before.id)
  assert.deepEqual(user.app_metadata['providers'], ['email', 'google'])
  const again = running.client()
  assert.equal((await again.auth.signInWithPassword({ email: person.email, password })).error, null)
})

test('a verified address in another letter case is the same address', async () => {
  const person = somebody()
  const before = await userOf(await member(person.email))
  fake.become({ ...person, email: person.email.toUpperCase() })
  assert.equal((await userOf(await running.signIn('github'))).id, before.id)
})

test('two providers with the same verified address are one account', async () => {
  const person = somebody()
  fake.become(person)
  const first = await userOf(await running.signIn('google'))
  const second = await userOf(await running.signIn('github'))
  assert.equal(first.id, second.id)
  assert.deepEqual(second.app_metadata['providers'], ['google', 'github'])
})

for (const provider of ['google', 'github', 'facebook', 'oidc', 'azure'] as const) {
  test(`an unverified address of ${provider} never joins an account`, async () => {
    const person = somebody({ emailVerified: false })
    const before = await userOf(await member(person.email))
    fake.become({
      ...person,
      ...(provider === 'azure' ? { claims: { tid: '11111111-2222-4333-8444-555555555555' } } : {}),
    })
    assert.equal(await refusalOf(provider), 'access_denied provider_email_needs_verification')
    const { data } = await auth.admin().auth.admin.getUserById(before.id)
    assert.deepEqual(
      data.user?.identities?.map(({ provider: name }) => name),
      ['email'],
    )
    assert.equal(
      auth.mails.some(({ to }) => to === person.email),
      false,
    )
  })
}

test('an unverified address does not join with automatic confirmation either', async (t) => {
  const eager = await startRunning(t, { AUTH_MAILER_AUTOCONFIRM: '1' })
  const person = somebody({ emailVerified: false })
  const victim = eager.client()
  const { data } = await victim.auth.signUp({ email: person.email, password })
  eager.fake.become(person)
  const end = await eager.follow(await eager.start(eager.client(), 'google'))
  assert.equal(end.searchParams.get('error_code'), 'provider_email_needs_verification')
  const { data: kept } = await eager.auth.admin().auth.admin.getUserById(data.user?.id ?? '')
  assert.equal(kept.user?.identities?.length, 1)
})

test('a new person with an unverified address is kept, mailed, and in after opening the link', async () => {
  const person = somebody({ emailVerified: false })
  fake.become(person)
  const end = await running.follow(await running.start(running.client(), 'facebook'))
  assert.equal(
    end.searchParams.get('error_description'),
    'Unverified email with facebook. A confirmation email has been sent to your facebook email',
  )
  const opened = await fetch(auth.mailTo(person.email).link, { redirect: 'manual' })
  assert.match(opened.headers.get('location') ?? '', /^[^#]+#access_token=/)
  const user = await userOf(await running.signIn('facebook'))
  assert.equal(user.email, person.email)
  assert.equal(user.identities?.length, 1)
  assert.equal(user.user_metadata['email_verified'], true)
})

test('an unconfirmed account loses password, identities, devices and codes to whoever proves the address', async () => {
  const person = somebody()
  const attacker = running.client()
  const { data } = await attacker.auth.signUp({ email: person.email, password, options: { data: { planted: true } } })
  const planted = auth.mailTo(person.email)
  fake.become(person)
  const user = await userOf(await running.signIn('google'))
  assert.equal(user.id, data.user?.id)
  assert.equal(user.user_metadata['planted'], undefined)
  assert.deepEqual(user.app_metadata, { provider: 'google', providers: ['google'] })
  const { error } = await attacker.auth.signInWithPassword({ email: person.email, password })
  assert.equal(error?.code, 'invalid_credentials')
  const { error: spent } = await attacker.auth.verifyOtp({ token_hash: planted.hash, type: 'signup' })
  assert.equal(spent?.code, 'otp_expired')
})

test('a provider account that moves to another verified address does not confirm the earlier one', async () => {
  const person = somebody({ emailVerified: false })
  fake.become(person)
  assert.equal(await refusalOf('google'), 'access_denied provider_email_needs_verification')
  auth.clock.advance(61)
  fake.become({ ...person, email: `other-${person.email}`, emailVerified: true })
  assert.equal(await refusalOf('google'), 'access_denied provider_email_needs_verification')
  const owner = { ...somebody(), email: person.email }
  fake.become(owner)
  const user = await userOf(await running.signIn('github'))
  assert.deepEqual(user.app_metadata['providers'], ['github'])
})

test('verified addresses of two accounts join neither', async () => {
  const [one, other] = [somebody(), somebody()]
  await member(one.email)
  await member(other.email)
  fake.become({
    ...somebody(),
    emails: [one, other].map(({ email }, index) => ({ email, primary: index === 0, verified: true })),
  } as never)
  assert.equal(await refusalOf('github'), 'server_error unexpected_failure')
})

test('an address that an identity only repeats, unverified, attracts nobody', async () => {
  const victim = somebody()
  const attacker = await member(somebody().email)
  fake.become({ ...somebody(), email: victim.email, emailVerified: false })
  await link(attacker, 'facebook')
  const attackerId = (await userOf(attacker)).id
  fake.become(victim)
  const user = await userOf(await running.signIn('google'))
  assert.notEqual(user.id, attackerId)
})

test('many first returns of one person at the same time make one account', async () => {
  const person = somebody()
  fake.become(person)
  const clients = Array.from({ length: 5 }, () => running.client())
  const starts = await Promise.all(
    clients.map((client, index) => running.start(client, index % 2 ? 'google' : 'github')),
  )
  const ends = await Promise.all(starts.map((start) => running.follow(start)))
  assert.equal(
    ends.every((end) => end.searchParams.has('code')),
    true,
    ends.map(({ href }) => href).join('\n'),
  )
  const users = await Promise.all(
    clients.map(async (client, index) => {
      const { data } = await client.auth.exchangeCodeForSession(ends[index]?.searchParams.get('code') ?? '')
      return data.user?.id
    }),
  )
  assert.equal(new Set(users).size, 1)
})

test('a ban holds at the provider’s door', async () => {
  const person = somebody()
  fake.become(person)
  const user = await userOf(await running.signIn('google'))
  await auth.admin().auth.admin.updateUserById(user.id, { ban_duration: '24h' })
  assert.equal(await refusalOf('google'), 'access_denied user_banned')
})

test('without sign-ups only known people get in', async (t) => {
  const closed = await startRunning(t, { AUTH_DISABLE_SIGNUP: '1' })
  const person = somebody()
  closed.fake.become(person)
  const end = await closed.follow(await closed.start(closed.client(), 'google'))
  assert.equal(end.searchParams.get('error'), 'access_denied')
  assert.equal(end.searchParams.get('error_code'), 'signup_disabled')
  await closed.auth.admin().auth.admin.createUser({ email: person.email, email_confirm: true })
  await closed.signIn('google')
})

test('an account without any address is possible where the provider may do without', async (t) => {
  const loose = await startRunning(t, { AUTH_EXTERNAL_FACEBOOK_EMAIL_OPTIONAL: '1' })
  loose.fake.become({ subject: '42', name: 'Nobody' })
  const user = await userOf(await loose.signIn('facebook'))
  assert.equal(user.email, '')
})

test('an invited person gets in by a provider that knows the address, once', async () => {
  const person = somebody({ emailVerified: false })
  await auth.admin().auth.admin.inviteUserByEmail(person.email)
  const { hash } = auth.mailTo(person.email)
  const leave = async () =>
    (await auth.raw(`/authorize?provider=google&invite_token=${hash}`)).headers.get('location') ?? ''
  fake.become(somebody())
  const stranger = await running.follow(await leave())
  assert.equal(
    stranger.searchParams.get('error_description'),
    'Invited email does not match emails from external provider',
  )
  fake.become(person)
  const departures = [await leave(), await leave()]
  const end = await running.follow(departures[0] ?? '')
  assert.equal(fragmentOf(end).has('access_token'), true, end.href)
  const late = await running.follow(departures[1] ?? '')
  assert.equal(late.searchParams.get('error_code'), 'invite_not_found')
  assert.equal((await auth.raw(`/authorize?provider=google&invite_token=${hash}`)).status, 404)
})

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
  const answer = await auth.raw(`${path}&skip_http_redirect=true`, { bearer })
  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.body as object), ['url'])
})

test('an anonymous person who links a verified account is anonymous no more', async (t) => {
  const open = await startRunning(t, {
    AUTH_SECURITY_MANUAL_LINKING_ENABLED: '1',
    AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1',
  })
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

test('two unlinkings at the same time leave one way in', async () => {
  const client = await member(somebody().email)
  fake.become(somebody())
  await link(client, 'google')
  const { data } = await client.auth.getUserIdentities()
  const results = await Promise.all((data?.identities ?? []).map((identity) => client.auth.unlinkIdentity(identity)))
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

test('without manual linking both calls are refused', async (t) => {
  const closed = await startRunning(t)
  closed.fake.become(somebody())
  const client = await closed.signIn('google')
  const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', '/user/identities/nonsense'],
  ] as const) {
    const answer = await closed.auth.raw(path, { method, bearer })
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.body, { code: 'manual_linking_disabled', message: 'Manual linking is disabled' })
  }
})
