import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { createAppServices } from '../app-services/index.ts'
import { authenticatorCode } from '../testing/authenticator.ts'
import { startInstallation } from '../testing/installation.ts'
import { addPerson, openAuthClient, type SignedInPerson, testPassword, visitOf } from '../testing/people.ts'

const installation = await startInstallation({ after })
const lists = '/api/shop/lists'

/** Adds an authenticator app to the account; the session that does it has shown it then. */
async function enrol(person: SignedInPerson): Promise<{ secret: string; token: string }> {
  const { data: factor, error } = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (error !== null) throw error
  const code = authenticatorCode(factor.totp.secret)
  const verified = await person.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  if (verified.error !== null) throw verified.error
  return { secret: factor.totp.secret, token: verified.data.access_token }
}

async function signInAgain({ email, ...person }: SignedInPerson): Promise<SignedInPerson> {
  const auth = openAuthClient(installation)
  const { data, error } = await auth.signInWithPassword({ email, password: testPassword })
  if (error !== null) throw error
  return { ...person, email, auth, session: data.session }
}

const status = async (token: string): Promise<number> =>
  (await installation.fetchAsVisitor(lists, { headers: { authorization: `Bearer ${token}` } })).status

test('with a second factor the password alone opens nothing', async () => {
  const person = await addPerson(installation, 'careful@example.com')
  const { secret, token } = await enrol(person)
  assert.equal(await status(token), 200, 'the session that added it has shown it')

  const again = await signInAgain(person)
  assert.equal(await status(again.session.access_token), 401)
  const visit = visitOf(installation, again)
  const signedIn = await visit.identity.person()
  assert.deepEqual([signedIn?.level, signedIn?.isComplete], ['aal1', false])
  const services = createAppServices(installation.runtime, visit)
  for (const work of [
    () => services.listShops(),
    () => services.run('organisation.list'),
    () => services.run('profile.get'),
    () => services.sessions(),
    () => services.run('recovery_code.create'),
    () => services.run('picture.save', { image: new Uint8Array([1]) }),
  ]) {
    await assert.rejects(work, (error) => isAppError(error) && error.code === 'unauthenticated')
  }

  const factorId = (await again.auth.getUser()).data.user?.factors?.[0]?.id ?? ''
  const shown = await again.auth.mfa.challengeAndVerify({ factorId, code: authenticatorCode(secret, 1) })
  assert.equal(shown.error, null)
  assert.equal(await status(shown.data?.access_token ?? ''), 200)
})

test('a session whose factor is removed opens nothing any more, whatever its token says', async () => {
  const person = await addPerson(installation, 'two-factors@example.com')
  await enrol(person)
  const { data: second, error } = await person.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' })
  if (error !== null) throw error
  const code = authenticatorCode(second.totp.secret)
  const raised = await person.auth.mfa.challengeAndVerify({ factorId: second.id, code })
  const token = raised.data?.access_token ?? ''
  assert.equal(await status(token), 200)
  assert.equal((await person.auth.mfa.unenroll({ factorId: second.id })).error, null)
  assert.equal(await status(token), 401, 'the other factor is still to be shown')
})

test('a recovery code takes the lost factor away, once', async () => {
  const person = await addPerson(installation, 'forgetful@example.com')
  const before = createAppServices(installation.runtime, visitOf(installation, person))
  await assert.rejects(
    before.run('recovery_code.create'),
    (error) => isAppError(error) && error.code === 'conflict',
    'codes made with the password alone would lead around the factor that is added now',
  )
  const { token } = await enrol(person)
  const complete = { ...person, session: { ...person.session, access_token: token } }
  const services = createAppServices(installation.runtime, visitOf(installation, complete))
  const { codes } = await services.run('recovery_code.create')
  assert.deepEqual([codes.length, (await services.run('recovery_code.count')).left], [10, 10])

  const again = await signInAgain(person)
  const incomplete = createAppServices(installation.runtime, visitOf(installation, again))
  const spend = (code: string) => incomplete.run('recovery_code.spend', { code })
  await assert.rejects(spend('wrong-wrong'), /not one of your recovery codes/)
  await spend(` ${codes[0]?.toUpperCase()} `)
  const later = await signInAgain(person)
  assert.equal(await status(later.session.access_token), 200, 'the password is enough now')
  await assert.rejects(spend(codes[0] ?? ''), /used already/)
  for (let tries = 0; tries < 10; tries += 1) await spend('x').catch(() => undefined)
  await assert.rejects(spend(codes[1] ?? ''), (error) => isAppError(error) && error.code === 'limit_reached')
})
