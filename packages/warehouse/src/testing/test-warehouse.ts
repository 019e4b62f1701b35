import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSupervisor, type Log } from '@tillsight/supervisor'
import type { Warehouse } from '../contract.ts'
import { type EmbeddedWarehouseOptions, embeddedWarehouse } from '../embedded.ts'
import { openWarehouse } from '../warehouse.ts'

/** Where cleaning up is left: a test's context, or `{ after }` of `node:test` at the top level of a file. */
export interface Cleanup {
  after(clean: () => Promise<void>): void
}

/** A log that says nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A migrated, empty warehouse for one test or file; a database of its own on CLICKHOUSE_URL when that is set. */
export async function openTestWarehouse(t: Cleanup): Promise<Warehouse> {
  const url = process.env['CLICKHOUSE_URL']
    ? freshDatabase(process.env['CLICKHOUSE_URL'])
    : (await startTestHost(t)).url
  const warehouse = await openWarehouse({ url, log: silentLog })
  t.after(() => warehouse.close())
  await warehouse.migrate()
  return warehouse
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

function freshDatabase(url: string): string {
  const fresh = new URL(url)
  fresh.pathname = `/tillsight_test_${randomUUID().replaceAll('-', '')}`
  return fresh.href
}
