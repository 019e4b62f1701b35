import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const stamp = join(root, 'build', 'sources')

/** Everything that the built pages depend on. */
const inputs = [
  'app/**/*',
  'packages/core/src/**/*',
  'packages/domain/src/inputs.ts',
  'packages/pixel/src/**/*',
  'public/**/*',
  'scripts/build.ts',
  'scripts/house/{build-pixel,client-manifest,earlier-builds}.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Builds the pages unless the last build was made of the same sources. Ends the process when that fails. */
export function ensureBuild(): void {
  const sources = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  process.stderr.write('Building the pages …\n')
  const run = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')], { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) {
    process.stderr.write(`${run.stdout}${run.stderr}The pages could not be built; what the build said is above.\n`)
    process.exit(1)
  }
  writeFileSync(stamp, sources)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(inputs, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}
