import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callbackProblem } from './callback-problem.server.ts'

test('a code says more than the kind of error it came with', () => {
  assert.equal(callbackProblem({ error: 'access_denied', code: 'otp_expired' }).title, 'This link no longer works')
  assert.equal(callbackProblem({ error: 'access_denied', code: '' }).title, 'The sign-in was cancelled')
})

test('a link from another browser tells that the address is confirmed all the same', () => {
  assert.match(callbackProblem({ error: '', code: 'pkce_code_verifier_not_found' }).text, /that is done/)
})

test('an outage is not blamed on the visitor', () => {
  assert.match(callbackProblem({ error: 'server_error', code: 'unexpected_failure' }).title, /does not answer/)
})

test('whatever else a link says, the page says something of its own', () => {
  for (const code of ['constructor', '__proto__', '<script>', '']) {
    assert.equal(callbackProblem({ error: '', code }).title, 'That did not work', code)
  }
})
