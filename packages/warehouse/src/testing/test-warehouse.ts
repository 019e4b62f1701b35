import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSupervisor, type Log } from '@tillsight/supervisor'
import { addressOf } from '../address.ts'
import { connect } from '../connection.ts'
import type { Warehouse } from '../contract.ts'
import { type EmbeddedWarehouseOptions, embeddedWarehouse } from '../embedded.ts'
import { quoteName } from '../sql.ts'
import { openWarehouse } from '../warehouse.ts'

/** Where cleaning up is left: a test's context, or `{ after }` of `node:test` at the top level of a file. */
export interface Cleanup {
  after(clean: () => Promise<void>): void
}

/** A log that says nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** The address of a database that migrating creates, and how to remove it. */
export interface TestPlace {
  readonly url: string
  remove(): Promise<void>
}

/**
 * A migrated, empty warehouse for one test or file: a database of its own on the host that the files of one run share, or
 * on CLICKHOUSE_URL, or on an embedded host of its own.
 */
export async function openTestWarehouse(t: Cleanup): Promise<Warehouse> {
  const place = await providePlace(t)
  const warehouse = await openWarehouse({ url: place.url, log: silentLog })
  t.after(async () => {
    await warehouse.close()
    await place.remove()
  })
  await warehouse.migrate()
  return warehouse
}

/** A database on the host shared by the files of one run; undefined if there is none. */
export function chooseSharedPlace(): TestPlace | undefined {
  const { TEST_CLICKHOUSE_URL: host } = process.env
  return host === undefined ? undefined : freshPlace(host)
}

async function providePlace(t: Cleanup): Promise<TestPlace> {
  const shared = chooseSharedPlace()
  if (shared !== undefined) return shared
  const { CLICKHOUSE_URL: server } = process.env
  if (server !== undefined) return freshPlace(server)
  return { url: (await startTestHost(t)).url, remove: async () => {} }
}

/** A running host in a temporary folder. */
export async function startTestHost(
  t: Cleanup,
  options: Partial<EmbeddedWarehouseOptions> = {},
): Promise<{ url: string; dataDir: string; pid(): number | undefined; stop(): Promise<void> }> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tillsight-warehouse-')))
  const { spec, url } = embeddedWarehouse({ ...options, dataDir })
  const supervisor = createSupervisor({
    log: silentLog,
    restart: { firstMs: 5, maxMs: 50, resetAfterMs: 60_000 },
  })
  t.after(async () => {
    await supervisor.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const child = await supervisor.start(spec)
  return { url, dataDir, pid: () => child.pid(), stop: () => supervisor.stop() }
}

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

function freshPlace(server: string): TestPlace {
  const fresh = new URL(server)
  fresh.pathname = `/tillsight_test_${randomUUID().replaceAll('-', '')}`
  return { url: fresh.href, remove: () => dropDatabase(fresh.href) }
}

async function dropDatabase(url: string): Promise<void> {
  const connection = connect({ url, log: silentLog, database: 'default' })
  try {
    await connection.run({ sql: `DROP DATABASE IF EXISTS ${quoteName(addressOf(url).database)} SYNC` })
  } finally {
    await connection.close()
  }
}
