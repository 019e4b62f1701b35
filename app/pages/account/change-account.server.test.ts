import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthApiError, type AuthError, type User } from '@supabase/supabase-js'
import { isAppError } from '@tillsight/core'
import { personVerbsOf } from '../../testing.ts'
import {
  type AddressClient,
  asksCurrent,
  changeEmail,
  changePassword,
  changePhone,
  changeProfile,
  readPhone,
} from './change-account.server.ts'
import { accountWords } from './words.server.ts'

const say = accountWords.say('en')

interface World {
  user: User
  refusal: AuthError | null
  /** Whether setting the old address back ends the change, which not every service does. */
  canCancel: boolean
  readonly calls: string[]
}

function worldWith(parts: Partial<User> = {}): World {
  const base = { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' }
  return { user: { ...base, email: 'old@b.example', ...parts }, refusal: null, canCancel: true, calls: [] }
}

function clientOf(world: World): AddressClient {
  const nobody = { user: null, session: null }
  return {
    getSession: async () => ({ data: { session: null } }),
    setSession: async () => ({ data: nobody, error: null }),
    refreshSession: async () => ({ data: nobody, error: null }),
    admin: { signOut: async () => ({ error: null }) },
    getUser: async () => ({ data: { user: world.user }, error: null }),
    updateUser: async ({ email = '', phone = '' }, options) => {
      world.calls.push(`update ${email || phone} ${options?.emailRedirectTo ?? ''}`.trim())
      if (world.refusal) return { data: { user: null }, error: world.refusal }
      const { new_email: _pending, ...rest } = world.user
      if (email === world.user.email) world.user = world.canCancel ? rest : world.user
      else world.user = email ? { ...world.user, new_email: email } : { ...world.user, new_phone: phone }
      return { data: { user: world.user }, error: null }
    },
    resend: async () => ({ data: nobody, error: world.refusal }),
    verifyOtp: async () => (world.refusal ? { data: nobody, error: world.refusal } : { data: nobody, error: null }),
  }
}

function change(world: World, fields: Record<string, string>) {
  return changeEmail(clientOf(world), formOf(fields), 'https://own.example/back')
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a new address waits for its mails, whose links come back here', async () => {
  const world = worldWith()
  assert.deepEqual(await change(world, { intent: 'address', email: 'new@b.example' }), { done: 'mail-sent' })
  assert.deepEqual(world.calls, ['update new@b.example https://own.example/back'])
})

test('the present address is refused before anybody is asked', async () => {
  const world = worldWith()
  const outcome = await change(world, { intent: 'address', email: 'Old@B.example' })
  assert.ok('failure' in outcome && outcome.failure.field === 'email')
  assert.deepEqual(world.calls, [])
})

test('one confirmed address of two is half the way', async () => {
  const half = worldWith({ new_email: 'new@b.example' })
  assert.deepEqual(await change(half, { intent: 'confirm', address: 'new@b.example', code: '12 34 56' }), {
    done: 'email-half',
  })
  assert.deepEqual(await change(worldWith(), { intent: 'confirm', address: 'new@b.example', code: '123456' }), {
    done: 'email-changed',
  })
})

test('keeping the address says so honestly where the change can only lapse', async () => {
  const pending = { new_email: 'new@b.example' }
  assert.deepEqual(await change(worldWith(pending), { intent: 'cancel' }), { done: 'email-kept' })
  const stubborn = { ...worldWith(pending), canCancel: false }
  assert.deepEqual(await change(stubborn, { intent: 'cancel' }), { done: 'email-expires' })
})

test('what the service refuses is said at the field', async () => {
  const world = { ...worldWith(), refusal: new AuthApiError('x', 422, 'email_exists') }
  const outcome = await change(world, { intent: 'address', email: 'taken@b.example' })
  assert.ok('failure' in outcome && outcome.status === 422 && outcome.failure.field === 'email')
})

test('a number waits for its text message, and one that cannot be a number is not sent', async () => {
  const world = worldWith()
  const outcome = await changePhone(clientOf(world), formOf({ intent: 'number', phone: '+44 7700 900123' }))
  assert.deepEqual(outcome, { done: 'text-sent' })
  assert.ok('failure' in (await changePhone(clientOf(world), formOf({ intent: 'number', phone: '12' }))))
  assert.deepEqual(world.calls, ['update +447700900123'])
})

test('a number is read the way people write it', () => {
  for (const [typed, read] of [
    ['+44 (0) 7700-900.123', '+447700900123'],
    ['0049 170 1234567', '+491701234567'],
    ['12', undefined],
    ['0170 1234567', undefined],
    ['', undefined],
  ] as const) {
    const form = new FormData()
    form.set('phone', typed)
    assert.equal(readPhone(form), read)
  }
})

const user: User = { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' }

function passwordForm(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

function clientWith(results: { readonly update: AuthError | null; readonly reauthenticate?: AuthError | null }) {
  const sent: unknown[] = []
  return {
    sent,
    auth: {
      updateUser: async (attributes: object) => {
        sent.push(attributes)
        return results.update ? { data: { user: null }, error: results.update } : { data: { user }, error: null }
      },
      reauthenticate: async () => {
        sent.push('code')
        return { data: { user: null, session: null }, error: results.reauthenticate ?? null }
      },
    },
  }
}

test('blanks belong to a password, and what is empty is not sent', async () => {
  const { auth, sent } = clientWith({ update: null })
  assert.equal(
    await changePassword(auth, passwordForm({ current: ' old ', password: ' new one ', code: '' }), {
      needsCurrent: false,
    }),
    undefined,
  )
  assert.deepEqual(sent, [{ password: ' new one ', current_password: ' old ' }])
})

test('an old session gets a code sent and is asked for it', async () => {
  const { auth, sent } = clientWith({ update: new AuthApiError('x', 400, 'reauthentication_needed') })
  const refusal = await changePassword(auth, passwordForm({ password: 'new password' }), { needsCurrent: false })
  assert.equal(refusal?.failure.remedy, 'nonce')
  assert.equal(sent.at(-1), 'code')
})

test('the code is sent along without the blanks that it was typed with', async () => {
  const { auth, sent } = clientWith({ update: null })
  await changePassword(auth, passwordForm({ password: 'new password', code: '123 456' }), { needsCurrent: false })
  assert.deepEqual(sent, [{ password: 'new password', nonce: '123456' }])
})

test('a code that was sent a moment ago still does', async () => {
  const { auth } = clientWith({
    update: new AuthApiError('x', 400, 'reauthentication_needed'),
    reauthenticate: new AuthApiError('after 30 seconds', 429, 'over_email_send_rate_limit'),
  })
  assert.equal(
    (await changePassword(auth, passwordForm({ password: 'new password' }), { needsCurrent: false }))?.failure.remedy,
    'nonce',
  )
})

test('a session that was left open is not enough: the present password has to come along', async () => {
  const { auth, sent } = clientWith({ update: null })
  const refusal = await changePassword(auth, passwordForm({ password: 'new password' }), { needsCurrent: true })
  assert.equal(refusal?.failure.field, 'current')
  assert.deepEqual(sent, [])
})

test('whoever came by a code or link is not asked for a password they may have forgotten', async () => {
  const cameBy = (method: string) => ({
    getAuthenticatorAssuranceLevel: async () => ({
      data: { currentLevel: null, nextLevel: null, currentAuthenticationMethods: [method] },
      error: null,
    }),
  })
  assert.equal(await asksCurrent(cameBy('password'), true), true)
  assert.equal(await asksCurrent(cameBy('recovery'), true), false)
  assert.equal(await asksCurrent(cameBy('oauth'), false), false)
})

function services(calls: string[]) {
  return {
    run: personVerbsOf({
      'profile.save': async ({ name, language, zone }) => void calls.push(`profile ${name} ${language} ${zone}`),
      'picture.save': async ({ image }) => void calls.push(`picture ${image.length}`),
      'picture.remove': async () => void calls.push('remove'),
    }),
  }
}

function profileForm(fields: Record<string, string | File>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('each form of the profile does its own thing', async () => {
  const calls: string[] = []
  const picture = new File([new Uint8Array(3)], 'me.png', { type: 'image/png' })
  await changeProfile(
    services(calls),
    profileForm({ intent: 'profile', name: ' Ada ', language: 'en', zone: 'UTC' }),
    say,
  )
  assert.equal(await changeProfile(services(calls), profileForm({ intent: 'picture', picture }), say), 'picture')
  await changeProfile(services(calls), profileForm({ intent: 'remove-picture' }), say)
  assert.deepEqual(calls, ['profile Ada en UTC', 'picture 3', 'remove'])
})

test('a file that cannot be a picture is refused at its field', async () => {
  const files = [
    new File([], 'none.png', { type: 'image/png' }),
    new File(['x'], 'a.pdf', { type: 'application/pdf' }),
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
    'text',
  ]
  for (const picture of files) {
    await assert.rejects(
      changeProfile(services([]), profileForm({ intent: 'picture', picture }), say),
      (failure) => isAppError(failure) && failure.details.field === 'picture',
    )
  }
})
