import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCode, labelCode } from './code-words.ts'

test('a code is named by its digits, as far as they are known', () => {
  assert.deepEqual([6, 8, null].map(describeCode), ['a six-digit code', 'an eight-digit code', 'a code'])
  assert.deepEqual([6, 8, null].map(labelCode), ['Six-digit code', 'Eight-digit code', 'Code'])
})
