import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFragment } from './fragment.ts'

test('an error becomes a query without the words that came with it', () => {
  const found = readFragment('#error=access_denied&error_code=otp_expired&error_description=Call+0900&sb=')
  assert.equal(found.kind, 'answer')
  assert.equal(found.kind === 'answer' && found.search.toString(), 'error=access_denied&error_code=otp_expired')
})

test('the first of two confirmations is a message', () => {
  const found = readFragment('#message=Confirmation+link+accepted&sb=')
  assert.equal(found.kind === 'answer' && found.search.toString(), 'message=accepted')
})

test('tokens are found with the type of their link', () => {
  const found = readFragment('#access_token=a&expires_in=3600&refresh_token=r&token_type=bearer&type=recovery')
  assert.deepEqual(found, { kind: 'tokens', tokens: { access_token: 'a', refresh_token: 'r', type: 'recovery' } })
})

test('half a pair of tokens, or nothing, is nothing', () => {
  for (const hash of ['', '#', '#access_token=a', '#content']) assert.deepEqual(readFragment(hash), { kind: 'none' })
})
