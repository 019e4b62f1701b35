import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { nextSorting } from '../breakdown-table/sorting.ts'
import { type Arrangeable, findRows, pageOf, readSorting, sortRows } from './arrange-rows.ts'

const rows: readonly Arrangeable[] = [
  { label: 'Kandis 10', detail: 'TEA-9', ranks: { units: 3, share: null } },
  { label: 'Kandis 9', detail: 'TEA-10', ranks: { units: null, share: 1 } },
  { label: 'Assam', detail: undefined, ranks: { units: 12, share: 2 } },
]
const labels = (list: readonly Arrangeable[]) => list.map(({ label }) => label)

suite('arranging a table', () => {
  test('a search finds every word, in the name or below it, in any case', () => {
    assert.deepEqual(labels(findRows(rows, 'kandis')), ['Kandis 10', 'Kandis 9'])
    assert.deepEqual(labels(findRows(rows, '10 tea')), ['Kandis 10', 'Kandis 9'])
    assert.deepEqual(labels(findRows(rows, 'assam tea')), [])
    assert.equal(findRows(rows, '  '), rows)
  })

  test('a leading minus means from the largest, and names count numbers as numbers', () => {
    const sorted = (text?: string) => labels(sortRows(rows, readSorting(text, '-units', ['units', 'share'])))
    assert.deepEqual(sorted(), ['Assam', 'Kandis 10', 'Kandis 9'])
    assert.deepEqual(sorted('name'), ['Assam', 'Kandis 9', 'Kandis 10'])
    assert.deepEqual(sorted('-name'), ['Kandis 10', 'Kandis 9', 'Assam'])
  })

  test('what is not known comes last in either direction', () => {
    const sorted = (text: string) => labels(sortRows(rows, readSorting(text, '-units', ['units', 'share'])))
    assert.deepEqual(sorted('units'), ['Kandis 10', 'Assam', 'Kandis 9'])
    assert.deepEqual([sorted('share').at(-1), sorted('-share').at(-1)], ['Kandis 10', 'Kandis 10'])
  })

  test('a column that the table does not have changes nothing', () => {
    assert.deepEqual(readSorting('nothing', '-units', ['units']), { key: 'units', direction: 'descending' })
  })

  test('pressing a column twice turns it round, and the usual order has no address', () => {
    const usual = '-units'
    const press = (key: string, text?: string) =>
      nextSorting(key, { sorting: readSorting(text, usual, ['units', 'share']), usual })
    assert.deepEqual([press('units'), press('units', 'units')], ['units', undefined])
    assert.deepEqual([press('share'), press('share', '-share')], ['-share', 'share'])
    assert.deepEqual([press('name'), press('name', 'name')], ['name', '-name'])
  })

  test('pages hold every row once, whatever page is asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), (list, size) => {
        const { pages } = pageOf(list, undefined, size)
        const all = Array.from({ length: pages }, (_, index) => pageOf(list, String(index + 1), size).rows).flat()
        assert.deepEqual(all, list)
        assert.equal(pageOf(list, '999999', size).page, pages)
        assert.equal(pageOf(list, 'x', size).page, 1)
        assert.equal(pageOf(list, '0', size).page, 1)
      }),
    )
  })
})
