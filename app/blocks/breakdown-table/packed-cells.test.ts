import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellModel } from './model.ts'
import { packCells, unpackCells } from './packed-cells.ts'

test('cells are the same after they have travelled as one text', () => {
  const change = { text: '+3.5%', direction: 'up', tone: 'bad', caveat: undefined } as const
  const cells: readonly (CellModel | null)[] = [
    { kind: 'figure', text: '€1.00', change, isMaturing: false },
    { kind: 'figure', text: '–', change: null, isMaturing: true },
    null,
    { kind: 'status', status: { text: 'Active', tone: 'good' } },
    { kind: 'status', status: null },
    { kind: 'budget', budget: { text: '€50 a day', note: '10% today', share: 0.1, long: 'A sentence.' } },
    { kind: 'budget', budget: { text: '€50 a day', note: 'shared budget', share: null, long: 'A sentence.' } },
    { kind: 'budget', budget: null },
    { kind: 'trend', course: 'AbC.' },
    { kind: 'trend', course: '' },
  ]
  assert.deepEqual(unpackCells(packCells(cells)), cells)
})

test('what separates cells cannot come from a platform', () => {
  const status = { text: 'Active\n\tf\t€1,000,000', tone: 'good' } as const
  const cells = unpackCells(
    packCells([
      { kind: 'status', status },
      { kind: 'trend', course: 'A' },
    ]),
  )
  assert.equal(cells.length, 2)
  assert.deepEqual(cells[0], { kind: 'status', status: { text: 'Active  f €1,000,000', tone: 'good' } })
})
