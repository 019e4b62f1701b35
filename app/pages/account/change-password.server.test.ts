import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthApiError, type AuthError, type User } from '@supabase/supabase-js'
import { asksCurrent, changePassword } from './change-password.server.ts'

const user: User = { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' }

function form(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

function clientWith(answers: { readonly update: AuthError | null; readonly reauthenticate?: AuthError | null }) {
  const sent: unknown[] = []
  return {
    sent,
    auth: {
      updateUser: async (attributes: object) => {
        sent.push(attributes)
        return answers.update ? { data: { user: null }, error: answers.update } : { data: { user }, error: null }
      },
      reauthenticate: async () => {
        sent.push('code')
        return { data: { user: null, session: null }, error: answers.reauthenticate ?? null }
      },
    },
  }
}

test('blanks belong to a password, and what is empty is not sent', async () => {
  const { auth, sent } = clientWith({ update: null })
  assert.equal(
    await changePassword(auth, form({ current: ' old ', password: ' new one ', code: '' }), { needsCurrent: false }),
    undefined,
  )
  assert.deepEqual(sent, [{ password: ' new one ', current_password: ' old ' }])
})

test('an old session gets a code sent and is asked for it', async () => {
  const { auth, sent } = clientWith({ update: new AuthApiError('x', 400, 'reauthentication_needed') })
  const refusal = await changePassword(auth, form({ password: 'new password' }), { needsCurrent: false })
  assert.equal(refusal?.failure.remedy, 'nonce')
  assert.equal(sent.at(-1), 'code')
})

test('the code is sent along without the blanks that it was typed with', async () => {
  const { auth, sent } = clientWith({ update: null })
  await changePassword(auth, form({ password: 'new password', code: '123 456' }), { needsCurrent: false })
  assert.deepEqual(sent, [{ password: 'new password', nonce: '123456' }])
})

test('a code that was sent a moment ago still does', async () => {
  const { auth } = clientWith({
    update: new AuthApiError('x', 400, 'reauthentication_needed'),
    reauthenticate: new AuthApiError('after 30 seconds', 429, 'over_email_send_rate_limit'),
  })
  assert.equal(
    (await changePassword(auth, form({ password: 'new password' }), { needsCurrent: false }))?.failure.remedy,
    'nonce',
  )
})

test('a session that was left open is not enough: the present password has to come along', async () => {
  const { auth, sent } = clientWith({ update: null })
  const refusal = await changePassword(auth, form({ password: 'new password' }), { needsCurrent: true })
  assert.ok(refusal?.failure.fields.current)
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
