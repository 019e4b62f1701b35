import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js'
import { sayRefusal } from '../../blocks/credentials/credentials.server.ts'
import { refusalOf } from './auth-refusal.server.ts'

test('a known code is said in plain words, at the field it is about', () => {
  const { failure, status } = refusalOf(new AuthApiError('Token has expired or is invalid', 403, 'otp_expired'))
  assert.equal(status, 403)
  const { message, fields } = sayRefusal(failure, 'en')
  assert.equal(fields['code'], message)
  assert.match(message, /Wrong or expired code/)
  assert.match(sayRefusal(failure, 'de').message, /falsch oder abgelaufen/)
})

test('every reason why a password is weak has its own sentence', () => {
  const { failure, status } = refusalOf(new AuthWeakPasswordError('x', 422, ['length', 'pwned']))
  assert.equal(status, 422)
  assert.match(sayRefusal(failure, 'en').fields['password'] ?? '', /too short.*leak/)
  assert.deepEqual(failure.reasons, ['length', 'pwned'])
})

test('what the service calls malformed is said in the words of the form', () => {
  const error = new AuthApiError('Unable to validate email address: invalid format', 400, 'validation_failed')
  assert.deepEqual(refusalOf(error, { text: 'emailIncomplete', field: 'email' }).failure.texts, ['emailIncomplete'])
})

test('too early an attempt says how long to wait', () => {
  const error = new AuthApiError('You can only request this after 42 seconds.', 429, 'over_email_send_rate_limit')
  assert.equal(sayRefusal(refusalOf(error).failure, 'en').message, 'Too many attempts. Try again in 42 seconds.')
  assert.match(
    sayRefusal(refusalOf(new AuthApiError('x', 429, 'over_request_rate_limit')).failure, 'en').message,
    /few minutes/,
  )
})

test('an outage is nobody’s mistake and keeps the page', () => {
  assert.equal(refusalOf(new AuthRetryableFetchError('down', 0)).status, 503)
  assert.equal(refusalOf(new AuthApiError('x', 500, 'unexpected_failure')).status, 503)
})

test('the steps that help are offered with the refusal', () => {
  assert.equal(refusalOf(new AuthApiError('x', 401, 'insufficient_aal')).failure.remedy, 'factor')
  assert.equal(refusalOf(new AuthApiError('x', 400, 'reauthentication_needed')).failure.remedy, 'nonce')
})

test('a session that is over leads to signing in', () => {
  for (const error of [new AuthSessionMissingError(), new AuthApiError('x', 403, 'session_not_found')]) {
    assert.throws(
      () => refusalOf(error),
      (thrown) => thrown instanceof Response && thrown.headers.get('Location') === '/auth/login',
    )
  }
})
