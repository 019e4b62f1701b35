import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthApiError, type AuthError, type User } from '@supabase/supabase-js'
import { type AddressClient, changeEmail } from './change-email.server.ts'
import { changePhone } from './change-phone.server.ts'

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
  assert.ok('failure' in outcome && outcome.failure.fields.email)
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
  assert.ok('failure' in outcome && outcome.status === 422 && outcome.failure.fields.email)
})

test('a number waits for its text message, and one that cannot be a number is not sent', async () => {
  const world = worldWith()
  const outcome = await changePhone(clientOf(world), formOf({ intent: 'number', phone: '+44 7700 900123' }))
  assert.deepEqual(outcome, { done: 'text-sent' })
  assert.ok('failure' in (await changePhone(clientOf(world), formOf({ intent: 'number', phone: '12' }))))
  assert.deepEqual(world.calls, ['update +447700900123'])
})
