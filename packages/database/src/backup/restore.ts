import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { AppError } from '@tillsight/core'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { findSchemaVersion, migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import type { Tx } from '../schema.ts'
import { listTables } from './backup.ts'
import { type BackupManifest, readBackup } from './manifest.ts'

const linesPerInsert = 500
const charactersPerInsert = 4_000_000

/** Whether data that is there may be replaced. */
export interface RestoreOptions {
  readonly overwrite?: boolean
}

/**
 * Loads a backup, all or nothing, and brings the tables up to date. Throws `conflict` for a database that holds data
 * (unless `overwrite`) or has newer tables than the backup, `invalid_input` for a damaged or too new backup.
 */
export async function restoreDatabase(
  database: Database,
  dir: string,
  options: RestoreOptions = {},
): Promise<BackupManifest> {
  const manifest = await readBackup(dir)
  await provideTables(database, manifest)
  await database.transaction(async (tx) => {
    await emptyTables(tx, options)
    await sql`SET CONSTRAINTS ALL DEFERRED`.execute(tx)
    for (const table of manifest.tables) await loadTable(tx, table, dir)
    // The warehouse may hold writes that are newer than the backup: the counter goes on after both.
    await sql`SELECT setval('write_version', greatest((SELECT last_value FROM write_version), ${manifest.writeVersion}::bigint))`.execute(
      tx,
    )
  })
  await database.migrate()
  return manifest
}

async function provideTables({ kysely }: Database, { schemaVersion }: BackupManifest): Promise<void> {
  if (!(schemaVersion in migrations)) {
    throw new AppError(
      'invalid_input',
      `The backup was made by a newer Tillsight (schema ${schemaVersion}). Restore it with that version. Nothing was changed.`,
    )
  }
  const present = await findSchemaVersion(kysely)
  if (present !== undefined && present > schemaVersion) {
    throw new AppError(
      'conflict',
      `The backup is older than the tables of this database (${schemaVersion}, ${present}). Restore it into a new, empty database; it is brought up to date there.`,
    )
  }
  await migrate(kysely, schemaVersion)
}

async function emptyTables(tx: Tx, { overwrite = false }: RestoreOptions): Promise<void> {
  const names = await listTables(tx)
  if (overwrite) {
    await sql`TRUNCATE ${sql.join(names.map((name) => sql.table(name)))}`.execute(tx)
    return
  }
  for (const name of names) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(tx)
    if (rows.length > 0) {
      throw new AppError(
        'conflict',
        `The database already holds data (${name}). Restore into an empty one, or say that the data may be replaced.`,
      )
    }
  }
}

async function loadTable(tx: Tx, { name, file, rows }: BackupManifest['tables'][number], dir: string): Promise<void> {
  let loaded = 0
  let batch: string[] = []
  let characters = 0
  const insert = async () => {
    await sql`INSERT INTO ${sql.table(name)}
      SELECT * FROM json_populate_recordset(NULL::${sql.table(name)}, ${`[${batch.join(',')}]`}::json)`.execute(tx)
    loaded += batch.length
    batch = []
    characters = 0
  }
  for await (const line of readLines(join(dir, file))) {
    batch.push(line)
    characters += line.length
    if (batch.length >= linesPerInsert || characters >= charactersPerInsert) await insert()
  }
  if (batch.length > 0) await insert()
  if (loaded !== rows) {
    throw new AppError(
      'invalid_input',
      `The backup is damaged: ${file} holds ${loaded} rows instead of ${rows}. Nothing was changed; use another backup.`,
    )
  }
}

/** Splits at line feeds only: `readline` would also split at U+2028, which JSON text may hold. */
async function* readLines(path: string): AsyncGenerator<string> {
  const text = createReadStream(path).compose(createGunzip()).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
