import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '@tillsight/metrics'
import { isKept, toggleFilter } from './toggle-filter.ts'

const country: Filter = { dimension: 'country', operator: 'is', values: ['DE'] }

test('values of a dimension are kept beside each other, and taken back one by one', () => {
  const one = toggleFilter([country], 'channel', 'metaads')
  const two = toggleFilter(one, 'channel', 'googleads')
  assert.deepEqual(two, [country, { dimension: 'channel', operator: 'is', values: ['metaads', 'googleads'] }])
  assert.deepEqual([isKept(two, 'channel', 'googleads'), isKept(two, 'channel', 'tiktokads')], [true, false])
  assert.deepEqual(toggleFilter(toggleFilter(two, 'channel', 'metaads'), 'channel', 'googleads'), [country])
})

test('a filter that drops values is another one', () => {
  const drops: Filter = { dimension: 'channel', operator: 'is_not', values: ['metaads'] }
  assert.equal(isKept([drops], 'channel', 'metaads'), false)
  assert.deepEqual(toggleFilter([drops], 'channel', 'metaads'), [
    drops,
    { dimension: 'channel', operator: 'is', values: ['metaads'] },
  ])
})
