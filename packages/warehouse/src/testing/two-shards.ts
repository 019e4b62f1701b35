import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, connect } from '../connection.ts'
import type { Warehouse } from '../contract.ts'
import { createTable } from '../schema.ts'
import { quoteName } from '../sql.ts'
import { tables } from '../tables.ts'
import { clusterSettings, warehouseOver } from '../warehouse.ts'
import { type Cleanup, silentLog, startTestHost } from './test-warehouse.ts'

const cluster = 'two_shards'
const shards = [1, 2]
// Nothing listens on it: a shard with the engine's own address is handled in the process.
const port = 9000

const engineConfig = `<tcp_port>${port}</tcp_port>
<remote_servers><${cluster}>
${shards.map(() => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`).join('\n')}
</${cluster}></remote_servers>`

/**
 * A migrated, empty warehouse whose tables are `Distributed` over two shards inside one embedded engine: queries get the
 * plans they have on a cluster. Always embedded. `rewrite` counts rows twice here.
 */
export async function openTwoShards(t: Cleanup): Promise<Warehouse> {
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-shards-'))
  const engineConfigFile = join(folder, 'engine.xml')
  await writeFile(engineConfigFile, engineConfig)
  const { url } = await startTestHost(t, { dataDir: join(folder, 'data'), engineConfigFile })
  const connection = connect({ url, log: silentLog })
  const warehouse = warehouseOver(connection, {
    settings: clusterSettings,
    clustered: true,
    intake: (name) => quoteName(`${name}_intake`),
    storage: (name) => shards.map((shard) => `shard${shard}.${quoteName(name)}`),
    ready: () => connection.ping(),
    migrate: () => createShards(connection),
  })
  t.after(() => warehouse.close())
  t.after(() => rm(folder, { recursive: true, force: true }))
  await warehouse.migrate()
  return warehouse
}

async function createShards(connection: Connection): Promise<void> {
  for (const shard of shards) await connection.run({ sql: `CREATE DATABASE shard${shard} ENGINE = Atomic` })
  for (const table of tables) {
    for (const shard of shards) {
      for (const sql of createTable(table, { database: `shard${shard}` })) await connection.run({ sql })
    }
    for (const sql of spread(table.name)) await connection.run({ sql })
  }
}

/** The view with each shard's own rows, the table over it, and the table that receives new rows. */
function spread(name: string): string[] {
  const ownRows = `${name}_of_shard`
  return [
    `CREATE VIEW ${ownRows} AS SELECT * FROM merge(REGEXP('^shard[12]$'), '^${name}$')
      WHERE _database = concat('shard', toString(shardNum()))`,
    `CREATE TABLE ${quoteName(name)} AS shard1.${quoteName(name)}
      ENGINE = Distributed('${cluster}', currentDatabase(), '${ownRows}', cityHash64(shop_id))`,
    `CREATE TABLE ${quoteName(`${name}_intake`)} AS shard1.${quoteName(name)} ENGINE = Null`,
    ...shards.map(
      (shard) => `CREATE MATERIALIZED VIEW ${name}_to_shard${shard} TO shard${shard}.${quoteName(name)}
        AS SELECT * FROM ${quoteName(`${name}_intake`)} WHERE cityHash64(shop_id) % ${shards.length} = ${shard - 1}`,
    ),
  ]
}
