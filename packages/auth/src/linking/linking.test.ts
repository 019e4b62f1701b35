import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Provider, SupabaseClient } from '@supabase/supabase-js'
import { fragmentOf } from '../providers/testing/browser.ts'
import { startRunning } from '../providers/testing/running.ts'
import { insertIdentity, insertUser } from '../users.ts'

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

/** Where a refused sign-in redirects to, and why it was refused. */
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
  const eager = await startRunning(t, { AUTH_MAILER_AUTOCONFIRM: '1' }, auth.database)
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
  })
  assert.equal(await refusalOf('github'), 'server_error unexpected_failure')
})

test('accounts of SSO pools are never joined by address', async () => {
  const person = somebody()
  const now = auth.clock.now()
  const pooled = {
    aud: 'authenticated',
    role: 'authenticated',
    email: person.email,
    isSso: true,
    emailConfirmedAt: now,
  }
  const row = await insertUser(auth.database.kysely, pooled, now)
  const data = { sub: 'x', email: person.email, email_verified: true }
  await insertIdentity(auth.database.kysely, { userId: row?.id ?? '', provider: 'sso:1', subject: 'x', data }, now)
  fake.become(person)
  const user = await userOf(await running.signIn('google'))
  assert.notEqual(user.id, row?.id)
  assert.equal(user.email, person.email)
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
  const closed = await startRunning(t, { AUTH_DISABLE_SIGNUP: '1' }, auth.database)
  const person = somebody()
  closed.fake.become(person)
  const end = await closed.follow(await closed.start(closed.client(), 'google'))
  assert.equal(end.searchParams.get('error'), 'access_denied')
  assert.equal(end.searchParams.get('error_code'), 'signup_disabled')
  await closed.auth.admin().auth.admin.createUser({ email: person.email, email_confirm: true })
  await closed.signIn('google')
})

test('an account without any address is possible where the provider may do without', async (t) => {
  const loose = await startRunning(t, { AUTH_EXTERNAL_FACEBOOK_EMAIL_OPTIONAL: '1' }, auth.database)
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
