import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthApiError, type Session } from '@supabase/supabase-js'
import { keepSession } from './keep-session.server.ts'

function session(access_token: string): Session {
  const user = { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' }
  return { access_token, refresh_token: `r-${access_token}`, expires_in: 3600, token_type: 'bearer', user }
}

function clientWith(own: Session | null, options: { readonly isLost?: boolean } = {}) {
  const calls: string[] = []
  const answer = { data: { user: null, session: null }, error: null }
  const lost = { data: { user: null, session: null }, error: new AuthApiError('gone', 403, 'session_not_found') }
  return {
    calls,
    auth: {
      getSession: async () => ({ data: { session: own } }),
      setSession: async (tokens: { access_token: string; refresh_token: string }) => {
        calls.push(`set ${tokens.access_token}`)
        return options.isLost ? lost : answer
      },
      refreshSession: async () => {
        calls.push('refresh')
        return answer
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
