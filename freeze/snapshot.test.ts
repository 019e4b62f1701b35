import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { type Case, listOf } from './case.ts'
import { changedLines, compareSnapshots, readCases, readIndex, writePart } from './snapshot.ts'

const place = await mkdtemp(join(tmpdir(), 'tillsight-freeze-test-'))
after(() => rm(place, { recursive: true }))
let count = 0

async function snapshotOf(cases: readonly Case[]): Promise<string> {
  count += 1
  const folder = join(place, String(count))
  await writePart(folder, 'pages', cases)
  return folder
}

const one: Case = { key: 'a/one', text: 'first\nsecond\nthird' }
const other: Case = { key: 'b/other', text: 'same' }

suite('two snapshots', () => {
  test('of the same cases do not differ, in whatever order they came', async () => {
    const [before, after] = [await snapshotOf([one, other]), await snapshotOf([other, one])]
    const { text, isSame } = await compareSnapshots({ before, after }, ['pages'])
    assert.deepEqual([text, isSame], ['pages: no difference in 2 cases', true])
  })

  test('name every case that changed, came or went, and the lines that changed', async () => {
    const before = await snapshotOf([one, other])
    const after = await snapshotOf([
      { ...one, text: 'first\n2nd\nthird' },
      { key: 'c/new', text: '' },
    ])
    const { text, isSame } = await compareSnapshots({ before, after }, ['pages'])
    assert.equal(isSame, false)
    assert.deepEqual(text.split('\n'), [
      'pages: 1 changed, 1 added, 1 removed, of 2 cases',
      '  ~ a/one',
      '  + c/new',
      '  - b/other',
      '  a/one',
      '    - second',
      '    + 2nd',
    ])
  })

  test('differ where one of them does not have a part', async () => {
    const folder = await snapshotOf([one])
    const { text, isSame } = await compareSnapshots({ before: folder, after: place }, ['pages'])
    assert.deepEqual([text, isSame], [`pages: not in ${place}`, false])
  })
})

test('a text comes back as it was written, and no key comes twice', async () => {
  const folder = await snapshotOf([one, other])
  assert.deepEqual(await listOf(readCases(folder, 'pages', (key) => key === 'a/one')), [one])
  assert.equal(readIndex(folder, 'none'), undefined)
  await assert.rejects(snapshotOf([one, one]), /Two cases of pages are called a\/one/)
})

test('a long line is told from where it parts, and lines that only moved as such', () => {
  const line = `${'x'.repeat(500)}before${'y'.repeat(500)}`
  const [gone = '', come = ''] = changedLines(line, line.replace('before', 'after'))
  assert.match(gone, /^- …x{60}beforey+…$/)
  assert.match(come, /^\+ …x{60}aftery+…$/)
  assert.deepEqual(changedLines('a\nb', 'b\na'), ['the same lines in another order'])
})
