import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { openTestDatabase } from '@tillsight/database/testing'
import { Secret, TOTP } from 'otpauth'
import { type RawResponse, startTestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
/** Steps of attempts that failed, as they were told. */
const told: string[] = []
const auth = await startTestAuth(
  { after },
  {
    database,
    env: { AUTH_MFA_PHONE_ENROLL_ENABLED: '1', AUTH_MFA_PHONE_VERIFY_ENABLED: '1' },
    onFailedSignIn: async ({ step }) => void told.push(step),
  },
)
const password = 'a long enough password'
let count = 0

interface Person {
  readonly client: SupabaseClient
  readonly email: string
  /** The access token as it is now. */
  bearer(): Promise<string>
}

async function signUp(): Promise<Person> {
  count += 1
  const email = `mfa-${count}@example.com`
  await auth.admin().auth.admin.createUser({ email, password, email_confirm: true })
  return await signIn(email)
}

async function signIn(email: string): Promise<Person> {
  const client = auth.client()
  const { error } = await client.auth.signInWithPassword({ email, password })
  assert.equal(error, null)
  return { client, email, bearer: async () => (await client.auth.getSession()).data.session?.access_token ?? '' }
}

/** The current code; also advances the clock, so that the next code differs. */
function codeFor(secret: string): string {
  auth.clock.advance(30)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() })
}

async function enroll(
  { client }: Person,
  friendlyName?: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    ...(friendlyName ? { friendlyName } : {}),
  })
  assert.equal(error, null)
  return { id: data?.id ?? '', secret: data?.totp.secret ?? '' }
}

async function enrollVerified(person: Person): Promise<{ readonly id: string; readonly secret: string }> {
  const factor = await enroll(person)
  const { error } = await person.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeFor(factor.secret),
  })
  assert.equal(error, null)
  return factor
}

function codeOf({ status, body }: RawResponse): readonly unknown[] {
  return [status, (body as { code?: string }).code]
}

test('enrolling, challenging and verifying raises the session, ends weaker ones and renews the refresh token', async () => {
  const person = await signUp()
  const elsewhere = await signIn(person.email)
  const { data: before } = await person.client.auth.getSession()
  const { data: enrolled } = await person.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  assert.ok(enrolled)
  assert.match(enrolled.totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg/)
  assert.match(enrolled.totp.secret, /^[A-Z2-7]{32}$/)
  const uri = new URL(enrolled.totp.uri)
  assert.deepEqual(
    [uri.protocol, uri.searchParams.get('algorithm'), uri.searchParams.get('digits'), uri.searchParams.get('period')],
    ['otpauth:', 'SHA1', '6', '30'],
  )
  const { data: verified, error } = await person.client.auth.mfa.challengeAndVerify({
    factorId: enrolled.id,
    code: codeFor(enrolled.totp.secret),
  })
  assert.equal(error, null)
  assert.deepEqual([verified?.user.factors?.length, verified?.user.factors?.[0]?.status], [1, 'verified'])
  const { data: level } = await person.client.auth.mfa.getAuthenticatorAssuranceLevel()
  assert.deepEqual([level?.currentLevel, level?.nextLevel], ['aal2', 'aal2'])
  assert.deepEqual(
    level?.currentAuthenticationMethods.map((entry) => (typeof entry === 'string' ? entry : entry.method)),
    ['totp', 'password'],
  )
  const old = await auth.raw('/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: before.session?.refresh_token },
  })
  assert.deepEqual(codeOf(old), [400, 'refresh_token_not_found'])
  assert.equal((await person.client.auth.refreshSession()).error, null)
  assert.equal((await elsewhere.client.auth.getUser()).error?.name, 'AuthSessionMissingError')
})

test('a second factor guards passwords, addresses and further factors', async () => {
  const person = await signUp()
  const factor = await enrollVerified(person)
  const weak = await signIn(person.email)
  assert.equal((await weak.client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel, 'aal2')
  assert.equal(
    (await weak.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'b' })).error?.code,
    'insufficient_aal',
  )
  assert.equal((await weak.client.auth.mfa.unenroll({ factorId: factor.id })).error?.code, 'insufficient_aal')
  assert.equal(
    (await weak.client.auth.updateUser({ password: 'another long password' })).error?.code,
    'insufficient_aal',
  )
  assert.equal((await person.client.auth.mfa.unenroll({ factorId: factor.id })).error, null)
  const { data } = await person.client.auth.refreshSession()
  assert.equal(data.user?.factors, undefined)
  assert.equal((await person.client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel, 'aal1')
})

test('a code works once, within one step of now, and five wrong ones end the challenge', async () => {
  const person = await signUp()
  const { id, secret } = await enrollVerified(person)
  const bearer = await person.bearer()
  const challenge = async () =>
    ((await auth.raw(`/factors/${id}/challenge`, { method: 'POST', bearer })).body as { id: string }).id
  const verify = (challengeId: string, code: string) =>
    auth.raw(`/factors/${id}/verify`, { method: 'POST', bearer, body: { challenge_id: challengeId, code } })
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() + steps * 30_000 })

  auth.clock.advance(300)
  const first = await challenge()
  told.length = 0
  assert.deepEqual(codeOf(await verify(first, codeAt(-2))), [422, 'mfa_verification_failed'])
  assert.deepEqual(told, ['factor'])
  const code = codeAt(0)
  assert.equal((await verify(first, code)).status, 200)
  assert.deepEqual(codeOf(await verify(first, code)), [422, 'mfa_ip_address_mismatch'])
  assert.deepEqual(codeOf(await verify(await challenge(), code)), [422, 'mfa_verification_failed'])
  // Earlier failed attempts would slow the factor down.
  assert.equal((await verify(await challenge(), codeFor(secret))).status, 200)
  const second = await challenge()
  for (const _wrong of [1, 2, 3, 4, 5]) {
    assert.deepEqual(codeOf(await verify(second, '000000')), [422, 'mfa_verification_failed'])
  }
  assert.deepEqual(codeOf(await verify(second, codeAt(1))), [422, 'mfa_challenge_expired'])
  const third = await challenge()
  auth.clock.advance(300)
  assert.deepEqual(codeOf(await verify(third, codeAt(0))), [422, 'mfa_challenge_expired'])
})

test('new challenges give no endless tries: a factor that is guessed at has to wait, and then goes on', async () => {
  const person = await signUp()
  const { id, secret } = await enrollVerified(person)
  const bearer = await person.bearer()
  const guess = async (code: string, ip: string) => {
    const asked = await auth.raw(`/factors/${id}/challenge`, { method: 'POST', bearer, ip })
    const body = { challenge_id: (asked.body as { id: string }).id, code }
    return await auth.raw(`/factors/${id}/verify`, { method: 'POST', bearer, body, ip })
  }
  for (const index of [1, 2, 3, 4, 5, 6]) await guess('000000', `198.51.100.${index}`)
  assert.deepEqual(codeOf(await guess('000000', '198.51.100.7')), [429, 'over_request_rate_limit'])
  auth.clock.advance(900)
  assert.equal((await guess(codeFor(secret), '198.51.100.8')).status, 200)
})

test('of parallel answers with one code exactly one wins', async () => {
  const person = await signUp()
  const { id, secret } = await enrollVerified(person)
  const bearer = await person.bearer()
  const challenges = await Promise.all(
    [1, 2, 3, 4].map(
      async () => ((await auth.raw(`/factors/${id}/challenge`, { method: 'POST', bearer })).body as { id: string }).id,
    ),
  )
  const code = codeFor(secret)
  const responses = await Promise.all(
    challenges.map((challengeId) =>
      auth.raw(`/factors/${id}/verify`, { method: 'POST', bearer, body: { challenge_id: challengeId, code } }),
    ),
  )
  assert.equal(responses.filter(({ status }) => status === 200).length, 1)
})

test('a phone factor is texted its code, not too often', async () => {
  const person = await signUp()
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: 'phone', phone: '+49 151 2345678' })
  assert.equal(error, null)
  assert.deepEqual([data?.type, data?.phone], ['phone', '491512345678'])
  const factorId = data?.id ?? ''
  const { data: challenge } = await person.client.auth.mfa.challenge({ factorId })
  const again = await person.client.auth.mfa.challenge({ factorId })
  assert.equal(again.error?.code, 'over_sms_send_rate_limit')
  const code = auth.codeTo('491512345678')
  const wrong = code === '111111' ? '222222' : '111111'
  const verify = (text: string) =>
    person.client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code: text })
  assert.equal((await verify(wrong)).error?.message, 'Invalid MFA Phone code entered')
  assert.equal((await verify(code)).error, null)
  const second = await person.client.auth.mfa.enroll({ factorType: 'phone', phone: '+49 151 999', friendlyName: 'b' })
  assert.equal(second.error?.code, 'mfa_verified_factor_exists')
})

test('what cannot be enrolled says why', async () => {
  const person = await signUp()
  const bearer = await person.bearer()
  const post = (body: object) => auth.raw('/factors', { method: 'POST', bearer, body })
  await enroll(person)
  const cases: readonly (readonly [body: object, status: number, code: string, text: RegExp])[] = [
    [{ factor_type: 'carrier pigeon' }, 400, 'validation_failed', /totp, phone, or webauthn/],
    [{ factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled', /WebAuthn/],
    [{ factor_type: 'totp' }, 422, 'mfa_factor_name_conflict', /friendly name "" for this user/],
    [{ factor_type: 'phone' }, 400, 'validation_failed', /Phone number required/],
    [{ factor_type: 'phone', phone: 'abc' }, 400, 'validation_failed', /E\.164/],
  ]
  for (const [body, status, code, text] of cases) {
    const response = await post(body)
    assert.deepEqual(codeOf(response), [status, code])
    assert.match(JSON.stringify(response.body), new RegExp(text.source.replaceAll('"', '\\\\"')))
  }
  for (const name of ['2', '3', '4', '5', '6', '7', '8', '9', '10']) await enroll(person, name)
  assert.deepEqual(codeOf(await post({ factor_type: 'totp', friendly_name: '11' })), [
    422,
    'too_many_enrolled_mfa_factors',
  ])
  auth.clock.advance(301)
  assert.equal((await post({ factor_type: 'totp', friendly_name: '11' })).status, 200)
})

test('somebody else’s factor looks like one that does not exist', async () => {
  const [mine, theirs] = [await signUp(), await signUp()]
  const { id } = await enroll(theirs)
  const bearer = await mine.bearer()
  for (const path of [`/factors/${id}/challenge`, `/factors/${crypto.randomUUID()}/challenge`]) {
    assert.deepEqual(codeOf(await auth.raw(path, { method: 'POST', bearer })), [404, 'mfa_factor_not_found'])
  }
  assert.deepEqual(codeOf(await auth.raw(`/factors/${id}`, { method: 'DELETE', bearer })), [
    404,
    'mfa_factor_not_found',
  ])
  assert.deepEqual(codeOf(await auth.raw('/factors/x/challenge', { method: 'POST', bearer })), [
    404,
    'validation_failed',
  ])
})

test('a challenge that another address asked for is not answered', async () => {
  const person = await signUp()
  const { id, secret } = await enrollVerified(person)
  const bearer = await person.bearer()
  const asked = await auth.raw(`/factors/${id}/challenge`, { method: 'POST', bearer, ip: '203.0.113.9' })
  const body = { challenge_id: (asked.body as { id: string }).id, code: codeFor(secret) }
  const response = await auth.raw(`/factors/${id}/verify`, { method: 'POST', bearer, body, ip: '203.0.113.10' })
  assert.deepEqual(codeOf(response), [422, 'mfa_ip_address_mismatch'])
})

test('somebody who enrols another person’s number does not keep them from their codes', async () => {
  const phone = '+49 151 555'
  const challenge = async (person: Person) => {
    const { data } = await person.client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'phone' })
    return await person.client.auth.mfa.challenge({ factorId: data?.id ?? '' })
  }
  const [stranger, owner] = [await signUp(), await signUp()]
  assert.equal((await challenge(stranger)).error, null)
  assert.equal((await challenge(owner)).error, null)
  assert.equal((await challenge(owner)).error?.code, 'over_sms_send_rate_limit')
})

test('two devices that prove different factors at the same moment both get an answer', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await signUp()
    const one = await enroll(person, 'one')
    const two = await enroll(person, 'two')
    const elsewhere = await signIn(person.email)
    const verify = async ({ client }: Person, { id, secret }: typeof one) => {
      const { data } = await client.auth.mfa.challenge({ factorId: id })
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: auth.clock.now().getTime() })
      return async () => (await client.auth.mfa.verify({ factorId: id, challengeId: data?.id ?? '', code })).error
    }
    const attempts = [await verify(person, one), await verify(elsewhere, two)]
    const errors = await Promise.all(attempts.map((attempt) => attempt()))
    assert.equal(errors.filter((error) => error === null).length, 1, JSON.stringify(errors))
    assert.ok(
      errors.every((error) => error === null || (error.status ?? 0) < 500),
      JSON.stringify(errors),
    )
  }
})
