import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Test results by outcome. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

export function sumOf(all: Iterable<Counts>): Counts {
  let sum = none
  for (const { passed, failed, skipped } of all) {
    sum = { passed: sum.passed + passed, failed: sum.failed + failed, skipped: sum.skipped + skipped }
  }
  return sum
}

/** Test files as a few scripts, in the order in which to start them. */
interface Batches {
  readonly scripts: readonly string[]
  /** Results by file, without the scripts themselves: if a script could not run, each of its files failed. */
  byFile(counts: ReadonlyMap<string, Counts>, failed: Counts): ReadonlyMap<string, Counts>
  remove(): void
}

// Loading shared code takes longer than most tests; but the open handles of a batch must stay few, too.
const mostFiles = 12

/** Files that take about ten seconds or more; started first, so that none of them runs alone at the end. */
const longFiles = [
  'packages/domain/src/sync/online-retail.main.test.ts',
  'server/cli/commands.test.ts',
  'server/http/nonsense.test.ts',
  'packages/platforms/src/fresh-import.test.ts',
  'packages/domain/src/privacy/erase-customer.test.ts',
  'packages/domain/src/reports/delivery.test.ts',
  'server/http/ads-connecting.test.ts',
  'server/processes.test.ts',
  'server/private-folder.test.ts',
  'server/cli/backup.test.ts',
  'server/cli/usage.test.ts',
  'server/collect/killed.test.ts',
  'server/demo-ads.test.ts',
  'packages/domain/src/ads/killed-worker.test.ts',
  'packages/database/src/embedded/postgres.test.ts',
  'server/demo.test.ts',
  'server/cli/erase.test.ts',
  'packages/domain/src/reports/catalogue.test.ts',
  'packages/warehouse/src/crash.test.ts',
  'packages/domain/src/sync/killed-import.test.ts',
  'packages/domain/src/sync/fresh-import.test.ts',
  'packages/domain/src/reports/figures.test.ts',
  'packages/domain/src/imports/import-orders.test.ts',
  'server/full-disk.test.ts',
]

// Hooks, fake clocks and replaced globals would affect the whole batch; a test's own processes and stores may depend on how
// this process exits.
const needsOwnProcess =
  /^(?:before|beforeEach|afterEach)\(|\bmock\.|process\.env|node:child_process|startTestHost|embeddedPostgres|createSupervisor|getRequestListener/m

/**
 * Combines files of one area into one process each, except for slow ones and those that need their own process. With `isEach`
 * every file has a process of its own. Paths are relative to the root, those of the result absolute.
 */
export function makeBatches(root: string, paths: readonly string[], { isEach }: { isEach: boolean }): Batches {
  const folder = mkdtempSync(join(tmpdir(), 'tillsight-batches-'))
  const long = longFiles.filter((path) => paths.includes(path))
  const rest = paths.filter((path) => !longFiles.includes(path))
  const isAlone = (path: string) => isEach || needsOwnProcess.test(readFileSync(join(root, path), 'utf8'))
  const alone = [...long, ...rest.filter(isAlone)]
  const together = rest.filter((path) => !isAlone(path))
  const filesByScript = new Map(alone.map((path) => [join(root, path), [join(root, path)]]))
  for (const [name, files] of batchesOf(together)) {
    const script = join(folder, `${name}.mjs`)
    const absolute = files.map((path) => join(root, path))
    writeFileSync(script, scriptFor(name, absolute))
    filesByScript.set(script, absolute)
  }
  return {
    scripts: [...filesByScript.keys()],
    byFile(counts, failed) {
      const all = new Map(counts)
      for (const [script, files] of filesByScript) {
        if (files.includes(script) || !all.delete(script)) continue
        if ((counts.get(script) ?? none).failed > 0) for (const file of files) all.set(file, failed)
      }
      return all
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Product first and pages last: the longest start early. */
function batchesOf(paths: readonly string[]): Map<string, readonly string[]> {
  const areas = Map.groupBy(paths.toReversed(), areaOf)
  const batches = new Map<string, readonly string[]>()
  for (const [area, files] of areas) {
    const count = Math.ceil(files.length / mostFiles)
    // Like cards: neighbours, which often take equally long, go to different batches.
    for (let n = 0; n < count; n++)
      batches.set(
        `${area}-${n + 1}`,
        files.filter((_, index) => index % count === n),
      )
  }
  return batches
}

/** The area of a file: `packages/domain` and the like, with all pages as one. */
function areaOf(path: string): string {
  const [top = '', next = ''] = path.split('/')
  return ['packages', 'server'].includes(top) ? `${top}-${next.replace(/\..*/, '')}` : top
}

/** A process exits with the last known test, so a first test waits until all files are loaded. */
function scriptFor(name: string, files: readonly string[]): string {
  const addresses = files.map((path) => pathToFileURL(path).href)
  return `import { test } from 'node:test'
const loaded = Promise.withResolvers()
test('loading ${name}, ${files.length} files', () => loaded.promise)
for (const address of ${JSON.stringify(addresses)}) {
  try {
    await import(address)
  } catch (error) {
    test('loading ' + address, () => { throw error })
  }
}
loaded.resolve()
`
}
