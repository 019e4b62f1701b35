import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RowModel, RowsLoad } from './model.ts'
import { addBranch, addPage, type Line, linesOf, nextCursor, renewTree, retry, startTree } from './tree-state.ts'

function row(id: string): RowModel {
  return {
    id,
    level: 'campaign',
    label: id,
    detail: '',
    platform: 'metaads',
    channel: 'Meta Ads',
    canUnfold: !id.startsWith('ad:'),
    isRemainder: false,
    mark: null,
    creative: null,
    managerUrl: null,
    figures: '',
  }
}

const rows = (...ids: string[]) => ids.map(row)
const ready = (ids: readonly string[], cursor: string | null = null): RowsLoad => ({
  state: 'ready',
  rows: rows(...ids),
  cursor,
})
const idsOf = (lines: readonly Line[]) =>
  lines.map(({ kind, id, depth }) => `${'-'.repeat(depth)}${kind === 'row' ? id : kind}`)

const first = { page: { rows: rows('campaign:a', 'campaign:b'), cursor: 'two' }, branches: {} }

test('pages follow each other as they are scrolled to, each row once', () => {
  const start = startTree(first)
  assert.equal(nextCursor(start, false), null, 'nobody is near the end')
  assert.equal(nextCursor(start, true), 'two')
  const later = addPage(start, ready(['campaign:b', 'campaign:c']))
  assert.deepEqual(idsOf(linesOf(later, [])), ['campaign:a', 'campaign:b', 'campaign:c'])
  assert.equal(nextCursor(later, true), null, 'that was all')
})

test('newer facts leave in place what was scrolled to, and read it again page by page', () => {
  const state = addPage(addPage(startTree(first), ready(['campaign:c'], 'three')), ready(['campaign:d']))
  const renewed = renewTree(state, { page: { rows: rows('campaign:b', 'campaign:a'), cursor: 'other' }, branches: {} })
  assert.deepEqual(idsOf(linesOf(renewed, [])), ['campaign:b', 'campaign:a', 'campaign:c', 'campaign:d'])
  assert.equal(nextCursor(renewed, false), 'other')
  const again = addPage(renewed, ready(['campaign:x'], 'last'))
  assert.deepEqual(idsOf(linesOf(again, [])), ['campaign:b', 'campaign:a', 'campaign:x', 'campaign:d'])
  assert.deepEqual(idsOf(linesOf(addPage(again, ready([])), [])), ['campaign:b', 'campaign:a', 'campaign:x'])
})

test('rows unfold into what is below them, deeper ones into deeper', () => {
  const start = startTree(first)
  const unfolded = ['campaign:a', 'ad_set:1']
  assert.deepEqual(idsOf(linesOf(start, unfolded)), ['campaign:a', '-waiting', 'campaign:b'])
  const one = addBranch(start, 'campaign:a', ready(['ad_set:1'], 'more'))
  assert.deepEqual(idsOf(linesOf(one, unfolded)), ['campaign:a', '-ad_set:1', '--waiting', '-more', 'campaign:b'])
  const two = addBranch(addBranch(one, 'ad_set:1', ready(['ad:1'])), 'campaign:a', ready(['ad_set:2']))
  assert.deepEqual(idsOf(linesOf(two, unfolded)), ['campaign:a', '-ad_set:1', '--ad:1', '-ad_set:2', 'campaign:b'])
  assert.deepEqual(
    idsOf(linesOf(two, ['ad_set:1'])),
    ['campaign:a', 'campaign:b'],
    'below what is folded nothing is seen',
  )
  assert.deepEqual(idsOf(linesOf(two, ['campaign:gone'])), ['campaign:a', 'campaign:b'])
})

test('what could not be read says so until it is asked for again', () => {
  const failed: RowsLoad = { state: 'failed', message: 'The warehouse does not answer.' }
  const branch = addBranch(startTree(first), 'campaign:b', failed)
  assert.deepEqual(idsOf(linesOf(branch, ['campaign:b'])), ['campaign:a', 'campaign:b', '-failed'])
  assert.deepEqual(idsOf(linesOf(retry(branch, 'campaign:b'), ['campaign:b'])), [
    'campaign:a',
    'campaign:b',
    '-waiting',
  ])
  const page = addPage(startTree(first), failed)
  assert.equal(page.failure, 'The warehouse does not answer.')
  assert.equal(retry(page, null).failure, null)
  const empty = addBranch(startTree(first), 'campaign:b', ready([]))
  assert.deepEqual(idsOf(linesOf(empty, ['campaign:b'])), ['campaign:a', 'campaign:b', '-none'])
})
