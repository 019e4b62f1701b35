// `node scripts/fold.ts FOLDER…` inlines small files with a single importer in the same folder.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextFold } from './house/fold.ts'
import { readSources } from './house/sources.ts'

const root = join(import.meta.dirname, '..')
const folders = process.argv.slice(2).map((folder) => folder.replace(/\/$/, ''))
let sources = readSources(root)
const changed = new Set<string>()
for (let fold = nextFold(root, sources, folders); fold !== undefined; fold = nextFold(root, sources, folders)) {
  const { piece, into, text } = fold
  console.log(`${piece} → ${into}`)
  writeFileSync(join(root, into), text)
  rmSync(join(root, piece))
  changed.add(into)
  changed.delete(piece)
  const source = { path: into, text, lines: text.split('\n') }
  sources = sources.flatMap((each) => (each.path === piece ? [] : each.path === into ? [source] : [each]))
}
if (changed.size > 0)
  spawnSync(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', ...changed], {
    cwd: root,
    stdio: 'inherit',
  })
