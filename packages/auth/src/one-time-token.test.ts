import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPkceHash, randomDigits, spendToken } from './one-time-token.ts'
import { startTestAuth } from './testing.ts'

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

test('a token that another one replaced cannot be spent in its place', async (t) => {
  const auth = await startTestAuth(t)
  const db = auth.database.kysely
  const read = () => db.selectFrom('authOneTimeTokens').selectAll().executeTakeFirstOrThrow()
  const ask = () => auth.client().auth.signInWithOtp({ email: 'replaced@shop.example' })
  await ask()
  const first = await read()
  auth.clock.advance(61)
  await ask()
  const second = await read()
  assert.equal(first.id, second.id)
  assert.equal(await spendToken(db, first), false)
  assert.equal(await spendToken(db, second), true)
  assert.equal(await spendToken(db, second), false)
})
