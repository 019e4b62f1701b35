import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestAuth } from '../testing.ts'

test('a burst of sign-ins right after the start does not wait for itself', async (t) => {
  const auth = await startTestAuth(t, { env: { AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: '1' } })
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      auth.raw('/signup', { method: 'POST', body: {}, ip: `198.51.100.${index}` }),
    ),
  )
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
})
