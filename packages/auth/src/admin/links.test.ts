import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { GenerateLinkParams } from '@supabase/supabase-js'
import { openTestDatabase } from '@tillsight/database/testing'
import { type RawResponse, startTestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
const auth = await startTestAuth(
  { after },
  { database, env: { AUTH_URI_ALLOW_LIST: 'https://app.example.com/**', AUTH_RATE_LIMIT_EMAIL_SENT: '10' } },
)
const admin = auth.admin().auth.admin
const bearer = auth.service.apiKeys.service
const password = 'a long enough password'
const taken = [422, 'email_exists', 'A user with this email address has already been registered']
let count = 0

function freshEmail(): string {
  count += 1
  return `link-${count}@example.com`
}

async function confirmedEmail(): Promise<string> {
  const email = freshEmail()
  await admin.createUser({ email, password, email_confirm: true })
  return email
}

async function linkOf(params: GenerateLinkParams) {
  const { data, error } = await admin.generateLink(params)
  assert.equal(error, null)
  assert.ok(data.properties && data.user)
  return data
}

async function fails(path: string, body: unknown): Promise<unknown[]> {
  const response: RawResponse = await auth.raw(path, { method: 'POST', bearer, body })
  const { code, message } = Object(response.body)
  return [response.status, code, message]
}

test('a sign-up link makes the account and signs in with its hash', async () => {
  const email = freshEmail()
  const { user, properties } = await linkOf({ type: 'signup', email, password, options: { data: { name: 'Ada' } } })
  assert.equal(user.email, email)
  assert.deepEqual(user.user_metadata, { name: 'Ada' })
  assert.ok(user.confirmation_sent_at)
  assert.equal(properties.verification_type, 'signup')
  assert.equal(properties.redirect_to, auth.url)
  const link = new URL(properties.action_link)
  assert.equal(`${link.origin}${link.pathname}`, `${auth.url}/auth/v1/verify`)
  assert.deepEqual(Object.fromEntries(link.searchParams), {
    token: properties.hashed_token,
    type: 'signup',
    redirect_to: auth.url,
  })
  const { data, error } = await auth.client().auth.verifyOtp({ token_hash: properties.hashed_token, type: 'signup' })
  assert.equal(error, null)
  assert.equal(data.user?.id, user.id)
  assert.equal((await auth.client().auth.signInWithPassword({ email, password })).error, null)
  assert.equal(auth.mails.length, 0)
})

test('the code of a link works as well', async () => {
  const email = freshEmail()
  const { properties } = await linkOf({ type: 'invite', email })
  const { data, error } = await auth.client().auth.verifyOtp({ email, token: properties.email_otp, type: 'invite' })
  assert.equal(error, null)
  assert.ok(data.user?.invited_at)
})

test('an invitation, a magic link and a recovery sign in with their hashes', async () => {
  for (const type of ['invite', 'magiclink', 'recovery'] as const) {
    const email = type === 'invite' ? freshEmail() : await confirmedEmail()
    const { properties } = await linkOf({ type, email })
    assert.equal(properties.verification_type, type)
    const { data, error } = await auth.client().auth.verifyOtp({ token_hash: properties.hashed_token, type })
    assert.equal(error, null, type)
    assert.equal(data.user?.email, email)
  }
})

test('a magic link for nobody becomes a sign-up', async () => {
  const email = freshEmail()
  const { properties } = await linkOf({ type: 'magiclink', email })
  assert.equal(properties.verification_type, 'signup')
  const { data } = await auth.client().auth.verifyOtp({ token_hash: properties.hashed_token, type: 'signup' })
  assert.equal(data.user?.email, email)
})

test('a secure change of address takes both links', async () => {
  const email = await confirmedEmail()
  const newEmail = freshEmail()
  const current = await linkOf({ type: 'email_change_current', email, newEmail })
  const next = await linkOf({ type: 'email_change_new', email, newEmail })
  assert.equal(next.user.new_email, newEmail)
  assert.equal(next.properties.verification_type, 'email_change_new')
  assert.equal(new URL(next.properties.action_link).searchParams.get('type'), 'email_change')
  const first = await auth
    .client()
    .auth.verifyOtp({ token_hash: current.properties.hashed_token, type: 'email_change' })
  assert.equal(first.data.session, null)
  const second = await auth.client().auth.verifyOtp({ token_hash: next.properties.hashed_token, type: 'email_change' })
  assert.equal(second.error, null)
  assert.equal(second.data.user?.email, newEmail)
})

test('a link for another new address voids the one before', async () => {
  const email = await confirmedEmail()
  const old = await linkOf({ type: 'email_change_new', email, newEmail: freshEmail() })
  await linkOf({ type: 'email_change_current', email, newEmail: freshEmail() })
  const { error } = await auth
    .client()
    .auth.verifyOtp({ token_hash: old.properties.hashed_token, type: 'email_change' })
  assert.equal(error?.code, 'otp_expired')
})

test('a link leads only to allowed addresses', async () => {
  const email = await confirmedEmail()
  const allowed = 'https://app.example.com/welcome?step=1'
  const one = await linkOf({ type: 'magiclink', email, options: { redirectTo: allowed } })
  assert.equal(one.properties.redirect_to, allowed)
  const other = await linkOf({ type: 'magiclink', email, options: { redirectTo: 'https://evil.example.net/' } })
  assert.equal(other.properties.redirect_to, auth.url)
})

test('links are refused with the texts of the protocol', async () => {
  const known = await confirmedEmail()
  const other = await confirmedEmail()
  const nobody = [404, 'user_not_found', 'User with this email not found']
  const cases: [Record<string, unknown>, unknown[]][] = [
    [{ type: 'recovery' }, [400, 'validation_failed', 'An email address is required']],
    [{ type: 'recovery', email: freshEmail() }, nobody],
    [{ type: 'email_change_new', email: freshEmail() }, nobody],
    [{ type: 'email_change_current', email: freshEmail() }, nobody],
    [{ type: 'signup', email: known, password }, taken],
    [{ type: 'invite', email: known }, taken],
    [{ type: 'email_change_new', email: known, new_email: other }, taken],
    [{ type: 'email_change_new', email: known }, [400, 'validation_failed', 'An email address is required']],
    [{ type: 'x', email: known }, [400, 'validation_failed', 'Invalid email action link type requested: x']],
    [{ type: 'x', email: freshEmail() }, [400, 'validation_failed', 'Invalid email action link type requested: x']],
    [{ type: 'signup', email: freshEmail() }, [400, 'validation_failed', 'Signup requires a valid password']],
    [
      { type: 'signup', email: freshEmail(), password: 'abc' },
      [422, 'weak_password', 'Password should be at least 6 characters.'],
    ],
  ]
  for (const [body, expected] of cases) {
    assert.deepEqual(await fails('/admin/generate_link', body), expected, JSON.stringify(body))
  }
})

test('without secure changes there is no link for the current address', async (t) => {
  const plain = await startTestAuth(t, { database, env: { AUTH_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' } })
  const { error } = await plain
    .admin()
    .auth.admin.generateLink({ type: 'email_change_current', email: await confirmedEmail(), newEmail: freshEmail() })
  assert.equal(error?.message, 'Enable secure email change to generate link for current email')
})

test('an invitation is mailed, and again to somebody who has not come yet', async () => {
  const email = freshEmail()
  const { data, error } = await admin.inviteUserByEmail(email, {
    data: { name: 'Ada' },
    redirectTo: 'https://app.example.com/join',
  })
  assert.equal(error, null)
  assert.ok(data.user?.invited_at && data.user.confirmation_sent_at)
  assert.equal(data.user.user_metadata['name'], 'Ada')
  const first = auth.mailTo(email)
  assert.equal(first.link.searchParams.get('redirect_to'), 'https://app.example.com/join')
  const again = await admin.inviteUserByEmail(email)
  assert.equal(again.data.user?.id, data.user.id)
  const second = auth.mailTo(email)
  assert.equal(
    (await auth.client().auth.verifyOtp({ token_hash: first.hash, type: 'invite' })).error?.code,
    'otp_expired',
  )
  assert.equal((await auth.client().auth.verifyOtp({ token_hash: second.hash, type: 'invite' })).error, null)
  assert.deepEqual(await fails('/invite', { email }), taken)
})

test('a password from before the invitation does not open the account', async () => {
  const email = freshEmail()
  await auth.client().auth.signUp({ email, password })
  const { properties } = await linkOf({ type: 'invite', email })
  const { error } = await auth.client().auth.verifyOtp({ token_hash: properties.hashed_token, type: 'invite' })
  assert.equal(error, null)
  const signedIn = await auth.client().auth.signInWithPassword({ email, password })
  assert.equal(signedIn.error?.code, 'invalid_credentials')
})

test('invitations count towards the mails of an hour', async () => {
  assert.deepEqual(await fails('/invite', { email: '' }), [400, 'validation_failed', 'An email address is required'])
  let last: unknown[] = []
  for (let index = 0; index < 10 && last[0] !== 429; index += 1) last = await fails('/invite', { email: freshEmail() })
  assert.deepEqual(last, [429, 'over_email_send_rate_limit', 'email rate limit exceeded'])
})
