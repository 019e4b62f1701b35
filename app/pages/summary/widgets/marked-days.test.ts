import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch } from '../../../search/index.ts'
import { markedDays, unzoomed, zoomedFrom } from './marked-days.ts'

const range = { from: '2026-10-28', to: '2026-11-20' }

test('marked days begin with the first point and end before the one after the last', () => {
  const buckets = ['2026-10-28', '2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01']
  assert.deepEqual(markedDays({ from: 1, to: 3 }, { buckets, range }), { from: '2026-10-29', to: '2026-10-31' })
})

test('weeks that reach beyond the range are cut to it', () => {
  const buckets = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']
  assert.deepEqual(markedDays({ from: 0, to: 3 }, { buckets, range }), range)
})

test('what was shown before the first marking is remembered, however often a part is marked', () => {
  assert.equal(zoomedFrom(parseSearch('?range=90d')), '90d')
  assert.equal(zoomedFrom(parseSearch('?from=2026-01-01&to=2026-03-31')), '2026-01-01~2026-03-31')
  assert.equal(zoomedFrom(parseSearch('?from=2026-02-01&to=2026-02-28&zoom=90d')), '90d')
})

test('the days from before the marking come back with one link', () => {
  assert.equal(
    unzoomed(parseSearch('?from=2026-02-01&to=2026-02-28&zoom=90d&metric=orders')),
    '?range=90d&metric=orders',
  )
  assert.equal(
    unzoomed(parseSearch('?from=2026-02-01&to=2026-02-28&zoom=2026-01-01~2026-03-31')),
    '?from=2026-01-01&to=2026-03-31',
  )
  assert.equal(unzoomed(parseSearch('?from=2026-02-01&to=2026-02-28')), undefined)
})
