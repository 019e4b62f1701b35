// `node scripts/move.ts FROM TO [FROM TO …]` moves files or folders and rewrites every import that leads to them or out of
// them. Nothing else changes; paths in texts are found by `npm run check`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { movePaths, rewriteImports } from './house/moves.ts'
import { readSources } from './house/sources.ts'

const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2).map((path) => path.replace(/\/$/, ''))
const wishes = words.flatMap((from, at) => (at % 2 === 0 ? [[from, words[at + 1] ?? from] as const] : []))
const sources = readSources(root)
const moves = movePaths(sources, wishes)
const changed = rewriteImports(sources, moves)
for (const [from, to] of wishes) {
  mkdirSync(dirname(join(root, to)), { recursive: true })
  renameSync(join(root, from), join(root, to))
}
for (const { path, text } of changed) writeFileSync(join(root, path), text)
console.log(`Moved ${moves.size} files, changed the imports of ${changed.length}.`)
if (changed.length > 0) {
  const args = ['check', '--write', ...changed.map(({ path }) => path)]
  spawnSync(join(root, 'node_modules', '.bin', 'biome'), args, { cwd: root, stdio: 'inherit' })
}
