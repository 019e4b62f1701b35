import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Preference } from '@tillsight/domain/inputs'
import { bandsOf, chosenColumns, columns, columnsPatch, storedColumns, usualColumns } from './columns.ts'

const keysOf = (stored: unknown) => chosenColumns(stored).map(({ key }) => key)

test('whoever has chosen nothing sees the usual columns, each of which exists', () => {
  for (const nothing of [undefined, null, 'adSpend', [], ['gone'], [7, {}]]) {
    assert.deepEqual(keysOf(nothing).toSorted(), usualColumns.toSorted())
  }
})

test('columns come in the chosen order, once, and without those that are not there any more', () => {
  assert.deepEqual(keysOf(['adCpc', 'gone', 'adSpend', 'adCpc']), ['adCpc', 'adSpend'])
})

test('columns beside each other that belong together share a heading', () => {
  const chosen = chosenColumns(['claimedRoas', 'claimedCpa', 'adSpend', 'claimedRevenue'])
  assert.deepEqual(bandsOf(chosen), [
    { group: 'claimed', count: 2 },
    { group: 'spend', count: 1 },
    { group: 'claimed', count: 1 },
  ])
})

test('each column exists once, and own attribution has a group of its own', () => {
  assert.deepEqual(
    columns.filter(({ group }) => group === 'own').map(({ key }) => key),
    ['ownOrders', 'ownRevenue', 'ownRoas', 'ownCpa', 'ownNewOrders', 'ownContribution', 'ownProfit', 'ownPoas'],
  )
  assert.equal(new Set(columns.map(({ key }) => key)).size, columns.length)
})

test('the choice stands beside what the specification stores, and leaves it as it is', () => {
  const stored = Preference.parse({ decimal: 0, ...columnsPatch(['adSpend', 'trend']) })
  assert.deepEqual(storedColumns(stored), ['adSpend', 'trend'])
  assert.deepEqual([stored.decimal, stored.summary.stats.pins], [0, []])
  assert.equal(storedColumns(Preference.parse({})), undefined)
  assert.equal(storedColumns({ campaigns: 'wide' }), undefined)
  assert.deepEqual(columnsPatch(null), { campaigns: null })
})
