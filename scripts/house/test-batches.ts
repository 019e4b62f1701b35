import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** How tests ended. */
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
  /** What was counted, without the scripts themselves: where one could not be run, each of its files failed. */
  byFile(counts: ReadonlyMap<string, Counts>, failed: Counts): ReadonlyMap<string, Counts>
  remove(): void
}

// Loading what tests share takes longer than most tests do; the sum of what a batch leaves open has to stay small, too.
const mostFiles = 12

/** These run for about ten seconds each, or more; started first, none of them is left alone at the end. */
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

// Hooks around each test, replaced clocks and replaced globals would be those of the whole batch; processes and stores of
// a test's own may be about how this one ends.
const needsOwnProcess =
  /^(?:before|beforeEach|afterEach)\(|\bmock\.|process\.env|node:child_process|startTestHost|embeddedPostgres|createSupervisor|getRequestListener/m

/**
 * Puts files of one area into one process each, except those that take long or are about their process. With `isEach`
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

/** Those of the product first and of the pages last: the longest begin early. */
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

/** `packages/domain` and its like, and all pages together. */
function areaOf(path: string): string {
  const [top = '', next = ''] = path.split('/')
  return ['packages', 'server'].includes(top) ? `${top}-${next.replace(/\..*/, '')}` : top
}

/** A process is ended with the last test that it knows of, hence the first one ends when all files are loaded. */
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
