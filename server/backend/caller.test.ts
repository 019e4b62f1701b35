import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { tokenOf } from '../http/mcp/assistant.testing.ts'
import { authenticatorCode } from '../testing/authenticator.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { addPerson, testPassword } from '../testing/people.ts'
import { identifyCaller, requirePerson, type Shown } from './caller.ts'

const installation = await startInstallation({ after })
const { runtime, owner } = installation
const { anon, service } = runtime.auth.service.apiKeys

function shown(given: Partial<Shown>): Shown {
  return { apikey: anon, bearer: undefined, userAgent: 'test', ip: '127.0.0.1', origin: runtime.own.url(), ...given }
}

/** What looks like a token, with a signature of somebody else. */
function unsigned(claims: object): string {
  const [header, payload] = [{ alg: 'HS256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  return `${header}.${payload}.${'A'.repeat(43)}`
}

async function refusalOf(given: Partial<Shown>) {
  const failure = await requirePerson(runtime, shown(given)).then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(isAppError(failure))
  return { code: failure.code, reason: failure.details['reason'] }
}

suite('who uses the official client', () => {
  test('is the person of the session, the holder of the secret key, or anybody', async () => {
    const person = await requirePerson(runtime, shown({ bearer: owner.session.access_token }))
    assert.equal(person.caller.id, owner.id)
    for (const bearer of [undefined, anon]) {
      assert.equal((await identifyCaller(runtime, shown({ bearer }))).kind, 'anonymous')
      assert.deepEqual(await refusalOf({ bearer }), { code: 'unauthenticated', reason: 'missing' })
    }
    for (const keys of [{ bearer: service }, { apikey: service }]) {
      assert.equal((await identifyCaller(runtime, shown(keys))).kind, 'service')
      assert.equal((await refusalOf(keys)).code, 'forbidden')
    }
  })

  test('is nobody with anything else, which never counts as anonymous', async () => {
    await addShop(installation, { domain: 'tea.example' })
    const { organisation } = await installation.contexts.shop('tea.example')
    const assistant = await tokenOf(runtime.own.url(), owner, { details: { organisation, shops: 'all' } })
    const forged = unsigned({ role: 'service_role' })
    const old = unsigned({ sub: owner.id, exp: 1 })
    const others = [
      `tsk_${'a'.repeat(43)}`,
      assistant,
      owner.session.refresh_token,
      forged,
      'a share link',
      '',
      'x.y.z',
    ]
    for (const bearer of others) {
      assert.equal((await refusalOf({ bearer })).code, 'unauthenticated', bearer)
      assert.equal((await refusalOf({ apikey: bearer, bearer: owner.session.access_token })).code, 'unauthenticated')
    }
    assert.deepEqual(await refusalOf({ bearer: old }), { code: 'unauthenticated', reason: 'expired' })
  })

  test('is signed out at once, and not signed in before the second factor', async () => {
    const leaving = await addPerson(installation, 'leaving@example.com')
    const bearer = leaving.session.access_token
    await requirePerson(runtime, shown({ bearer }))
    await leaving.auth.signOut()
    assert.equal((await refusalOf({ bearer })).code, 'unauthenticated')
    const careful = await addPerson(installation, 'careful@example.com')
    const { data: factor } = await careful.auth.mfa.enroll({ factorType: 'totp' })
    assert.ok(factor?.type === 'totp')
    await careful.auth.mfa.challengeAndVerify({ factorId: factor.id, code: authenticatorCode(factor.totp.secret) })
    const again = await careful.auth.signInWithPassword({ email: careful.email, password: testPassword })
    assert.equal((await refusalOf({ bearer: again.data.session?.access_token ?? '' })).code, 'forbidden')
  })
})
