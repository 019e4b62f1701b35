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

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A fresh embedded server in a temporary folder, or a fresh database on the server named by DATABASE_URL. */
export async function openTestDatabase(t: CleanUp, options: { migrate?: boolean } = {}): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL
  const place = server === undefined ? await startServer() : await createDatabaseOn(server)
  let database: Database | undefined
  t.after(async () => {
    await database?.close()
    await place.remove()
  })
  database = await openDatabase({ url: place.url, log: silentLog, applicationName: 'test' })
  if (options.migrate ?? true) await database.migrate()
  return { ...database, url: place.url }
}

interface Place {
  readonly url: string
  remove(): Promise<void>
}

async function startServer(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'tillsight-test-'))
  const supervisor = createSupervisor({ log: silentLog })
  const { spec, url } = await embeddedPostgres({ dataDir: join(dir, 'd'), socketDir: join(dir, 's'), durable: false })
  const remove = async () => {
    await supervisor.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    await supervisor.start(spec)
  } catch (error) {
    await remove()
    throw error
  }
  return { url, remove }
}

async function createDatabaseOn(server: string): Promise<Place> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOn(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
