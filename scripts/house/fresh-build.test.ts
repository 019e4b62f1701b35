import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fingerprintOfSources, isBuiltOf, noteBuiltOf } from './fresh-build.ts'

test('what was built is not built again until a source changes', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'build-'))
  t.after(async () => rm(root, { recursive: true }))
  await mkdir(join(root, 'app'))
  await mkdir(join(root, 'build'))
  await writeFile(join(root, 'app', 'page.tsx'), 'one')
  const built = fingerprintOfSources(root)
  assert.equal(isBuiltOf(built, root), false)
  noteBuiltOf(built, root)
  assert.equal(isBuiltOf(fingerprintOfSources(root), root), true)
  await writeFile(join(root, 'app', 'page.tsx'), 'two')
  assert.equal(isBuiltOf(fingerprintOfSources(root), root), false)
})

test('the build itself notes what it was made of, as its last step', async () => {
  const script = await readFile(join(import.meta.dirname, '..', 'build.ts'), 'utf8')
  const steps = script.split('\n').filter((line) => /^(?:await |noteBuiltOf)/.test(line))
  assert.match(steps.at(-1) ?? '', /^noteBuiltOf\(sources\)/)
})
