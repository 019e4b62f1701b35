import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainCell } from './plain-cell.ts'

test('what a spreadsheet would compute becomes text', () => {
  for (const text of ['=1+1', '+49 30 1', '-cmd', '@SUM(A1)', '\t=1', '\uFF1D1'])
    assert.equal(plainCell(text), `'${text}`)
})

test('numbers and names stay as they are', () => {
  for (const text of ['-12.50', '0', 'Tea = good', '', '5-pack']) assert.equal(plainCell(text), text)
})
