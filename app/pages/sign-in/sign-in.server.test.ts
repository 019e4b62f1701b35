import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuthApiError,
  AuthInvalidTokenResponseError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js'
import { sayRefusal } from '../../blocks/credentials/credentials.server.ts'
import { type AuthRefusal, toAuthRefusal } from './sign-in.server.ts'

function messageOf({ body }: Pick<AuthRefusal, 'body'>): string {
  return sayRefusal(body, 'en').message
}

test('a wrong password is told in our words, without a field that gives away which part is wrong', () => {
  const { body, status } = toAuthRefusal(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'))
  assert.equal(status, 400)
  assert.equal(body.code, 'invalid_credentials')
  assert.equal(body.field, undefined)
  assert.doesNotMatch(messageOf({ body }), /Invalid login credentials/)
})

test('an unconfirmed address keeps its code, so that the form can offer another mail', () => {
  const { body } = toAuthRefusal(new AuthApiError('Email not confirmed', 400, 'email_not_confirmed'))
  assert.equal(body.code, 'email_not_confirmed')
})

test('a locked account is refused for good', () => {
  assert.equal(toAuthRefusal(new AuthApiError('User is banned', 400, 'user_banned')).status, 403)
})

test('a limit says when to try again', () => {
  const text = 'For security purposes, you can only request this after 42 seconds.'
  const { body, status } = toAuthRefusal(new AuthApiError(text, 429, 'over_email_send_rate_limit'))
  assert.equal(status, 429)
  assert.equal(body.retryInSeconds, 42)
  assert.match(messageOf({ body }), /in 42 seconds\.$/)
})

test('mails that are used up are not said to be the person’s fault', () => {
  const { body, status } = toAuthRefusal(
    new AuthApiError('email rate limit exceeded', 429, 'over_email_send_rate_limit'),
  )
  assert.equal(status, 429)
  assert.match(messageOf({ body }), /^Your Tillsight server has sent as many emails as it may within an hour/)
})

test('one second is not many, and none is one', () => {
  for (const seconds of ['0 seconds', '1 second']) {
    const { body } = toAuthRefusal(
      new AuthApiError(`only request this after ${seconds}.`, 429, 'over_sms_send_rate_limit'),
    )
    assert.equal(body.retryInSeconds, 1)
    assert.match(messageOf({ body }), /in 1 second\.$/)
  }
})

test('a limit without a time asks for patience', () => {
  const { body } = toAuthRefusal(new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'))
  assert.equal(body.retryInSeconds, null)
  assert.match(messageOf({ body }), /in a few minutes/)
})

test('every reason against a password is named', () => {
  const { body, status } = toAuthRefusal(new AuthWeakPasswordError('weak', 422, ['length', 'pwned']))
  assert.equal(status, 422)
  assert.deepEqual(body.reasons, ['length', 'pwned'])
  assert.match(sayRefusal(body, 'en').fields['password'] ?? '', /too short.*leaks/)
})

test('a weak password without reasons is still one', () => {
  const { body } = toAuthRefusal(new AuthWeakPasswordError('weak', 422, []))
  assert.deepEqual(sayRefusal(body, 'en').fields, { password: 'Choose a stronger password.' })
})

test('an outage is ours: nothing was changed', () => {
  for (const error of [
    new AuthRetryableFetchError('fetch failed', 0),
    new AuthRetryableFetchError('gateway', 503),
    new AuthUnknownError('not JSON', undefined),
    new AuthInvalidTokenResponseError(),
  ]) {
    const { body, status } = toAuthRefusal(error)
    assert.equal(status, 503, error.name)
    assert.match(messageOf({ body }), /nothing was changed/)
  }
})

test('a session that is gone asks to sign in again', () => {
  assert.equal(toAuthRefusal(new AuthSessionMissingError()).status, 401)
  assert.equal(toAuthRefusal(new AuthApiError('gone', 403, 'session_not_found')).status, 401)
})

test('validation finds its field by the text, since its code is one for all', () => {
  const fieldOf = (text: string) => toAuthRefusal(new AuthApiError(text, 400, 'validation_failed')).body.field
  assert.equal(fieldOf('Unable to validate email address: invalid format'), 'address')
  assert.equal(fieldOf('Invalid phone number format (E.164 required)'), 'address')
  assert.equal(fieldOf('Password cannot be longer than 72 characters'), 'password')
  assert.equal(fieldOf('Something else'), undefined)
})

test('codes are told at the code, whatever made them wrong', () => {
  for (const code of [
    'otp_expired',
    'mfa_verification_failed',
    'mfa_challenge_expired',
    'reauthentication_not_valid',
  ]) {
    const { body } = toAuthRefusal(new AuthApiError('x', 422, code))
    assert.equal(body.field, 'code', code)
  }
})

test('an unknown answer never shows the text of the service', () => {
  const { body, status } = toAuthRefusal(new AuthApiError('<b>pq: relation missing</b>', 400, 'brand_new_code'))
  assert.equal(status, 400)
  assert.doesNotMatch(messageOf({ body }), /pq|<b>/)
})
