import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCaptcha } from './captcha.ts'
import { type LocalResponse, startLocalServer } from './delivery/local-server.fixture.ts'
import { AuthError } from './errors.ts'

async function startProvider(t: TestContext, result: LocalResponse | null, timeoutMs = 10_000) {
  const { address, calls } = await startLocalServer(t, result)
  const settings = { provider: 'turnstile', secret: 'its secret' } as const
  return { captcha: createCaptcha({ settings, fetch, address, timeoutMs }), calls }
}

const failure = (status: number, code: string, message: string) => (error: unknown) => {
  assert.ok(error instanceof AuthError)
  assert.deepEqual([error.status, error.code, error.message], [status, code, message])
  return true
}

test('a token that the provider accepts passes', async (t) => {
  const { captcha, calls } = await startProvider(t, { body: '{"success":true,"hostname":"shop.example"}' })
  await captcha.verify(' token ', '203.0.113.9')
  assert.deepEqual(calls[0]?.form, {
    secret: 'its secret',
    response: 'token',
    remoteip: '203.0.113.9',
  })
})

test('no token is refused without asking', async (t) => {
  const { captcha, calls } = await startProvider(t, { body: '{"success":true}' })
  for (const token of [undefined, '', '  ']) {
    await assert.rejects(
      captcha.verify(token, '203.0.113.9'),
      failure(400, 'captcha_failed', 'captcha protection: request disallowed (no captcha_token found)'),
    )
  }
  assert.equal(calls.length, 0)
})

test('a refusal names the codes of the provider, whatever its status', async (t) => {
  const body = '{"success":false,"error-codes":["timeout-or-duplicate","bad-request"]}'
  for (const status of [200, 400]) {
    const { captcha } = await startProvider(t, { status, body })
    await assert.rejects(
      captcha.verify('token', '203.0.113.9'),
      failure(400, 'captcha_failed', 'captcha protection: request disallowed (timeout-or-duplicate, bad-request)'),
    )
  }
})

test('a provider that cannot be asked or answers nonsense is a failure of ours', async (t) => {
  for (const result of [null, { body: '<html>' }, { body: '{"ok":1}' }] as const) {
    const { captcha } = await startProvider(t, result, result === null ? 100 : undefined)
    await assert.rejects(
      captcha.verify('token', '203.0.113.9'),
      failure(500, 'unexpected_failure', 'captcha verification process failed'),
    )
  }
})

test('both providers are asked at their own address', async () => {
  const asked: string[] = []
  const record = async (url: string) => {
    asked.push(url)
    return Response.json({ success: true })
  }
  for (const provider of ['hcaptcha', 'turnstile'] as const) {
    await createCaptcha({ settings: { provider, secret: 's' }, fetch: record }).verify('token', '203.0.113.9')
  }
  assert.deepEqual(asked, [
    'https://api.hcaptcha.com/siteverify',
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  ])
})
