import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableModel } from '../model.ts'
import { readSort, sortRows, sortText } from './sort-rows.ts'

const row = (label: string, ...values: (number | null)[]) => ({
  value: label,
  label,
  picture: null,
  cells: values.map(String),
  values,
  share: null,
  before: null,
  change: null,
})

const table: TableModel = {
  dimension: 'country',
  dimensionLabel: 'Country',
  overlapping: [],
  columns: [
    { key: 'sales', label: 'Sales' },
    { key: 'aov', label: 'AOV' },
  ],
  totals: ['60', '3'],
  rows: [row('Germany', 30, 2), row('Austria', 20, null), row('Chile', 10, 5)],
  hasMore: false,
}

function labels(sort: string | undefined): string {
  return sortRows(table, readSort(sort, 'own.k3'))
    .map(({ label }) => label.charAt(0))
    .join('')
}

test('a table stays as it was loaded until it is asked for another order', () => {
  assert.equal(labels(undefined), 'GAC')
  assert.equal(labels('-own.other.aov'), 'GAC')
  assert.equal(labels('own.k3.nothing'), 'GAC')
})

test('what has no value is last in both directions', () => {
  assert.equal(labels('-own.k3.aov'), 'CGA')
  assert.equal(labels('own.k3.aov'), 'GCA')
})

test('names sort by the alphabet', () => {
  assert.equal(labels('own.k3.label'), 'ACG')
  assert.equal(labels('-own.k3.label'), 'GCA')
})

test('an order is read back from what the address says', () => {
  const order = { column: 'aov', isDescending: true }
  assert.deepEqual(readSort(sortText('own.k3', order), 'own.k3'), order)
})
