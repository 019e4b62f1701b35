import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeRefreshToken, encodeRefreshToken } from './tokens.ts'

const key = randomBytes(32)

test('a token names its session and counter, and only its own key has signed it', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.bigInt({ min: 0n, max: 2n ** 62n }), (session, counter) => {
      const token = decodeRefreshToken(encodeRefreshToken({ session, counter }, key))
      assert.deepEqual([token?.session, token?.counter], [session, counter])
      assert.deepEqual([token?.isSignedBy(key), token?.isSignedBy(randomBytes(32))], [true, false])
    }),
  )
})

test('a token with any changed, missing or added character is not a token, or not signed', () => {
  const text = encodeRefreshToken({ session: randomUUID(), counter: 300n }, key)
  const broken = (changed: string) => !(decodeRefreshToken(changed)?.isSignedBy(key) ?? false)
  for (const index of text.split('').keys()) {
    const other = text[index] === 'A' ? 'B' : 'A'
    assert.ok(broken(text.slice(0, index) + other + text.slice(index + 1)), `changed at ${index}`)
    assert.ok(broken(text.slice(0, index) + text.slice(index + 1)), `missing at ${index}`)
  }
  for (const tail of ['A', '=', '==', ' ', '\n', '.']) assert.ok(broken(text + tail), JSON.stringify(tail))
})

test('noise is never taken for a token', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => decodeRefreshToken(text) === undefined))
})
