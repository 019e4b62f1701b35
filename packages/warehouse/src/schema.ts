import { createHash } from 'node:crypto'
import { bareType } from './columns.ts'
import { quoteName, quoteText } from './sql.ts'
import type { Table } from './table.ts'
import { tables } from './tables.ts'

/** Where tables are made: in one server, or in every server of a cluster behind a `Distributed` table. */
export type Layout = { readonly database: string; readonly cluster?: string }

/** Fingerprint of the tables' current form; if it differs, `migrate` has something to do. */
export function fingerprintOf(all: readonly Table[] = tables): string {
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
}

/** The name of the table that contains the rows, for maintenance statements. */
export function storageName(table: Table, { cluster }: Layout): string {
  return cluster ? `${table.name}_local` : table.name
}

/** ` ON CLUSTER …` for statements that every server must run. */
export function onCluster({ cluster }: Layout): string {
  return cluster ? ` ON CLUSTER ${quoteText(cluster)}` : ''
}

/** Statements that create what is missing: the database's tables and the list of migrations. */
export function createStatements(layout: Layout, all: readonly Table[] = tables): string[] {
  return [createMigrationsTable(layout), ...all.flatMap((table) => createTable(table, layout))]
}

/** Statement that creates the database. */
export function createDatabase(layout: Layout): string {
  return `CREATE DATABASE IF NOT EXISTS ${quoteName(layout.database)}${onCluster(layout)} ENGINE = Atomic`
}

/** Statements that create one table in the layout's database. */
export function createTable(table: Table, layout: Layout): string[] {
  const columns = Object.entries(table.columns).map(([name, type]) => `  ${quoteName(name)} ${type}`)
  const storage = storageName(table, layout)
  const parts = [...columns, ...table.indices.map((index) => `  ${index}`)]
  // Replacing keeps the newest version of a row; both fsyncs make an answered insert survive a power failure.
  const rows = `CREATE TABLE IF NOT EXISTS ${quoteName(layout.database)}.${quoteName(storage)}${onCluster(layout)} (
${parts.join(',\n')}
) ENGINE = ${engineOf(storage, layout)}
ORDER BY (${table.orderBy.map(quoteName).join(', ')})
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`
  if (!layout.cluster) return [rows]
  return [rows, createDistributed(table, layout, layout.cluster)]
}

function engineOf(storage: string, { cluster }: Layout): string {
  if (!cluster) return 'ReplacingMergeTree(version, is_deleted)'
  const path = `/clickhouse/tables/{shard}/{database}/${storage}`
  return `ReplicatedReplacingMergeTree(${quoteText(path)}, '{replica}', version, is_deleted)`
}

function createDistributed(table: Table, layout: Layout, cluster: string): string {
  const storage = storageName(table, layout)
  const database = quoteName(layout.database)
  return `CREATE TABLE IF NOT EXISTS ${database}.${quoteName(table.name)}${onCluster(layout)} AS ${database}.${quoteName(storage)}
ENGINE = Distributed(${quoteText(cluster)}, ${quoteText(layout.database)}, ${quoteText(storage)}, cityHash64(shop_id))`
}

function createMigrationsTable(layout: Layout): string {
  // One copy of the list for the whole cluster: the path does not name the shard.
  const engine = layout.cluster
    ? `ReplicatedMergeTree('/clickhouse/tables/{database}/schema_migrations', '{shard}-{replica}')`
    : 'MergeTree'
  return `CREATE TABLE IF NOT EXISTS schema_migrations${onCluster(layout)} (
  version UInt32,
  fingerprint String,
  applied_at DateTime('UTC') DEFAULT now()
) ENGINE = ${engine}
ORDER BY version`
}

/** The current form of a table, as far as it can differ. */
export interface FoundTable {
  readonly sortingKey: string
  readonly columns: ReadonlyMap<string, string>
}

/** Statements that add the columns and indices a table lacks, in order, and fill them; nothing is ever dropped. */
export function addStatements(table: Table, found: FoundTable, layout: Layout): string[] {
  const names = Object.keys(table.columns)
  const missing = names.filter((name) => !found.columns.has(name))
  const targets = layout.cluster ? [storageName(table, layout), table.name] : [table.name]
  const columns = targets.flatMap((target) =>
    missing.map((name) => {
      const after = names[names.indexOf(name) - 1]
      const place = after === undefined ? 'FIRST' : `AFTER ${quoteName(after)}`
      const column = `${quoteName(name)} ${target === table.name && layout.cluster ? bareType(table.columns[name] ?? '') : table.columns[name]}`
      return `ALTER TABLE ${quoteName(target)}${onCluster(layout)} ADD COLUMN IF NOT EXISTS ${column} ${place}`
    }),
  )
  const wider = targets.flatMap((target) =>
    names
      .filter((name) => isWider(bareType(table.columns[name] ?? ''), found.columns.get(name) ?? ''))
      .map(
        (name) =>
          `ALTER TABLE ${quoteName(target)}${onCluster(layout)} MODIFY COLUMN ${quoteName(name)} ${bareType(table.columns[name] ?? '')}`,
      ),
  )
  const storage = quoteName(storageName(table, layout))
  const indices = table.indices.map(
    (index) => `ALTER TABLE ${storage}${onCluster(layout)} ADD ${index.replace('INDEX ', 'INDEX IF NOT EXISTS ')}`,
  )
  const fills = (table.fills ?? []).map(
    ({ set, where }) =>
      `ALTER TABLE ${storage}${onCluster(layout)} UPDATE ${set} WHERE ${where.replaceAll('{table}', storage)} SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1, max_execution_time = 0`,
  )
  return [...columns, ...wider, ...indices, ...fills]
}

/** Differences that cannot be changed in place, as text; empty if the table matches. */
export function conflictsOf(table: Table, found: FoundTable): string[] {
  const conflicts: string[] = []
  const [wanted, there] = [table.orderBy.join(', '), found.sortingKey.replaceAll(/[`()]/g, '')]
  if (there !== wanted) conflicts.push(`its sorting key is (${there}) instead of (${wanted})`)
  for (const [name, type] of Object.entries(table.columns)) {
    const there = found.columns.get(name)
    if (there !== undefined && plain(there) !== plain(bareType(type)) && !isWider(bareType(type), there))
      conflicts.push(`${name} is ${there} instead of ${type}`)
  }
  return conflicts
}

/** Whether an enumeration has the values of another and more behind them: stored rows stay as they are. */
function isWider(type: string, there: string): boolean {
  return there.startsWith('Enum8(') && plain(type).startsWith(`${plain(there).slice(0, -1)},`)
}

function plain(type: string): string {
  return type.replaceAll(/\s+/g, '')
}
