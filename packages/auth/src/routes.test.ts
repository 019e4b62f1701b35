import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestAuth } from './testing.ts'

const auth = await startTestAuth({ after })

test('settings, health and keys are public and tell no secret', async () => {
  const settings = await auth.raw('/settings')
  assert.equal(settings.status, 200)
  const shown = settings.body as {
    external: Record<string, boolean>
    disable_signup: boolean
    mailer_autoconfirm: boolean
  }
  assert.deepEqual([shown.external['email'], shown.external['google'], shown.disable_signup], [true, false, false])
  assert.deepEqual(((await auth.raw('/health')).body as { name: string }).name, 'GoTrue')
  const jwks = await auth.raw('/.well-known/jwks.json')
  assert.equal(jwks.headers.get('cache-control'), 'public, max-age=600')
  const { keys } = jwks.body as { keys: Record<string, unknown>[] }
  assert.ok(keys.length > 0 && keys.every((key) => !('d' in key) && !('k' in key)))
})

test('browsers of other origins may call, and read what the client needs', async () => {
  const asked = await auth.raw('/token', { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } })
  assert.equal(asked.status, 204)
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /x-supabase-api-version/)
  const response = await auth.raw('/user', { headers: { origin: 'https://elsewhere.example' } })
  assert.match(response.headers.get('access-control-expose-headers') ?? '', /X-Supabase-Api-Version/)
  assert.deepEqual(
    [response.headers.get('x-supabase-api-version'), response.headers.get('x-sb-error-code')],
    ['2024-01-01', 'no_authorization'],
  )
})

test('what is not there or switched off is a JSON error', async () => {
  for (const [method, path, status, code] of [
    ['GET', '/nothing', 404, 'unknown'],
    ['POST', '/passkeys/authentication/options', 404, 'passkey_disabled'],
    ['GET', '/oauth/nothing', 404, 'unknown'],
    ['GET', '/admin/custom-providers', 404, 'feature_disabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
    ['POST', '/token?grant_type=magic', 400, 'invalid_credentials'],
    ['POST', '/token', 400, 'invalid_credentials'],
  ] as const) {
    const response = await auth.raw(path, { method })
    assert.deepEqual([response.status, (response.body as { code: string }).code], [status, code], path)
  }
})

test('versions that cannot be read get the older shape of errors', async () => {
  for (const version of ['', 'tomorrow', '2023-12-31', '2024-13-40']) {
    const { body } = await auth.raw('/user', { headers: { 'x-supabase-api-version': version } })
    assert.equal((body as { error_code?: string }).error_code, 'no_authorization', version)
  }
})
