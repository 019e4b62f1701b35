import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSecretsBox } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import { exportJWK, generateKeyPair } from 'jose'
import { readAuthSettings } from '../settings.ts'
import { movableClock } from '../testing.ts'
import { createKeyRing } from './key-ring.ts'

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
    [JSON.stringify([{ ...signing, alg: 'none' }]), /not among/],
    [JSON.stringify([{ ...signing, kid: undefined }]), /kid/],
  ] as const) {
    await assert.rejects(async () => ring({ AUTH_JWT_KEYS: text }).keys.signer(), why)
  }
})
