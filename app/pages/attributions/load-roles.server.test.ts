import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roleOf } from './load-roles.server.ts'

test('a channel opens, closes, helps or does both, and of a handful of orders nothing is said', () => {
  assert.equal(roleOf({ first: 30, last: 20, ratio: 0.5 }), 'opens')
  assert.equal(roleOf({ first: 20, last: 30, ratio: 0.5 }), 'closes')
  assert.equal(roleOf({ first: 20, last: 22, ratio: 1.4 }), 'helps')
  assert.equal(roleOf({ first: 20, last: 22, ratio: 0.4 }), 'both')
  assert.equal(roleOf({ first: 4, last: 5, ratio: null }), '')
})
