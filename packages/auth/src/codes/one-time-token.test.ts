import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPkceHash, randomDigits } from './one-time-token.ts'

test('codes have the asked length, leading zeros included, and use every digit alike', () => {
  const codes = Array.from({ length: 3000 }, () => randomDigits(6))
  assert.ok(codes.every((code) => /^\d{6}$/.test(code)))
  assert.equal(randomDigits(10).length, 10)
  const counts = Map.groupBy(codes.join(''), (digit) => digit)
  assert.equal(counts.size, 10)
  for (const [digit, seen] of counts) {
    assert.ok(Math.abs(seen.length - 1800) < 300, `${digit}: ${seen.length}`)
  }
  assert.ok(codes.some((code) => code.startsWith('0')))
})

test('a hash of a PKCE flow is known by its prefix', () => {
  assert.deepEqual([isPkceHash('pkce_ab'), isPkceHash('abpkce_'), isPkceHash('')], [true, false, false])
})
