import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'

const tests = {
  'good.test.ts': `
    describe('a suite', () => test('inside', () => {}))
    test('left out', { skip: true }, () => {})`,
  'bad.test.ts': `
    test('fine', () => {})
    test('never', () => assert.fail())`,
  'broken.test.ts': `throw new Error('before any test')`,
  'flaky.test.ts': `
    test('the second time', () => {
      const been = join(import.meta.dirname, 'been')
      const isFirst = !existsSync(been)
      writeFileSync(been, '')
      assert.ok(!isFirst)
    })`,
}
const head = `import { describe, test } from 'node:test'
import assert from 'node:assert'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
`

/** Runs the files above as a separate project; Node's runner cannot be nested. */
async function runThem(t: TestContext, { isCi }: { isCi: boolean }) {
  const root = await mkdtemp(join(tmpdir(), 'tillsight-runner-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(tests)) await writeFile(join(root, name), head + text)
  const call = { root, files: Object.keys(tests), isCi }
  await writeFile(
    join(root, 'run.ts'),
    `import { runNodeTests } from ${JSON.stringify(join(import.meta.dirname, 'test-runs.ts'))}
    const counts = await runNodeTests(${JSON.stringify(call)})
    process.stderr.write(JSON.stringify(counts))`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(root, 'run.ts')], { env })
  return { counts: JSON.parse(stderr), said: stdout }
}

test('every test counts by how it ended, and a file that breaks counts as failed', async (t) => {
  const { counts, said } = await runThem(t, { isCi: false })
  assert.deepEqual(counts, { passed: 2, failed: 3, skipped: 1 })
  assert.doesNotMatch(said, /tried again/)
})

test('in CI a failed file is tried once more, and it is said which ones passed only then', async (t) => {
  const { counts, said } = await runThem(t, { isCi: true })
  assert.deepEqual(counts, { passed: 3, failed: 2, skipped: 1 })
  assert.match(said, /^1 passed only when tried again: flaky\.test\.ts$/m)
})
