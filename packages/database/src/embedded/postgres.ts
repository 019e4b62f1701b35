import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '@tillsight/core'
import { type ChildSpec, type DataDirectory, type Log, ownDataDirectory } from '@tillsight/supervisor'
import pg from 'pg'
import { type Account, chooseAccount, identityOf, planReach } from './account.ts'
import { type ClusterPlan, databaseName, handOver, provideCluster, roleName, stopLeftover } from './cluster.ts'
import {
  type Binaries,
  ensureExecutable,
  hasLibraryLinks,
  locateBinaries,
  provideLibraryLinks,
  provideReachable,
} from './programs.ts'

const socketName = '.s.PGSQL.5432'
// `sun_path` holds 108 bytes on Linux and 104 on macOS, including the final zero.
const longestSocketPath = process.platform === 'linux' ? 107 : 103

/** Where the embedded server keeps its data and its socket. */
export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /** A path too long for a socket is replaced by a short one in the temporary folder. */
  readonly socketDir: string
  readonly log?: Log
  /** Where root keeps a copy of the programs if the server's user cannot reach them; else a folder of the system. */
  readonly programsDir?: string
  /** False only in tests: takes a third of the time, but data does not survive a power failure. */
  readonly durable?: boolean
}

/** The child process to supervise, and where to connect once it is ready. */
export interface EmbeddedPostgres {
  readonly spec: ChildSpec
  readonly url: string
}

/**
 * Stops the server when the parent is gone, even by `kill -9`: the shell leaves a process reading the parent's pipe, then
 * becomes the server. The reader checks the pid file first, so that it never signals an unrelated process.
 */
const guardScript = `exec 9<&0 </dev/null
(( while read -r line <&9; do :; done; read -r pid <postmaster.pid && [ "$pid" = "$$" ] && kill -INT "$pid" ) >/dev/null 2>&1 &)
exec "$@" 9<&-`

// Held until this process ends: a server that is being restarted is still ours.
const ownedDirectories = new Map<string, DataDirectory>()
const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

interface Plan extends ClusterPlan {
  readonly home: string
  readonly socketDir: string
  readonly binaries: Binaries
  readonly log: Log
}

/**
 * Describes the embedded PostgreSQL. Creates its two folders and starts nothing, so the command-line tool may call it
 * just for the address. Starting the spec throws `conflict` when another process runs on the same data.
 */
export async function embeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = silentLog, durable = true } = options
  const home = resolve(options.dataDir)
  const clusterDir = join(home, 'cluster')
  const socketDir = chooseSocketDirectory(options.socketDir)
  const installed = await locateBinaries()
  const account = await chooseAccount(clusterDir)
  await mkdir(home, { recursive: true })
  await provideSocketDirectory(socketDir, account)
  const places = options.programsDir === undefined ? undefined : [options.programsDir]
  const binaries = await provideReachable(installed, account, places)
  const { names, handles } = await planReach(account, [home, socketDir])
  const isHeld = handles.length > 0
  // The server's working directory is the cluster, so this is the folder that it inherits open.
  const [clusterName = clusterDir, socketName = socketDir] = isHeld ? names : []
  const linkDir = account.dropped || (await hasLibraryLinks(binaries)) ? undefined : join(home, 'lib')
  const env = { LC_ALL: 'C', TZ: 'UTC', ...(linkDir === undefined ? {} : { LD_LIBRARY_PATH: linkDir }) }
  const { initdb } = binaries
  const plan: Plan = { home, clusterDir, socketDir, binaries, account, log, env, durable, initdb }
  const server = [binaries.postgres, '-D', clusterName, ...serverSettings(socketName, { durable })]
  const spec: ChildSpec = {
    name: 'PostgreSQL',
    command: '/bin/sh',
    args: ['-c', guardScript, 'sh', ...server],
    ...identityOf(account),
    ...(isHeld ? { folders: [clusterDir, socketDir] } : {}),
    env,
    cwd: clusterDir,
    stopSignal: durable ? 'SIGINT' : 'SIGQUIT',
    stopTimeoutMs: 15_000,
    startTimeoutMs: 60_000,
    async prepare() {
      await prepare(plan)
      // Restores files that a temporary-file cleaner has removed from the copy.
      await provideReachable(installed, account, places)
      if (linkDir !== undefined) await provideLibraryLinks(binaries, linkDir)
    },
    ready: () => provideDatabase(socketDir),
    heartbeat: { everyMs: 20_000, patience: 3, answers: () => results(socketDir) },
  }
  return { spec, url: connectionUrl(socketDir, databaseName) }
}

async function prepare(plan: Plan): Promise<void> {
  const { home, clusterDir, socketDir, binaries, account, log } = plan
  if (!ownedDirectories.has(home)) ownedDirectories.set(home, await ownDataDirectory(home, { role: 'database' }))
  await ensureExecutable(binaries)
  await provideCluster(plan)
  await stopLeftover(clusterDir, log)
  await provideSocketDirectory(socketDir, account)
  for (const file of socketFiles(socketDir)) await rm(file, { force: true })
}

/** Whether the server answers; creates our database at the first start. */
async function provideDatabase(socketDir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: connectionUrl(socketDir, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether the server responds at all: a refusal, because it is full or recovering, is a sign of life too. */
async function results(socketDir: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: connectionUrl(socketDir, databaseName) })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Understood by the driver and by PostgreSQL's own tools. */
function connectionUrl(socketDir: string, database: string): string {
  return `postgresql://${roleName}@localhost/${database}?host=${encodeURIComponent(socketDir)}`
}

/**
 * The folder for the socket: the wanted one, or a short one in the temporary folder when the path would be too long.
 * The same input always gives the same folder, so that the command-line tool finds it.
 */
function chooseSocketDirectory(wanted: string): string {
  const path = resolve(wanted)
  if (Buffer.byteLength(join(path, socketName)) <= longestSocketPath) return path
  return join(tmpdir(), `tillsight-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`)
}

/** Creates the folder for this account alone; refuses one that somebody else made in a shared place. */
async function provideSocketDirectory(path: string, account: Account): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const found = await lstat(path)
  const ours = [account.uid, process.getuid?.() ?? account.uid]
  if (!found.isDirectory() || !ours.includes(found.uid)) {
    throw new AppError('unavailable', `${path} belongs to another user and cannot hold the database socket. Remove it.`)
  }
  await handOver(path, account)
  await chmod(path, 0o700)
}

/** The files that mark a socket as taken; a killed server leaves them behind. */
function socketFiles(dir: string): string[] {
  return [join(dir, socketName), join(dir, `${socketName}.lock`)]
}

/** Whether data must survive a power cut; false only in tests. */
interface Durability {
  readonly durable: boolean
}

/** The server's settings: one small machine, shared with the warehouse; a few dozen connections over one socket. */
function serverSettings(socketDir: string, { durable }: Durability): string[] {
  const switchedOn = durable ? 'on' : 'off'
  const settings = {
    listen_addresses: '',
    unix_socket_directories: quoteListItem(socketDir),
    unix_socket_permissions: '0700',
    max_connections: '80',
    superuser_reserved_connections: '3',
    shared_buffers: durable ? '32MB' : '16MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    effective_cache_size: '256MB',
    // No replicas read our log, and nothing here profits from parallel queries or their processes.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    wal_recycle: 'off',
    io_method: 'sync',
    max_worker_processes: '2',
    max_logical_replication_workers: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    autovacuum_worker_slots: '2',
    autovacuum_max_workers: '1',
    // Each round starts a process for each database, also where nothing has changed.
    autovacuum_naptime: '3min',
    jit: 'off',
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    // Without this, a process hanging inside a transaction would block vacuum forever.
    idle_in_transaction_session_timeout: '10min',
    fsync: switchedOn,
    synchronous_commit: switchedOn,
    full_page_writes: switchedOn,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The setting is a list; quoted, a comma or a space belongs to the name. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
