import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import fc from 'fast-check'
import { createSecretsBox } from './secrets-box.ts'

const secret = 'a-secret-of-the-installation'
const box = createSecretsBox({ secret })

test('what was sealed opens again with the same context only', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (plain, context) => {
      const sealed = box.seal(plain, context)
      assert.equal(box.open(sealed, context), plain)
      assert.throws(() => box.open(sealed, `${context}!`), isAppError)
    }),
  )
})

test('the same text is sealed differently every time and never in clear', () => {
  const first = Buffer.from(box.seal('cs_very_secret', 'connection:1'))
  const second = Buffer.from(box.seal('cs_very_secret', 'connection:1'))
  assert.notDeepEqual(first, second)
  assert.equal(first.includes('cs_very_secret'), false)
})

test('one changed byte anywhere is noticed', () => {
  const sealed = Buffer.from(box.seal('value', 'c'))
  for (let index = 0; index < sealed.length; index++) {
    const damaged = Buffer.from(sealed)
    damaged[index] = (damaged[index] ?? 0) ^ 1
    assert.throws(() => box.open(damaged, 'c'), isAppError)
  }
  assert.throws(() => box.open(sealed.subarray(0, 10), 'c'), isAppError)
})

test('after a change of secret the earlier one still opens, and what it sealed counts as outdated', () => {
  const sealed = box.seal('value', 'c')
  const rotated = createSecretsBox({ secret: 'another-secret-of-the-installation', earlier: [secret] })
  assert.equal(rotated.open(sealed, 'c'), 'value')
  assert.equal(rotated.isOutdated(sealed), true)
  assert.equal(rotated.isOutdated(rotated.seal('value', 'c')), false)
  const forgotten = createSecretsBox({ secret: 'another-secret-of-the-installation' })
  assert.throws(() => forgotten.open(sealed, 'c'), /another TILLSIGHT_SECRET/)
})

test('a short secret is refused', () => {
  assert.throws(() => createSecretsBox({ secret: 'short' }), /too short/)
})
