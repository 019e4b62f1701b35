import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callbackProblem } from './callback-problem.server.ts'

test('a code says more than the kind of error it came with', () => {
  assert.equal(callbackProblem({ error: 'access_denied', code: 'otp_expired' }).title, 'problem.expired')
  assert.equal(callbackProblem({ error: 'access_denied', code: '' }).title, 'problem.cancelled')
})

test('a link from another browser tells that the address is confirmed all the same', () => {
  assert.equal(callbackProblem({ error: '', code: 'pkce_code_verifier_not_found' }).text, 'problem.elsewhere.text')
})

test('an outage is not blamed on the visitor', () => {
  assert.equal(callbackProblem({ error: 'server_error', code: 'unexpected_failure' }).title, 'problem.outage')
})

test('whatever else a link says, the page says something of its own', () => {
  for (const code of ['constructor', '__proto__', '<script>', '']) {
    assert.equal(callbackProblem({ error: '', code }).title, 'problem.unknown', code)
  }
})
