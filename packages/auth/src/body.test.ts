import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitting } from './wire.ts'

test('of what others say about a person as much is kept as sessions can carry', () => {
  const said = { name: 'Ada', groups: Array.from({ length: 200 }, (_, index) => `group ${index}`), locale: 'en' }
  assert.deepEqual(fitting(said), { name: 'Ada', locale: 'en' })
})
