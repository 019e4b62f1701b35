import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthApiError, type Factor, type Session, type User, type UserIdentity } from '@supabase/supabase-js'
import {
  factorsOf,
  freeFactorName,
  identitiesOf,
  keepSession,
  mayHavePassword,
  phoneOf,
  unverifiedFactors,
} from './user.server.ts'

const at = '2026-11-20T10:00:00Z'

function user(parts: Partial<User>): User {
  return { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: at, ...parts }
}

function factor(id: string, parts: Partial<Factor> = {}): Factor {
  return { id, factor_type: 'totp', status: 'verified', created_at: at, updated_at: at, ...parts }
}

function identity(provider: string, data: Record<string, string> = {}): UserIdentity {
  return { id: provider, identity_id: `id-${provider}`, user_id: 'u', provider, identity_data: data }
}

test('only factors that were confirmed count, and numbers are not shown whole', () => {
  const phone = { ...factor('b', { factor_type: 'phone', friendly_name: 'Phone' }), phone: '447700900123' }
  const known = user({ factors: [factor('c', { status: 'unverified' }), phone, factor('a')] })
  assert.deepEqual(
    factorsOf(known, 'Europe/Berlin').map(({ id, name, phone: number, since }) => [id, name, number, since]),
    [
      ['b', 'Phone', '+44 … 123', '20 Nov 2026, 11:00'],
      ['a', 'Authenticator app', '', '20 Nov 2026, 11:00'],
    ],
  )
  assert.deepEqual(
    unverifiedFactors(known, 'totp').map(({ id }) => id),
    ['c'],
  )
})

test('a new factor gets a name that none has yet', () => {
  assert.equal(freeFactorName(user({}), 'App'), 'App')
  const factors = ['App', 'App 2'].map((name) => factor(name, { friendly_name: name }))
  assert.equal(freeFactorName(user({ factors }), 'App'), 'App 3')
})

test('the last way to sign in stays, and so does what the organisation manages', () => {
  const only = identitiesOf(user({ identities: [identity('google')] }), { manualLinking: true })
  assert.match(only[0]?.stays ?? '', /only way/)
  const identities = [identity('email'), identity('google', { email: 'a@b.example' }), identity('sso:1')]
  const several = identitiesOf(user({ identities }), { manualLinking: true })
  assert.deepEqual(
    several.map(({ label, stays }) => [label, stays !== null]),
    [
      ['Email and password', false],
      ['Google', false],
      ['Single sign-on', true],
    ],
  )
  assert.equal(several[1]?.account, 'a@b.example')
})

test('a password is asked for only where there can be one', () => {
  assert.equal(mayHavePassword(user({ identities: [identity('google')] })), false)
  assert.equal(mayHavePassword(user({ identities: [identity('google'), identity('email')] })), true)
})

test('a number is shown with its plus, and the one that waits beside it', () => {
  assert.deepEqual(phoneOf(user({ phone: '447700900123', new_phone: '491701234567' })), {
    value: '+447700900123',
    pending: '+491701234567',
  })
  assert.deepEqual(phoneOf(user({ phone: '' })), { value: '', pending: '' })
})

function session(access_token: string): Session {
  const user = { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' }
  return { access_token, refresh_token: `r-${access_token}`, expires_in: 3600, token_type: 'bearer', user }
}

function clientWith(own: Session | null, options: { readonly isLost?: boolean } = {}) {
  const calls: string[] = []
  const result = { data: { user: null, session: null }, error: null }
  const lost = { data: { user: null, session: null }, error: new AuthApiError('gone', 403, 'session_not_found') }
  return {
    calls,
    auth: {
      getSession: async () => ({ data: { session: own } }),
      setSession: async (tokens: { access_token: string; refresh_token: string }) => {
        calls.push(`set ${tokens.access_token}`)
        return options.isLost ? lost : result
      },
      refreshSession: async () => {
        calls.push('refresh')
        return result
      },
      admin: {
        signOut: async (token: string, scope: 'local') => {
          calls.push(`close ${token} ${scope}`)
          return { error: null }
        },
      },
    },
  }
}

test('the session of the second factor is kept and the one that the code opened is closed', async () => {
  const { auth, calls } = clientWith(session('own'))
  const error = await keepSession(auth, async () => ({ data: { session: session('new') }, error: null }))
  assert.equal(error, null)
  assert.deepEqual(calls, ['set own', 'close new local', 'refresh'])
})

test('nothing is touched when the code is refused or opens no session', async () => {
  const refused = new AuthApiError('no', 403, 'otp_expired')
  const { auth, calls } = clientWith(session('own'))
  assert.equal(await keepSession(auth, async () => ({ data: { session: null }, error: refused })), refused)
  assert.equal(await keepSession(auth, async () => ({ data: { session: null }, error: null })), null)
  assert.deepEqual(calls, [])
})

test('the new session stays when the own one has ended meanwhile', async () => {
  const { auth, calls } = clientWith(session('own'), { isLost: true })
  await keepSession(auth, async () => ({ data: { session: session('new') }, error: null }))
  assert.deepEqual(calls, ['set own'])
})
