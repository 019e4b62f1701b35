import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSecretsBox } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createKeyRing } from './key-ring.ts'
import { readAuthSettings } from './settings.ts'
import { movableClock, startTestAuth } from './testing.ts'

const db = await openTestDatabase({ after })
const box = createSecretsBox({ secret: 'the secret of a test installation' })
const day = 86_400

function ring(env: Record<string, string> = {}, clock = movableClock()) {
  return { clock, keys: createKeyRing({ settings: readAuthSettings(env).jwt, db, box, clock }) }
}

test('many processes that start at once agree on one key', async () => {
  const rings = Array.from({ length: 6 }, () => ring().keys)
  const kids = await Promise.all(rings.map(async (keys) => (await keys.signer()).kid))
  assert.equal(new Set(kids).size, 1)
  const published = await ring().keys.published()
  assert.deepEqual(
    [published.length, published[0]?.kid, published[0]?.alg, published[0]?.d],
    [1, kids[0], 'ES256', undefined],
  )
})

test('a key is published before it signs, and its predecessor is believed until its last token has run out', async () => {
  const { keys, clock } = ring()
  const first = (await keys.signer()).kid
  clock.advance(91 * day)
  await keys.rotate()
  assert.equal((await keys.signer()).kid, first)
  assert.equal((await keys.published()).length, 2)
  clock.advance(16 * 60)
  const second = (await keys.signer()).kid
  assert.notEqual(second, first)
  await keys.rotate()
  assert.notEqual(await keys.find({ kid: first }), undefined)
  clock.advance(2 * day)
  await keys.rotate()
  assert.equal(await keys.find({ kid: first }), undefined)
  assert.equal((await keys.signer()).kid, second)
})

test('an unknown kid finds nothing, and only HS256 falls back to the shared secret', async () => {
  const without = ring().keys
  assert.equal(await without.find({ kid: 'unknown', alg: 'HS256' }), undefined)
  const { keys } = ring({ AUTH_JWT_SECRET: 'a shared secret of the project' })
  assert.equal((await keys.find({ kid: 'unknown', alg: 'HS256' }))?.algorithm, 'HS256')
  assert.equal(await keys.find({ kid: 'unknown', alg: 'RS256' }), undefined)
  const known = (await keys.signer()).kid
  assert.equal((await keys.find({ kid: known, alg: 'HS256' }))?.algorithm, 'ES256')
  assert.ok((await keys.published()).every(({ kty }) => kty === 'EC'))
})

test('configured keys sign and verify as marked; a set that cannot work says why', async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const old = await generateKeyPair('ES256', { extractable: true })
  const signing = { ...(await exportJWK(pair.privateKey)), kid: 'new', alg: 'RS256', key_ops: ['sign'] }
  const earlier = { ...(await exportJWK(old.publicKey)), kid: 'old', alg: 'ES256', key_ops: ['verify'] }
  const { keys } = ring({ AUTH_JWT_KEYS: JSON.stringify([signing, earlier]) })
  assert.equal((await keys.signer()).kid, 'new')
  assert.equal((await keys.find({ kid: 'old' }))?.algorithm, 'ES256')
  const published = await keys.published()
  assert.deepEqual(
    published.map(({ kid, d, p }) => [kid, d, p]),
    [
      ['new', undefined, undefined],
      ['old', undefined, undefined],
    ],
  )
  for (const [text, why] of [
    ['nonsense', /not JSON/],
    ['[]', /list of keys/],
    [JSON.stringify([earlier]), /exactly one private key/],
    [JSON.stringify([signing, { ...earlier, kid: 'new' }]), /two keys have the kid “new”/],
    [JSON.stringify([{ ...signing, alg: 'none' }]), /“none” of the key new is not among/],
    [JSON.stringify([{ ...signing, alg: 'ES256' }]), /the key new is none for ES256/],
    [JSON.stringify([{ ...signing, n: undefined }]), /the key new cannot be read/],
    [JSON.stringify([{ ...signing, kid: undefined }]), /kid/],
    [
      JSON.stringify([signing, { kty: 'oct', k: 'c2hvcnQ', kid: 'weak', alg: 'HS256' }]),
      /weak has fewer than 16 bytes/,
    ],
  ] as const) {
    assert.throws(() => ring({ AUTH_JWT_KEYS: text }), why, 'when it is put together, not with the first request')
  }
})

test('the reference’s set works: a shared secret verifies beside the key that signs, and is published to nobody', async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  const rsa = {
    ...(await exportJWK(pair.privateKey)),
    kid: 'rsa',
    alg: 'RS256',
    use: 'sig',
    key_ops: ['sign', 'verify'],
  }
  const secret = Buffer.from('a secret that other programs share')
  const shared = { kty: 'oct', k: secret.toString('base64url'), kid: 'shared', alg: 'HS256', key_ops: ['verify'] }
  const auth = await startTestAuth({ after }, { env: { AUTH_JWT_KEYS: JSON.stringify([shared, rsa]) } })
  const { data } = await auth.admin().auth.admin.createUser({
    email: 'reference@example.com',
    password: 'a long enough password',
    email_confirm: true,
  })
  assert.ok(data.user)
  const signedIn = await auth
    .client()
    .auth.signInWithPassword({ email: 'reference@example.com', password: 'a long enough password' })
  assert.equal(decodeProtectedHeader(signedIn.data.session?.access_token ?? '').kid, 'rsa')
  const other = await new SignJWT({ role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', kid: 'shared' })
    .setSubject(data.user.id)
    .setExpirationTime('5m')
    .sign(secret)
  assert.equal((await auth.raw('/user', { bearer: other })).status, 200)
  const jwks = await auth.raw('/.well-known/jwks.json')
  assert.deepEqual(
    Object(jwks.body).keys.map((jwk: { kid: string }) => jwk.kid),
    ['rsa'],
  )
})
