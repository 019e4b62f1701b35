import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillRow, packRows, type Span } from './pack.ts'

const tile = { columns: 1, isTall: false }
const chart = (columns: number) => ({ columns, isTall: true })
const columnsOf = (spans: readonly Span[]) => spans.map(({ columns }) => columns)

test('what fits stays as wide as it was asked to be', () => {
  assert.deepEqual(columnsOf(packRows([chart(3), chart(1), tile, tile], 4)), [3, 1, 1, 1])
})

test('whoever stands before a hole is widened into it', () => {
  assert.deepEqual(columnsOf(packRows([tile, tile, chart(3), tile], 4)), [1, 3, 4, 1])
})

test('three tiles stand above each other beside a chart, when there are that many', () => {
  const three = [tile, tile, tile]
  assert.deepEqual(packRows([chart(3), ...three], 4)[0], { columns: 3, rows: 3 })
  assert.deepEqual(columnsOf(packRows([chart(3), ...three], 4)), [3, 1, 1, 1])
  assert.deepEqual(columnsOf(packRows([chart(3), tile, tile], 4)), [4, 1, 1])
})

test('a chart that nothing stands beside takes the whole row', () => {
  assert.deepEqual(packRows([chart(2)], 4), [{ columns: 4, rows: 1 }])
})

test('nothing is wider than the grid', () => {
  assert.deepEqual(packRows([chart(4), tile], 2), [
    { columns: 2, rows: 1 },
    { columns: 1, rows: 1 },
  ])
})

test('a browser that fills the grid in order leaves no cell empty but at the end of the last row', () => {
  const options = fc.record({ columns: fc.integer({ min: 1, max: 4 }), isTall: fc.boolean() })
  fc.assert(
    fc.property(fc.array(options, { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), (wishes, columns) => {
      const spans = packRows(wishes, columns)
      assert.equal(spans.length, wishes.length)
      const taken = flow(spans, columns)
      const last = Math.max(-1, ...[...taken].map((cell) => Number(cell.split('/')[0])))
      for (const row of range(Math.max(0, last))) {
        for (const column of range(columns)) assert.ok(taken.has(`${row}/${column}`), `hole at ${row}/${column}`)
      }
    }),
  )
})

test('the first of a row of equal tiles takes what the last line would leave', () => {
  assert.deepEqual([fillRow(5, 5), fillRow(5, 3), fillRow(5, 2), fillRow(7, 4), fillRow(2, 4)], [1, 2, 2, 2, 3])
})

/** The occupied cells when each item takes the first free position after the previous one, as browsers do it. */
function flow(spans: readonly Span[], columns: number): Set<string> {
  const taken = new Set<string>()
  let [row, column] = [0, 0]
  for (const span of spans) {
    const cells = () => range(span.rows).flatMap((y) => range(span.columns).map((x) => `${row + y}/${column + x}`))
    while (column + span.columns > columns || cells().some((cell) => taken.has(cell))) {
      column += 1
      if (column >= columns) [row, column] = [row + 1, 0]
    }
    for (const cell of cells()) taken.add(cell)
  }
  return taken
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
