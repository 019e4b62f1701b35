import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError, isAppError } from './errors.ts'

test('an error carries its code, its details and what caused it', () => {
  const cause = new Error('socket closed')
  const error = new AppError('unavailable', 'The store does not answer.', { details: { status: 503 }, cause })
  assert.equal(error.code, 'unavailable')
  assert.equal(error.message, 'The store does not answer.')
  assert.deepEqual(error.details, { status: 503 })
  assert.equal(error.cause, cause)
  assert.equal(error.name, 'AppError')
  assert.ok(error instanceof Error)
})

test('without options there are no details and no cause', () => {
  const error = new AppError('not_found', 'There is no such shop.')
  assert.deepEqual(error.details, {})
  assert.equal('cause' in error, false)
})

test('errors are recognised by brand, so that a second copy of the class does not matter', () => {
  assert.equal(isAppError(new AppError('conflict', 'Somebody else was faster.')), true)
  assert.equal(isAppError({ [Symbol.for('tillsight.AppError')]: true, code: 'conflict' }), true)
})

test('other values are not errors of ours', () => {
  for (const value of [new Error('x'), { code: 'conflict' }, null, undefined, 'conflict', 42]) {
    assert.equal(isAppError(value), false)
  }
})
