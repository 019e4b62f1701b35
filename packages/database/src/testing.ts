// Fresh databases for tests. Must not be imported by anything that runs in production.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSupervisor, type Log } from '@tillsight/supervisor'
import pg from 'pg'
import { type Database, openDatabase } from './database.ts'
import { embeddedPostgres } from './embedded/postgres.ts'

/** A migrated database of its own, and its address for other processes. */
export interface TestDatabase extends Database {
  readonly url: string
}

/** The part of a test context that is needed; `{ after }` of `node:test` fits too, for one database per file. */
export interface CleanUp {
  after(work: () => Promise<void>): void
}

/** The address of a database, and how to remove it. */
export interface TestPlace {
  readonly url: string
  remove(): Promise<void>
}

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * A fresh database: on the server that the files of one run share, else on the server named by DATABASE_URL, else on an
 * embedded server of its own in a temporary folder.
 */
export async function openTestDatabase(t: CleanUp, options: { migrate?: boolean } = {}): Promise<TestDatabase> {
  const { migrate = true } = options
  const place = await providePlace(migrate)
  let database: Database | undefined
  t.after(async () => {
    await database?.close()
    await place.remove()
  })
  database = await openDatabase({ url: place.url, log: silentLog, applicationName: 'test' })
  if (migrate) await database.migrate()
  return { ...database, url: place.url }
}

/** A migrated copy on the server that the files of one run share; undefined where there is none. */
export async function copySharedDatabase(): Promise<TestPlace | undefined> {
  const { TEST_DATABASE_URL: template } = process.env
  return template === undefined ? undefined : await copyOf(template)
}

/** Starts a server for many files; returns the value of `TEST_DATABASE_URL`: a migrated template database. */
export async function startSharedServer(t: CleanUp): Promise<string> {
  const server = await startServer(['-c', 'max_connections=300', '-c', 'shared_buffers=64MB'])
  t.after(() => server.remove())
  const { url } = server
  const database = await openDatabase({ url, log: silentLog, applicationName: 'test' })
  await database.migrate()
  await database.close()
  // A template cannot be copied while anybody is connected to it.
  await runOn(besides(url), `ALTER DATABASE ${nameOf(url)} WITH ALLOW_CONNECTIONS false`)
  return url
}

async function providePlace(migrate: boolean): Promise<TestPlace> {
  const { TEST_DATABASE_URL: shared, DATABASE_URL: server } = process.env
  if (shared !== undefined) return migrate ? await copyOf(shared) : await createDatabaseOn(besides(shared))
  return server === undefined ? await startServer() : await createDatabaseOn(server)
}

async function startServer(settings: readonly string[] = []): Promise<TestPlace> {
  const dir = await mkdtemp(join(tmpdir(), 'tillsight-test-'))
  const supervisor = createSupervisor({ log: silentLog })
  const { spec, url } = await embeddedPostgres({ dataDir: join(dir, 'd'), socketDir: join(dir, 's'), durable: false })
  const remove = async () => {
    await supervisor.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    await supervisor.start({ ...spec, args: [...spec.args, ...settings] })
  } catch (error) {
    await remove()
    throw error
  }
  return { url, remove }
}

function copyOf(template: string): Promise<TestPlace> {
  // Copies files instead of logging every page: takes a quarter of the time, for data that need not survive.
  return createDatabaseOn(besides(template), ` TEMPLATE ${nameOf(template)} STRATEGY FILE_COPY`)
}

async function createDatabaseOn(server: string, like = ''): Promise<TestPlace> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOn(server, `CREATE DATABASE ${name}${like}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** The address of the maintenance database on the same server, from which others are created. */
function besides(url: string): string {
  const other = new URL(url)
  other.pathname = '/postgres'
  return other.href
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
