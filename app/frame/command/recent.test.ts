import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRecent, withRecent } from './recent.ts'

test('the latest command comes first, each once, at most six', () => {
  assert.deepEqual(withRecent(['a', 'b'], 'b'), ['b', 'a'])
  assert.deepEqual(withRecent(['a', 'b', 'c', 'd', 'e', 'f'], 'g'), ['g', 'a', 'b', 'c', 'd', 'e'])
})

test('whatever else was stored counts as nothing', () => {
  assert.deepEqual(parseRecent('["a","b"]'), ['a', 'b'])
  assert.deepEqual(parseRecent('["a",7,null]'), ['a'])
  for (const text of [null, '', '{', '{"a":1}', '7']) assert.deepEqual(parseRecent(text), [])
})
