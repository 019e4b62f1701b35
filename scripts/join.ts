// `node scripts/join.ts TARGET FILE…` merges related files of one folder into TARGET and updates all imports.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { joinFiles } from './house/join.ts'
import { rewriteImports } from './house/moves.ts'
import { readSources } from './house/sources.ts'

const root = join(import.meta.dirname, '..')
const [target = '', ...files] = process.argv.slice(2)
const sources = readSources(root)
const isKnown = sources.some(({ path }) => path === target)
const paths = isKnown && !files.includes(target) ? [target, ...files] : files
if (paths.length < 2 || paths.some((path) => dirname(path) !== dirname(target)))
  throw new Error('Name a target and files of its folder.')
const joined = joinFiles(paths, sources)
if ('problem' in joined) throw new Error(joined.problem)
const changed = rewriteImports(sources, new Map(paths.map((path) => [path, target]))).filter(
  ({ path }) => path !== target,
)
for (const path of paths) rmSync(join(root, path))
for (const { path, text } of changed) writeFileSync(join(root, path), text)
writeFileSync(join(root, target), joined.text)
spawnSync(
  join(root, 'node_modules', '.bin', 'biome'),
  ['check', '--write', target, ...changed.map(({ path }) => path)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
