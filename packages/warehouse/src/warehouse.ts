import type { ClickHouseSettings } from '@clickhouse/client'
import type { Log } from '@tillsight/supervisor'
import { z } from 'zod'
import { addressOf } from './address.ts'
import { allRows, type Connection, connect } from './connection.ts'
import type { Warehouse } from './contract.ts'
import { ensureDatabase, isCurrent, migrateTables } from './migrate.ts'
import { type Layout, onCluster, storageName } from './schema.ts'
import { type Binding, bindShop, maintenance } from './shop-warehouse.ts'
import { quoteName } from './sql.ts'
import { tableOf, tables } from './tables.ts'

/** Which warehouse to open. */
export interface WarehouseOptions {
  /** `http(s)://user:password@host:port/database`, or the URL from `embeddedWarehouse`. */
  readonly url: string
  /** Name of the ClickHouse cluster that the tables are spread over by shop. */
  readonly cluster?: string
  /** Background reads wait for each other, and never take the last slot from people. */
  readonly isBackground?: boolean
  readonly log: Log
}

/** Each shop is on one shard: query only that one, join there, and acknowledge an insert once the shard has it. */
export const clusterSettings: ClickHouseSettings = {
  optimize_skip_unused_shards: 1,
  distributed_product_mode: 'local',
  insert_distributed_sync: 1,
}

/** Opens the warehouse without asking it anything yet; `migrate` makes it usable. */
export async function openWarehouse({ url, cluster, isBackground = false, log }: WarehouseOptions): Promise<Warehouse> {
  const layout: Layout = { database: addressOf(url).database, ...(cluster ? { cluster } : {}) }
  const connection = connect({ url, log })
  return warehouseOver(connection, {
    settings: cluster ? clusterSettings : {},
    clustered: cluster !== undefined,
    priority: isBackground ? '2' : undefined,
    intake: quoteName,
    storage: (name) => [`${quoteName(storageName(tableOf(name), layout))}${onCluster(layout)}`],
    ready: async () => (await connection.ping()) && isCurrent(connection).catch(() => false),
    async migrate() {
      await ensureDatabase({ url, log, layout })
      await migrateTables(connection, layout)
    },
  })
}

/** Parts that were replaced and are still on the disk are not counted: they go by themselves. */
const sizesSql = `SELECT table, toString(sum(rows)) AS rows, toString(sum(bytes_on_disk)) AS bytes FROM system.parts
  WHERE database = currentDatabase() AND active GROUP BY table ORDER BY table`

const SizeRow = z.object({ table: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() })

/** The layout of a warehouse's tables. */
export interface Arrangement extends Omit<Binding, 'connection' | 'shop'>, Pick<Warehouse, 'ready' | 'migrate'> {}

/** A warehouse over tables with this layout. */
export function warehouseOver(connection: Connection, arrangement: Arrangement): Warehouse {
  return {
    for: (shop) => bindShop({ ...arrangement, connection, shop }),
    ready: arrangement.ready,
    migrate: arrangement.migrate,
    async optimize(name) {
      const settings = { ...maintenance, optimize_skip_merged_partitions: 1 as const }
      for (const storage of arrangement.storage(name)) {
        await connection.run({ sql: `OPTIMIZE TABLE ${storage} FINAL`, settings })
      }
    },
    async sizes() {
      const found = await connection.ask({ sql: sizesSql }, allRows)
      return found.map((row) => SizeRow.parse(row))
    },
    async eraseShop(shop) {
      const own = bindShop({ ...arrangement, connection, shop })
      for (const { name } of tables) {
        // Rewriting a table takes a second also where there is nothing to rewrite.
        const any = { sql: `SELECT count() AS n FROM ${name} WHERE shop_id = {shop:UUID}`, params: {} }
        const [found] = await own.read(any, z.object({ n: z.coerce.number() }), { unmerged: true })
        if (found?.n === 0) continue
        for (const storage of arrangement.storage(name)) {
          const sql = `ALTER TABLE ${storage} DELETE WHERE shop_id = {shop:UUID}`
          await connection.run({ sql, params: { shop }, settings: maintenance })
        }
      }
    },
    close: () => connection.close(),
  }
}
