import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNewer } from './updates.ts'

test('a version is newer by its first number that differs, and what is no version never is', () => {
  for (const [published, own] of [
    ['1.0.1', '1.0.0'],
    ['1.10.0', '1.9.9'],
    ['2.0.0', '1.99.99'],
  ] as const)
    assert.equal(isNewer(published, own), true, published)
  for (const [published, own] of [
    ['1.0.0', '1.0.0'],
    ['0.9.9', '1.0.0'],
    ['1.9.9', '1.10.0'],
    ['latest', '1.0.0'],
    ['1.0.0-rc1', '0.9.0'],
  ] as const)
    assert.equal(isNewer(published, own), false, published)
})
