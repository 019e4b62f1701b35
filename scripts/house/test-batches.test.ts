import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { makeBatches, none } from './test-batches.ts'

const files = {
  'packages/tea/early.test.ts': `test('early', () => {})`,
  'packages/tea/late.test.ts': `await new Promise((done) => setTimeout(done, 20))\ntest('late', () => {})`,
  'packages/tea/broken.test.ts': `throw new Error('before any test')`,
  'packages/tea/around.test.ts': `beforeEach(() => {})\ntest('around', () => {})`,
  'server/other.test.ts': `test('other', () => {})`,
}
const failed = { ...none, failed: 1 }

async function makeProject(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tillsight-batched-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  for (const folder of ['packages/tea', 'server']) await mkdir(join(root, folder), { recursive: true })
  for (const [path, text] of Object.entries(files))
    await writeFile(join(root, path), `import { beforeEach, test } from 'node:test'\n${text}\n`)
  return root
}

test('files of one area share a process, unless what they set up would concern the others', async (t) => {
  const root = await makeProject(t)
  const batches = makeBatches(root, Object.keys(files), { isEach: false })
  t.after(batches.remove)
  const names = batches.scripts.map((path) => basename(path))
  assert.deepEqual(names.toSorted(), ['around.test.ts', 'packages-tea-1.mjs', 'server-other-1.mjs'])
  const each = makeBatches(root, Object.keys(files), { isEach: true })
  t.after(each.remove)
  assert.deepEqual(
    each.scripts.toSorted(),
    Object.keys(files)
      .map((path) => join(root, path))
      .toSorted(),
  )
})

test('a batch runs all tests of its files, also those after a wait, and fails for a file that breaks', async (t) => {
  const batches = makeBatches(await makeProject(t), Object.keys(files), { isEach: false })
  t.after(batches.remove)
  const script = batches.scripts.find((path) => path.includes('tea-')) ?? assert.fail('no batch')
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const options = ['--test-force-exit', '--test-reporter=tap']
  const said = await promisify(execFile)(process.execPath, [...options, script], { env }).then(
    () => assert.fail('it passed'),
    ({ stdout }: { stdout: string }) => stdout,
  )
  assert.match(said, /^ok \d+ - early$/m)
  assert.match(said, /^ok \d+ - late$/m)
  assert.match(said, /^not ok \d+ - loading \S+broken\.test\.ts$/m)
})

test('scripts are not counted, but where one fails each of its files has', async (t) => {
  const root = await makeProject(t)
  const batches = makeBatches(root, Object.keys(files), { isEach: false })
  t.after(batches.remove)
  const [own, tea, other] = ['around.test.ts', 'tea-', 'other-'].map(
    (part) => batches.scripts.find((path) => path.includes(part)) ?? assert.fail(part),
  )
  assert.ok(own && tea && other)
  const one = { ...none, passed: 1 }
  const counted = batches.byFile(new Map([[own, one], [tea, failed], [other, one]]), failed) // biome-ignore format: pairs
  const broken = ['broken', 'early', 'late'].map(
    (name) => [join(root, `packages/tea/${name}.test.ts`), failed] as const,
  )
  assert.deepEqual(counted, new Map([[own, one], ...broken]))
})
