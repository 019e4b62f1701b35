// A worker process for the test that kills it: syncs a connection in small batches, printing a word each.
import { toConnectionId } from '@tillsight/core'
import { openDatabase } from '@tillsight/database'
import { openWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { syncConnection } from './sync-connection.ts'
import { makeServices, movableClock } from './testing.ts'

const [databaseUrl = '', warehouseUrl = '', connection = '', now = '', apps = '{}'] = process.argv.slice(2)
const Apps = z.record(z.string(), z.record(z.string(), z.string()))
const log = { debug() {}, info() {}, warn() {}, error() {} }
const db = await openDatabase({ url: databaseUrl, log, applicationName: 'worker' })
const warehouse = await openWarehouse({ url: warehouseUrl, log })
const made = makeServices(
  { db: { ...db, url: databaseUrl }, warehouse },
  { clock: movableClock(now), requested: [], own: null },
)
const services = { ...made, connections: { ...made.connections, apps: Apps.parse(JSON.parse(apps)) } }
const outcome = await syncConnection(services, {
  connection: toConnectionId(connection),
  now: true,
  recordsPerBatch: 40,
  signal: new AbortController().signal,
  onProgress: async ({ message }) => void process.stdout.write(`${message}\n`),
})
process.stdout.write(`ended: ${outcome.ended}\n`)
await warehouse.close()
await db.close()
