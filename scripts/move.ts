// `node scripts/move.ts FROM TO [FROM TO …]` moves files or folders and updates all affected imports and the route table;
// `--list FILE` reads one pair per line. Nothing else changes; `npm run check` finds outdated paths in texts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { movePaths, rewriteImports } from './house/moves.ts'
import { listFiles, readSources } from './house/sources.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'string' } } })
const listed = values.list === undefined ? [] : readFileSync(values.list, 'utf8').trim().split(/\s+/)
const words = [...positionals, ...listed].map((path) => path.replace(/\/$/, ''))
const wishes = words.flatMap((from, at) => (at % 2 === 0 ? [[from, words[at + 1] ?? from] as const] : []))
const sources = readSources(root)
const moves = movePaths(listFiles(root, ['']), wishes)
const places = [...moves.values()]
const taken = places.filter((to, at) => existsSync(join(root, to)) || places.indexOf(to) !== at)
if (taken.length > 0) throw new Error(`Already there: ${taken.join(', ')}`)
const changed = rewriteImports(sources, moves)
for (const [from, to] of moves) {
  mkdirSync(dirname(join(root, to)), { recursive: true })
  renameSync(join(root, from), join(root, to))
}
for (const { path, text } of changed) writeFileSync(join(root, path), text)
console.log(`Moved ${moves.size} files, changed the imports of ${changed.length}.`)
if (changed.length > 0) {
  const args = ['check', '--write', ...changed.map(({ path }) => path)]
  spawnSync(join(root, 'node_modules', '.bin', 'biome'), args, { cwd: root, stdio: 'inherit' })
}
