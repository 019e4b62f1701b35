import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { chooseDecimals, fromCell, joinList, readNumber, splitList, toCell, toCsv } from './cells.ts'
import { readCostFile } from './read-cost-file.ts'

const marks = ["'", '"', '=', '+', '-', '@', ',', ';', '\t', '\n', '\r\n', '|', '\\', ':', 'é', '＝']

/** Texts as costs have them: trimmed, with anything else in them that a person or a spreadsheet may type. */
const text = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 4 }), fc.constantFrom(...marks)))
  .map((parts) => parts.join('').trim())

suite('cells of cost files', () => {
  test('hold any text without loss, and none is a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 }), async (notes) => {
        const rows = notes.map(([category, note]) => ({ category: category || 'x', cost: '1.50', note }))
        const content = toCsv(['category', 'cost', 'note'], rows)
        const table = await readCostFile({ name: 'x.csv', content })
        const read = table.rows.map(({ cell }) => ({
          category: cell('category'),
          cost: cell('cost'),
          note: cell('note'),
        }))
        assert.deepEqual([table.problems, read], [[], rows])
      }),
      { numRuns: 300 },
    )
    fc.assert(fc.property(text, (value) => !/^[=+@\t\r]/.test(toCell(value)) && fromCell(toCell(value)) === value))
  })

  test('hold lists of texts', () => {
    fc.assert(
      fc.property(fc.array(text.filter((part) => part !== '')), (parts) => {
        assert.deepEqual(splitList(joinList(parts)), parts)
      }),
    )
  })

  test('are numbers as their file writes them', () => {
    assert.deepEqual(
      [
        ['1.5', '1,000'],
        ['1,5', '1.234,56'],
        ['1,000', '2'],
        ['1', '2'],
        ['1,234', '5,5'],
        ['1.5', '2.5', '3,5'],
      ].map(chooseDecimals),
      ['point', 'comma', 'unclear', 'point', 'comma', 'point'],
    )
    assert.deepEqual(
      ['1.234,56', '12,5', '7', '1.5', 'x'].map((number) => readNumber(number, 'comma')),
      ['1234.56', '12.5', '7', undefined, 'x'],
    )
    assert.deepEqual(
      ['1.50', '1,5', '1,234.50', ''].map((number) => readNumber(number, 'point')),
      ['1.50', undefined, undefined, ''],
    )
  })
})
