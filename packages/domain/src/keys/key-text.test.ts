import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findKeyIn, hashKey, makeKey, prefixOf, printKey } from './key-text.ts'

test('a key is 47 characters made of 32 bytes, and is stored as its hash', () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => 255 - index)
  const key = printKey(bytes)
  assert.equal(key, 'tsk___79_Pv6-fj39vX08_Lx8O_u7ezr6uno5-bl5OPi4eA')
  assert.equal(hashKey(key), 'e0c83abffd8cb1f515dceb0add54983bd3b50562ca7c561adacade7945717a36')
  assert.equal(prefixOf(key), 'tsk___79_Pv6')
  assert.equal(key.length, 47)
})

test('no two keys are alike, and each is found in any text', () => {
  const keys = Array.from({ length: 200 }, makeKey)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) assert.equal(findKeyIn(`/api/v1/shops?key=${key}&x=1`), key)
  assert.equal(findKeyIn('/api/v1/shops?key=tsk_short'), undefined)
})
