import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError } from '@tillsight/core'

const home = join(import.meta.dirname, '..', '..')

/** The inputs of a build of the pages. */
const inputs = [
  'app/**/*',
  'packages/core/src/**/*',
  'packages/domain/src/inputs/**/*',
  'packages/pixel/src/**/*',
  'packages/platforms/src/{descriptor,faces,index,list,platforms}.ts',
  'packages/platforms/src/*/descriptor.ts',
  'public/**/*',
  'scripts/build.ts',
  'scripts/house/{build-pixel,client-manifest,earlier-builds,fresh-build}.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/**
 * Builds the pages, in a process beside this one, unless the last build has the same sources; waits until it is complete, or
 * only until it can be served. Throws `unavailable`.
 */
export async function ensureBuild(until: 'complete' | 'servable' = 'complete'): Promise<void> {
  if (isBuiltOf(fingerprintOfSources())) return
  process.stderr.write('Building the pages …\n')
  // A build makes objects by the gigabyte: a tenth of its time went into clearing a small space for new ones.
  const build = spawn(process.execPath, ['--max-semi-space-size=64', join(home, 'scripts', 'build.ts')], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe', ...(until === 'servable' ? (['ipc'] as const) : [])],
  })
  // Holds because both are pipes.
  const streams = [build.stdout, build.stderr] as Readable[]
  const said = streams.map((stream) => text(stream).catch(() => ''))
  const isBuilt = new Promise<boolean>((done, failed) => {
    build.once('message', () => done(true))
    build.once('close', (status) => done(status === 0))
    build.once('error', failed)
  })
  if (await isBuilt) {
    // What it still does must not keep this process alive.
    build.unref()
    build.channel?.unref()
    for (const stream of streams) stream.destroy()
    return
  }
  process.stderr.write((await Promise.all(said)).join(''))
  throw new AppError('unavailable', 'The pages could not be built; what the build said is above.')
}

/** Records the sources of a complete build, so that it is not repeated. */
export function noteBuiltOf(sources: string, root: string = home): void {
  writeFileSync(stampIn(root), sources)
}

/** Whether the existing build was made from these sources. */
export function isBuiltOf(sources: string, root: string = home): boolean {
  return existsSync(stampIn(root)) && readFileSync(stampIn(root), 'utf8') === sources
}

/** A hash of the sources' contents. */
export function fingerprintOfSources(root: string = home): string {
  const hash = createHash('sha256')
  const files = globSync(inputs, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function stampIn(root: string): string {
  return join(root, 'build', 'sources')
}
