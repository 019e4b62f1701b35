// `npm run dev`: the product for developers. This process owns the stores and Vite; the server is a child that is restarted
// when its code changes, and reloads changed pages by itself (scripts/house/dev-server.ts).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, watch } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { findDataSet, loadPlan } from '../demo/plan.ts'
import { reportFailure } from '../server/cli/session.ts'
import { type Config, loadConfig } from '../server/config.ts'
import { closeToOthers } from '../server/data-folder.ts'
import { createDoor } from '../server/door.ts'
import { type Running, runUntilStopped } from '../server/process.ts'
import { ownStores, serverRole } from '../server/stores.ts'
import { type PageMaker, startPageMaker } from './house/dev-pages.ts'

const root = join(import.meta.dirname, '..')
/** Replaces the build folder: scripts for shops, and nothing of an older build. */
const buildDir = join(root, 'node_modules', '.cache', 'tillsight-dev')
const watched = '{server,demo,simulators,packages/*/src}'
/** Groups changes: an editor may save several files, or one in steps. */
const settleMs = 50
/** Interrupted jobs are resumed, as after a crash. */
const restartPatienceMs = 500
const endPatienceMs = 10_000

try {
  const config = loadConfig()
  await runUntilStopped((log) => startDev(config, log), {
    logLevel: config.logLevel === 'info' ? 'warn' : config.logLevel,
    ready: () => 'The stores are up; the server starts, and starts again whenever its code changes. Ctrl+C ends all.',
  })
} catch (error) {
  process.exitCode = reportFailure(error, {})
}
// Vite has nothing to clean up, and may still be running.
process.exit()

async function startDev(config: Config, log: Log): Promise<Running> {
  await closeToOthers(config.dataDir)
  // Made in an empty folder only: before the stores are in it.
  if (process.argv.includes('--demo'))
    await loadPlan(config.dataDir, { clock: systemClock, data: findDataSet(root, config.onlineRetailFile) })
  const door = createDoor(config)
  // Checks the port before the stores are started; the server binds it.
  const whenOwned = async () => {
    await door.listen()
    await door.close()
  }
  const port = new Promise<number>((done) => door.server.once('listening', () => done(door.port())))
  const stores = await ownStores(config, log, { role: serverRole, whenOwned })
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(await port),
    DATABASE_URL: stores.databaseUrl,
    CLICKHOUSE_URL: stores.warehouseUrl,
    TILLSIGHT_SECRET: config.secret,
  }
  const pages = await startPageMaker()
  const server = keepServing(env, pages)
  const stopWatching = onChange((path) => {
    if (path.startsWith('packages/pixel/')) void buildForShops()
    server.restart(path)
  })
  void buildForShops()
  return {
    address: '',
    async stop() {
      stopWatching()
      await server.end()
      await stores.close()
    },
  }
}

/** Scripts for shops have no dev server: they are built at start, and after changes. */
async function buildForShops(): Promise<void> {
  const { buildPixel } = await import('./house/build-pixel.ts')
  const places = { client: join(buildDir, 'client'), install: join(buildDir, 'install') }
  await buildPixel(places).catch((error: unknown) => console.error(error))
}

/** Keeps a server running as a child process; a failed one is restarted only by `restart`. */
function keepServing(env: NodeJS.ProcessEnv, pages: PageMaker): { restart(path: string): void; end(): Promise<void> } {
  let child = start()
  let turn = Promise.resolve()

  function start(): ChildProcess {
    const args = [
      '--import',
      join(root, 'scripts', 'house', 'quick-imports.ts'),
      join(root, 'scripts', 'house', 'dev-server.ts'),
      buildDir,
      String(pages.port),
      ...process.argv.slice(2),
    ]
    const started = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    pages.attach(started)
    started.once('exit', () => console.error('The server has ended; it starts again with the next change.'))
    return started
  }

  return {
    restart(path) {
      turn = turn.then(async () => {
        console.error(`${path} has changed: the server starts again …`)
        await end(child, restartPatienceMs)
        child = start()
      })
    },
    end: () => turn.then(() => end(child, endPatienceMs)),
  }
}

async function end(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  // An intended exit needs no message.
  child.removeAllListeners('exit')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(impatient)
}

/** Watches the server's code; returns a function that stops it. Watches folders, since editors replace files. */
function onChange(tell: (path: string) => void): () => void {
  const watchers = new Map<string, { close(): void }>()
  let settled: NodeJS.Timeout | undefined
  let changed: string | undefined
  watchFolders()

  function watchFolders(): void {
    for (const folder of globSync(`${watched}/**/`, { cwd: root })) {
      if (watchers.has(folder)) continue
      const watcher = watch(join(root, folder), (_, name) => notice(join(folder, name ?? '')))
      // The folder was deleted.
      watcher.on('error', () => watchers.delete(folder))
      watchers.set(folder, watcher)
    }
  }

  function notice(path: string): void {
    if (/\.(?:ts|json)$/.test(path) && !path.endsWith('.test.ts')) changed = path
    clearTimeout(settled)
    settled = setTimeout(() => {
      watchFolders()
      if (changed !== undefined) tell(changed)
      changed = undefined
    }, settleMs)
  }

  return () => {
    clearTimeout(settled)
    for (const watcher of watchers.values()) watcher.close()
  }
}
