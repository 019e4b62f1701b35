import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeConnector } from './new-connector.ts'

const source = join(import.meta.dirname, '..', '..', 'packages', 'platforms', 'src')

test('a new connector is a folder, and a few lines in three files', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tillsight-new-'))
  t.after(() => rmSync(root, { recursive: true }))
  const home = join(root, 'packages', 'platforms', 'src')
  mkdirSync(home, { recursive: true })
  for (const file of ['list.ts', 'registry.ts', 'contract.test.ts']) cpSync(join(source, file), join(home, file))
  const { made, changed } = makeConnector(root, { id: 'paperads', name: 'Paper Ads' })
  assert.deepEqual(readdirSync(join(home, 'paperads')).toSorted(), [
    'README.md',
    'descriptor.ts',
    'index.ts',
    'testing.ts',
  ])
  assert.equal(made.length, 4)
  assert.equal(changed.length, 3)
  for (const file of readdirSync(join(home, 'paperads')))
    assert.doesNotMatch(readFileSync(join(home, 'paperads', file), 'utf8'), /newads|Name_/i, file)
  const added = (file: string) => {
    const before = new Set(readFileSync(join(source, file), 'utf8').split('\n'))
    return readFileSync(join(home, file), 'utf8')
      .split('\n')
      .filter((line) => !before.has(line))
  }
  assert.deepEqual(added('registry.ts'), ["import { paperads } from './paperads/index.ts'", '  paperads,'])
  assert.equal(added('list.ts').length, 3)
  assert.equal(added('contract.test.ts').length, 2)
  assert.throws(() => makeConnector(root, { id: 'paperads', name: 'Paper Ads' }), /already/)
  assert.throws(() => makeConnector(root, { id: '../x', name: 'X' }), /small letters/)
})
