import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { SignJWT } from 'jose'
import { startTestAuth } from './testing.ts'

const secret = 'a shared secret of a test installation'
const database = await openTestDatabase({ after })
const auth = await startTestAuth({ after }, { database, env: { AUTH_JWT_SECRET: secret } })
const bearer = auth.service.apiKeys.service

function codeOf({ status, body }: Awaited<ReturnType<typeof auth.raw>>): readonly unknown[] {
  return [status, (body as { code?: string }).code]
}

test('text that no database can keep is the caller’s mistake', async () => {
  const role = await auth.raw('/admin/users', {
    method: 'POST',
    bearer,
    body: { email: 'nul@example.com', role: 'a\u0000b' },
  })
  assert.deepEqual(codeOf(role), [400, 'validation_failed'])
  assert.deepEqual(codeOf(await auth.raw('/admin/users?filter=%00', { bearer })), [400, 'validation_failed'])
})

test('what clients can call but is not offered here says so, whatever else the path looks like', async () => {
  const cases = [
    ['POST', '/factors/recovery-codes/verify', 'feature_disabled'],
    ['DELETE', '/factors/recovery-codes', 'feature_disabled'],
    ['GET', '/admin/custom-providers', 'feature_disabled'],
    ['POST', '/passkeys/registration/options', 'passkey_disabled'],
    ['GET', '/admin/users/7f0fa0e0-0000-4000-8000-000000000000/passkeys', 'passkey_disabled'],
    ['GET', '/nothing', 'unknown'],
  ] as const
  for (const [method, path, code] of cases)
    assert.deepEqual(codeOf(await auth.raw(path, { method })), [404, code], path)
})

test('a caller’s claims are judged in order: the user before the session', async () => {
  const { data } = await auth.admin().auth.admin.createUser({ email: 'claims@example.com', email_confirm: true })
  assert.ok(data.user)
  const nobody = '7f0fa0e0-0000-4000-8000-000000000000'
  const expiry = Math.floor(auth.clock.now().getTime() / 1000) + 60
  const cases = [
    [{ sub: 'nobody' }, 400, 'bad_jwt'],
    [{ sub: nobody, session_id: 'no id' }, 403, 'user_not_found'],
    [{ sub: data.user.id, session_id: 'no id' }, 403, 'bad_jwt'],
    [{ sub: data.user.id, session_id: nobody }, 403, 'session_not_found'],
    [{ sub: data.user.id, session_id: '00000000-0000-0000-0000-000000000000' }, 200, undefined],
  ] as const
  for (const [claims, status, code] of cases) {
    const token = await new SignJWT({ ...claims, aud: 'authenticated', exp: expiry })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret))
    const response = await auth.raw('/user', { bearer: token, headers: { 'x-jwt-aud': '' } })
    assert.deepEqual(codeOf(response), [status, code], JSON.stringify(claims))
  }
})
