import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { ensureBuild } from './fresh-build.ts'
import { type Counts, makeBatches, none, sumOf } from './test-batches.ts'

/** A result event of Node's runner for a test or suite. */
interface Result {
  readonly file?: string | undefined
  readonly skip?: string | boolean | undefined
  readonly todo?: string | boolean | undefined
  readonly details: { readonly type?: string | undefined }
}

/** Test files, and whether to run property tests with fixed seeds and to retry failed files. */
interface NodeTests {
  readonly root: string
  /** Paths relative to the root. */
  readonly files: readonly string[]
  /** In CI a change must not fail by chance or because the machine is busy; locally the tests are stricter. */
  readonly isCi: boolean
}

/** Results by absolute path. */
type ByFile = ReadonlyMap<string, Counts>

const passed: Counts = { ...none, passed: 1 }
const failed: Counts = { ...none, failed: 1 }
const skipped: Counts = { ...none, skipped: 1 }

// With fewer files, starting shared stores would take longer than each file's own.
const fewFiles = 4

/** Runs the files in a few processes; prints their output and counts the results. */
export async function runNodeTests({ root, files, isCi }: NodeTests): Promise<Counts> {
  if (files.length === 0) return none
  const preloads = ['quick-imports.ts', 'blocking-output.ts', ...(isCi ? ['steady-cases.ts'] : [])]
  const execArgv = preloads.flatMap((name) => ['--import', join(import.meta.dirname, name)])
  const first = await runBatches(root, files, execArgv)
  const again = isCi ? [...first].flatMap(([path, counts]) => (counts.failed > 0 ? [path] : [])) : []
  if (again.length === 0) return sumOf(first.values())
  console.log(`\nFailed, hence once more, one at a time and on stores of their own: ${listed(root, again)}`)
  const second = await runFiles({ files: again, concurrency: 1, env: process.env, execArgv })
  const flaky = again.filter((path) => second.get(path)?.failed === 0)
  if (flaky.length > 0) console.log(`${flaky.length} passed only when tried again: ${listed(root, flaky)}`)
  return sumOf(new Map([...first, ...second]).values())
}

async function runBatches(root: string, files: readonly string[], execArgv: readonly string[]): Promise<ByFile> {
  const isFew = files.length <= fewFiles
  const batches = makeBatches(root, files, { isEach: isFew })
  try {
    const counts = await withSharedStores(!isFew, (stores) =>
      // Three at a time on two cores: some of them are always waiting for a process to start or exit.
      runFiles({ files: [...batches.scripts], concurrency: 3, env: { ...process.env, ...stores }, execArgv }),
    )
    return batches.byFile(counts, failed)
  } finally {
    batches.remove()
  }
}

function listed(root: string, paths: readonly string[]): string {
  return paths.map((path) => relative(root, path)).join(', ')
}

type Options = Pick<NonNullable<Parameters<typeof run>[0]>, 'files' | 'concurrency' | 'env'> & {
  readonly execArgv: readonly string[]
}

function runFiles({ execArgv, ...options }: Options): Promise<ByFile> {
  return new Promise((done) => {
    const counts = new Map<string, Counts>()
    const count = (outcome: Counts) => (result: Result) => {
      const { file = '', skip, todo, details } = result
      if (details.type === 'suite') return
      const isLeftOut = skip !== undefined || todo !== undefined
      counts.set(file, sumOf([counts.get(file) ?? none, isLeftOut ? skipped : outcome]))
    }
    // A supervised child that a test left running must not keep its file from ending.
    const stream = run({ ...options, execArgv: [...execArgv], timeout: 400_000, forceExit: true })
    stream.on('test:pass', count(passed))
    stream.on('test:fail', count(failed))
    stream.on('end', () => done(counts))
    stream.compose(new spec()).pipe(process.stdout, { end: false })
  })
}

/**
 * Runs `work` with one PostgreSQL and one warehouse shared by many test files, because starting them takes longer than most
 * files. `work` receives the environment variables by which the test helpers of both packages find them; each file then has
 * its own databases. Tests of the stores themselves start their own.
 */
async function withSharedStores<T>(
  isWanted: boolean,
  work: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!isWanted) return await work({})
  // Loaded on demand: a single test starts faster without.
  const [{ startSharedServer }, { startTestHost }] = await Promise.all([
    import('@tillsight/database/testing'),
    import('@tillsight/warehouse/testing'),
  ])
  const cleanUps: (() => Promise<void>)[] = []
  const t = { after: (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp) }
  try {
    const [database, host] = await Promise.all([startSharedServer(t), startTestHost(t)])
    return await work({ TEST_DATABASE_URL: database, TEST_CLICKHOUSE_URL: host.url })
  } finally {
    await Promise.all(cleanUps.map((cleanUp) => cleanUp()))
  }
}

/** Runs Playwright over `e2e/` in a real browser, on a fresh build. */
export async function runBrowserTests(root: string): Promise<Counts> {
  await ensureBuild()
  const report = join(root, 'e2e', 'results', 'report.json')
  mkdirSync(join(root, 'e2e', 'results'), { recursive: true })
  rmSync(report, { force: true })
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const child = spawn(process.execPath, [cli, 'test', '-c', 'e2e/playwright.config.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  await new Promise((done) => child.on('close', done))
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky > 0) console.log(`${stats.flaky} passed only when tried again: see "flaky" above.`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

const memory = '/dev/shm'
// A whole run keeps less than half of it at a time.
const enough = 6 * 1024 ** 3
const prefix = 'tillsight-'

/**
 * Moves the temporary folder of this process and its children into memory while `work` runs, if there is enough: otherwise
 * stores in tests wait for the disk as in production, which tests nothing.
 */
export async function inMemory<T>(work: () => Promise<T>): Promise<T> {
  const folder = provideFolder()
  if (folder === undefined) return await work()
  const { TMPDIR: usual } = process.env
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function provideFolder(): string | undefined {
  if (!existsSync(memory)) return undefined
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, freemem()) < enough) return undefined
  removeLeftovers()
  // Short, for sockets in it; open to the account that an embedded server runs as.
  const folder = join(memory, `${prefix}${process.pid}`)
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  return folder
}

/** Deletes folders of killed runs. Those that cannot be deleted, such as a mounted disk of a test, do no harm. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix) || existsSync(`/proc/${name.slice(prefix.length)}`)) continue
    try {
      rmSync(join(memory, name), { recursive: true, force: true })
    } catch (error) {
      console.warn(`A folder of an earlier run stays in ${memory}: ${String(error)}`)
    }
  }
}
