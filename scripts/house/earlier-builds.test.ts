import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bringBackAssets, readReleases, setAssetsAside } from './earlier-builds.ts'

type Files = Readonly<Record<string, string>>

async function openFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-build-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const buildDir = join(folder, 'build')
  const places = { build: buildDir, aside: join(folder, 'aside') }
  const assets = join(buildDir, 'client', 'assets')
  const begin = () => setAssetsAside(places)
  /** Simulates the bundler: empties the folder, and writes new files. */
  const bundle = async (files: Files) => {
    await rm(buildDir, { recursive: true, force: true })
    await mkdir(assets, { recursive: true })
    for (const [name, content] of Object.entries(files)) await writeFile(join(assets, name), content)
  }
  const build = async (id: string, files: Files) => {
    await begin()
    await bundle(files)
    await bringBackAssets(places, id)
  }
  return { folder, buildDir, assets, begin, bundle, build, list: async () => (await readdir(assets)).toSorted() }
}

test('the assets of the two builds before stay, older ones go', async (t) => {
  const { build, list, buildDir, folder } = await openFolder(t)
  for (const id of ['1', '2', '3', '4']) await build(id, { [`app-${id}.js`]: id, 'same.js': 'same' })
  assert.deepEqual(await list(), ['app-2.js', 'app-3.js', 'app-4.js', 'same.js'])
  assert.deepEqual(
    readReleases(buildDir).map(({ id, files }) => [id, files]),
    ['4', '3', '2'].map((id) => [id, [`app-${id}.js`, 'same.js']]),
  )
  assert.deepEqual(await readdir(folder), ['build'])
})

test('the same build twice counts once, and its files are those of the last run', async (t) => {
  const { build, list, assets, buildDir } = await openFolder(t)
  await build('1', { 'app-1.js': 'one' })
  await build('2', { 'app-2.js': 'two' })
  await build('2', { 'app-2.js': 'two again' })
  assert.deepEqual(await list(), ['app-1.js', 'app-2.js'])
  assert.equal(await readFile(join(assets, 'app-2.js'), 'utf8'), 'two again')
  assert.equal(readReleases(buildDir).length, 2)
})

test('a build that fails loses nothing of the ones before', async (t) => {
  const { build, begin, bundle, list } = await openFolder(t)
  await build('1', { 'app-1.js': 'one' })
  await begin()
  await bundle({})
  await begin()
  await bundle({ 'half.js': 'half' })
  await build('2', { 'app-2.js': 'two' })
  assert.deepEqual(await list(), ['app-1.js', 'app-2.js'])
})

test('a folder that nobody built in before, or that lost its notes, starts anew', async (t) => {
  const { build, list, buildDir } = await openFolder(t)
  assert.deepEqual(readReleases(buildDir), [])
  await build('1', { 'app-1.js': 'one' })
  await rm(join(buildDir, 'releases.json'))
  await build('2', { 'app-2.js': 'two' })
  assert.deepEqual(await list(), ['app-2.js'])
})
