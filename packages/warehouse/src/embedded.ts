import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '@tillsight/core'
import { type ChildSpec, findOwner, type Log, type OwnerInfo } from '@tillsight/supervisor'
import { addressOf, embeddedUrl } from './address.ts'

const longestEndMs = 5_000
const lookEveryMs = 10

/** Where the embedded warehouse keeps its data and listens. */
export interface EmbeddedWarehouseOptions {
  /** A folder for the warehouse alone; created if missing. */
  readonly dataDir: string
  /** The Unix socket to listen on; by default in `dataDir`. */
  readonly socketPath?: string
  /** A port of 127.0.0.1 instead of a socket. */
  readonly port?: number
  /** File with XML that is added to the engine's configuration. */
  readonly engineConfigFile?: string
  readonly log?: Log
  /** Logs every statement's shape, time and rows. */
  readonly logQueries?: boolean
}

// Concurrent sessions (10), and room for the engine's own calls: each uses a thread for its whole lifetime.
const threads = 24
const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
// Limit of `sun_path` on Linux (108) and macOS (104).
const longestSocketPath = 103

/**
 * How to run the embedded warehouse, and its URL. The password is made on first use and kept in a file that only this
 * user may read, so a second caller gets the URL of the running one.
 */
export function embeddedWarehouse(options: EmbeddedWarehouseOptions): { spec: ChildSpec; url: string } {
  const dataDir = resolve(options.dataDir)
  if (/[*?{}[\]]/.test(dataDir)) {
    throw new AppError('invalid_input', `${dataDir} cannot hold the warehouse: choose a folder without * ? { } [ ].`)
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const password = ensurePassword(join(dataDir, 'password'))
  const place = options.port === undefined ? { socketPath: socketPathOf(dataDir, options) } : { port: options.port }
  const url = embeddedUrl(password, place)
  const listen = 'socketPath' in place ? ['--socket', place.socketPath] : ['--port', String(place.port)]
  const spec: ChildSpec = {
    name: 'warehouse',
    command: process.execPath,
    args: [
      // Data passes through in buffers outside the heap: more room for new objects would only be filled before it is cleared.
      '--max-semi-space-size=1',
      fileURLToPath(new URL('host/main.ts', import.meta.url)),
      '--data-dir',
      dataDir,
      ...listen,
      ...(options.engineConfigFile ? ['--engine-config', options.engineConfigFile] : []),
      ...(options.logQueries ? ['--verbose'] : []),
    ],
    env: hostEnvironment(),
    prepare: () => endLeftover(dataDir, options.log ?? silentLog),
    ready: () => ping(url),
    heartbeat: { everyMs: 20_000, patience: 3, answers: () => ping(url) },
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 10_000,
    startTimeoutMs: 60_000,
  }
  return { spec, url }
}

function hostEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir()
  return {
    UV_THREADPOOL_SIZE: String(threads),
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    // Else each of those threads may get a heap of its own; the engine has its own allocator.
    MALLOC_ARENA_MAX: '2',
    // This process's folder has one for each version of Node. Without, the compiler of types stays in memory.
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }),
  }
}

function socketPathOf(dataDir: string, { socketPath }: EmbeddedWarehouseOptions): string {
  const wanted = resolve(socketPath ?? join(dataDir, 'warehouse.sock'))
  if (Buffer.byteLength(wanted) <= longestSocketPath) return wanted
  const folder = join(tmpdir(), `tillsight-${createHash('sha256').update(wanted).digest('hex').slice(0, 24)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (lstatSync(folder).uid !== process.getuid?.()) {
    throw new AppError('unavailable', `${folder} belongs to another user: choose a data directory with a shorter path.`)
  }
  return join(folder, 'warehouse.sock')
}

function ensurePassword(file: string): string {
  try {
    writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!exists) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

function ping(url: string): Promise<boolean> {
  const { base, socketPath } = addressOf(url)
  return new Promise((resolvePing) => {
    const ask = request(`${base}/ping`, { ...(socketPath ? { socketPath } : {}), timeout: 2_000 }, (response) => {
      response.resume()
      resolvePing(response.statusCode === 200)
    })
    ask.once('timeout', () => ask.destroy())
    ask.once('error', () => resolvePing(false))
    ask.end()
  })
}

/**
 * Stops a host that its killed parent left on this directory, hanging or still stopping: everything it acknowledged is on
 * disk, and nobody waits for the rest. A host whose parent is alive is left alone.
 */
async function endLeftover(dataDir: string, log: Log): Promise<void> {
  const owner = await findOwner(dataDir)
  if (owner === undefined || !(await isLeftover(owner, dataDir))) return
  log.warn({ pid: owner.pid }, 'ending the warehouse that a killed Tillsight left')
  for (let waited = 0; waited < longestEndMs; waited += lookEveryMs) {
    if (!signalled(owner.pid) || (await findOwner(dataDir)) === undefined) return
    await delay(lookEveryMs)
  }
  throw new AppError(
    'unavailable',
    `The warehouse of an earlier run (process ${owner.pid}) cannot be ended. The disk may not answer: look at it, then start again.`,
  )
}

/** A process id means nothing in another container: the command that it runs has to match as well. */
async function isLeftover({ pid, details }: OwnerInfo, dataDir: string): Promise<boolean> {
  const [stat, command] = await Promise.all(
    ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
  )
  if (!command?.split('\0').includes(dataDir)) return false
  // The name in brackets may contain anything, including brackets and spaces.
  const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
  return details.parent !== undefined && parent !== details.parent
}

/** False if it has already exited. */
function signalled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
