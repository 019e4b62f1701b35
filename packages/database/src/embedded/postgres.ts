import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ChildSpec, type DataDirectory, type Log, ownDataDirectory } from '@tillsight/supervisor'
import pg from 'pg'
import { chooseAccount, identityOf, planReach } from './account.ts'
import { type Binaries, ensureExecutable, hasLibraryLinks, locateBinaries, provideLibraryLinks } from './binaries.ts'
import { type ClusterPlan, databaseName, provideCluster, roleName } from './cluster.ts'
import { stopLeftover } from './leftover.ts'
import { provideReachable } from './programs.ts'
import { serverSettings } from './settings.ts'
import { chooseSocketDirectory, provideSocketDirectory, socketFiles } from './socket-directory.ts'

/** Where the embedded server keeps its data and its socket. */
export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /** A path too long for a socket is replaced by a short one in the temporary folder. */
  readonly socketDir: string
  readonly log?: Log
  /** Where root keeps a copy of the programs if the server's user cannot reach them; else a folder of the system. */
  readonly programsDir?: string
  /** False only in tests: a third of the time, and nothing survives a power cut. */
  readonly durable?: boolean
}

/** The child process to supervise, and where to connect once it is ready. */
export interface EmbeddedPostgres {
  readonly spec: ChildSpec
  readonly url: string
}

/**
 * Ends the server when the parent is gone, even by `kill -9`: the shell leaves a reader of the parent's pipe behind,
 * then becomes the server. The reader looks at the pid file first, so that it never hits a stranger.
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
  // The server works in the cluster itself, so that this is what it is given open.
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
      // What a cleaner of old files has taken from the copy is put back.
      await provideReachable(installed, account, places)
      if (linkDir !== undefined) await provideLibraryLinks(binaries, linkDir)
    },
    ready: () => provideDatabase(socketDir),
    heartbeat: { everyMs: 20_000, patience: 3, answers: () => answers(socketDir) },
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

/** Whether the server says anything: also a refusal, because it is full or recovering, is a sign of life. */
async function answers(socketDir: string): Promise<boolean> {
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
