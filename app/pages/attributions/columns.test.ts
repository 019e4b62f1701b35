import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenColumns, columnsFor, columnsPatch, creditColumns, usualKeys } from './columns.ts'

const keysOf = (preference: Readonly<Record<string, unknown>>) =>
  chosenColumns(preference, creditColumns).map(({ key }) => key)

test('whoever chose nothing, or nothing there is, sees the usual columns', () => {
  assert.deepEqual(keysOf({}), usualKeys)
  assert.deepEqual(keysOf({ attributions: { columns: ['nothing', 7] } }), usualKeys)
  assert.deepEqual(keysOf({ attributions: 'x' }), usualKeys)
})

test('chosen columns keep their order, each once', () => {
  assert.deepEqual(keysOf({ attributions: { columns: ['roas', 'spend', 'roas', 'gone'] } }), ['roas', 'spend'])
  assert.deepEqual(columnsPatch(['roas']), { attributions: { columns: ['roas'] } })
  assert.deepEqual(columnsPatch(null), { attributions: { columns: null } })
})

test('whoever does not see profit has no columns of it, whatever is stored', () => {
  const stored = { attributions: { columns: ['profit', 'spend', 'poas', 'credited_cm2'] } }
  const keysFor = (seeProfit: boolean) => chosenColumns(stored, columnsFor({ seeProfit })).map(({ key }) => key)
  assert.deepEqual(keysFor(true), ['profit', 'spend', 'poas', 'credited_cm2'])
  assert.deepEqual(keysFor(false), ['spend'])
})

test('keys of columns are there once', () => {
  assert.equal(new Set(creditColumns.map(({ key }) => key)).size, creditColumns.length)
})
