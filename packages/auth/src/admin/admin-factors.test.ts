import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '@tillsight/database/testing'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { startTestAuth } from '../testing.ts'

const database = await openTestDatabase({ after })
const auth = await startTestAuth(
  { after },
  { database, env: { AUTH_MFA_PHONE_ENROLL_ENABLED: '1', AUTH_MFA_PHONE_VERIFY_ENABLED: '1' } },
)
const admin = auth.admin().auth.admin
const bearer = auth.service.apiKeys.service
const password = 'a long enough password'
let count = 0

async function signUp() {
  count += 1
  const email = `factor-${count}@example.com`
  const { data } = await admin.createUser({ email, password, email_confirm: true })
  const client = auth.client()
  await client.auth.signInWithPassword({ email, password })
  return { client, id: data.user?.id ?? '' }
}

test("a user's factors are listed as an array", async () => {
  const { client, id } = await signUp()
  assert.deepEqual((await auth.raw(`/admin/users/${id}/factors`, { bearer })).body, [])
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  const listed = await auth.raw(`/admin/users/${id}/factors`, { bearer })
  const [factor, ...others] = Object(listed.body)
  assert.equal(others.length, 0)
  assert.equal(factor.id, data?.id)
  assert.equal(factor.friendly_name, 'phone')
  assert.ok(!JSON.stringify(listed.body).includes(data?.totp.secret ?? ''))
})

test('deleting a factor answers it and takes its sessions back to the first level', async () => {
  const { client, id } = await signUp()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  assert.ok(data)
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate({
    timestamp: auth.clock.now().getTime(),
  })
  await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
  const deleted = await auth.raw(`/admin/users/${id}/factors/${data.id}`, { method: 'DELETE', bearer })
  assert.equal(deleted.status, 200)
  assert.equal(Object(deleted.body).id, data.id)
  assert.equal(Object(deleted.body).status, 'verified')
  const { data: session } = await client.auth.refreshSession()
  const claims = decodeJwt(session.session?.access_token ?? '')
  assert.equal(claims['aal'], 'aal1')
})

test('a factor gets another name or number, and only its own', async () => {
  const { client, id } = await signUp()
  const other = await signUp()
  const totp = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'one' })
  const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+491510000', friendlyName: 'two' })
  const put = (user: string, factor: string | undefined, body: unknown) =>
    auth.raw(`/admin/users/${user}/factors/${factor}`, { method: 'PUT', bearer, body })
  const renamed = await put(id, totp.data?.id, { friendly_name: 'three', phone: '+491511111' })
  assert.equal(Object(renamed.body).friendly_name, 'three')
  assert.equal(Object(renamed.body).phone, '')
  const moved = await put(id, phone.data?.id, { phone: '+49 1511 111' })
  assert.equal(Object(moved.body).phone, '491511111')
  assert.equal(
    Object((await put(id, phone.data?.id, { friendly_name: 'three' })).body).code,
    'mfa_factor_name_conflict',
  )
  assert.equal(Object((await put(id, phone.data?.id, { phone: 'x' })).body).code, 'validation_failed')
  assert.equal((await put(other.id, phone.data?.id, { friendly_name: 'four' })).status, 404)
})

test('the official client deletes a factor', async () => {
  const { client, id } = await signUp()
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const { error } = await admin.mfa.deleteFactor({ userId: id, id: data?.id ?? '' })
  assert.equal(error, null)
  assert.deepEqual((await admin.mfa.listFactors({ userId: id })).data, { factors: [] })
})
