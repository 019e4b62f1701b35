import { AppError } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { z } from 'zod'
import { allRows, type Connection, connect } from './connection.ts'
import {
  addStatements,
  conflictsOf,
  createDatabase,
  createStatements,
  type FoundTable,
  fingerprintOf,
  type Layout,
  storageName,
} from './schema.ts'
import type { Table } from './table.ts'
import { tables } from './tables.ts'

const FoundRow = z.object({ table: z.string(), sorting_key: z.string(), name: z.string(), type: z.string() })
const VersionRow = z.object({ version: z.coerce.number(), fingerprint: z.string() })

/** Whether the newest migration matches this version's tables. */
export async function isCurrent(connection: Connection): Promise<boolean> {
  return (await lastMigration(connection))?.fingerprint === fingerprintOf()
}

/** Creates the database if it is missing; only then must the account be allowed to. */
export async function ensureDatabase(options: { url: string; log: Log; layout: Layout }): Promise<void> {
  const { layout } = options
  const connection = connect({ ...options, database: 'default' })
  try {
    const sql = 'SELECT name FROM system.databases WHERE name = {name:String}'
    const found = await connection.ask({ sql, params: { name: layout.database } }, allRows)
    if (found.length === 0) await connection.run({ sql: createDatabase(layout) })
  } finally {
    await connection.close()
  }
}

/**
 * Migrates the tables to the form of `all`: creates tables, adds columns and indices, records the migration. May be repeated.
 */
export async function migrateTables(
  connection: Connection,
  layout: Layout,
  all: readonly Table[] = tables,
): Promise<void> {
  const last = await lastMigration(connection)
  const isKnown = last?.fingerprint === fingerprintOf(all)
  // A machine that was added to the cluster since has none of them.
  if (isKnown && !layout.cluster) return
  for (const sql of createStatements(layout, all)) await connection.run({ sql })
  if (isKnown) return
  await addMissing(connection, layout, all)
  await connection.insert({
    table: 'schema_migrations',
    columns: ['version', 'fingerprint'],
    rows: [[(last?.version ?? 0) + 1, fingerprintOf(all)]],
    settings: { async_insert: 0 },
  })
}

/** Adds the columns and indices that a table of an earlier version lacks. */
async function addMissing(connection: Connection, layout: Layout, all: readonly Table[]): Promise<void> {
  const found = await readTables(connection)
  for (const table of all) {
    const there = found.get(storageName(table, layout))
    if (!there) throw new Error(`table ${table.name} was not created`)
    const conflicts = conflictsOf(table, there)
    if (conflicts.length > 0) throw conflictError(table, conflicts)
    for (const sql of addStatements(table, there, layout)) await connection.run({ sql })
  }
}

async function lastMigration(connection: Connection): Promise<z.infer<typeof VersionRow> | undefined> {
  const known = await connection.ask(
    {
      sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'`,
    },
    allRows,
  )
  if (known.length === 0) return undefined
  const sql = 'SELECT version, fingerprint FROM schema_migrations ORDER BY version DESC LIMIT 1'
  const [row] = await connection.ask({ sql }, allRows)
  return row === undefined ? undefined : VersionRow.parse(row)
}

async function readTables(connection: Connection): Promise<Map<string, FoundTable>> {
  const rows = await connection.ask(
    {
      sql: `SELECT c.table AS table, t.sorting_key AS sorting_key, c.name AS name, c.type AS type
      FROM system.columns AS c INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
      WHERE c.database = currentDatabase()`,
    },
    allRows,
  )
  const found = new Map<string, { sortingKey: string; columns: Map<string, string> }>()
  for (const { table, sorting_key, name, type } of z.array(FoundRow).parse(rows)) {
    const entry = found.get(table) ?? { sortingKey: sorting_key, columns: new Map<string, string>() }
    entry.columns.set(name, type)
    found.set(table, entry)
  }
  return found
}

function conflictError(table: Table, conflicts: readonly string[]): AppError {
  return new AppError(
    'conflict',
    `The warehouse table ${table.name} belongs to another version of Tillsight: ${conflicts.join('; ')}. Nothing was changed. Start the version that wrote it, or restore a backup of this version.`,
    { details: { table: table.name } },
  )
}
