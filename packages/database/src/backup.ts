import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { AppError, type Clock } from '@tillsight/core'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from './database.ts'
import { findSchemaVersion, migrate } from './migrate.ts'
import { migrations, schemaVersion } from './migrations/index.ts'
import type { Tx } from './schema.ts'

/** Where the list of the backup's files is; written last, so a backup without it is incomplete. */
const manifestName = 'database.json'

const Manifest = z.object({
  format: z.literal(1),
  schemaVersion: z.string(),
  createdAt: z.iso.datetime(),
  /** The counter of warehouse writes, which must never decrease. */
  writeVersion: z.string().regex(/^\d+$/),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      file: z.string().regex(/^[a-z_]+\.jsonl\.gz$/),
      rows: z.number().int().nonnegative(),
      sha256: z.string(),
    }),
  ),
})

/** The contents of a backup. */
export type BackupManifest = z.infer<typeof Manifest>

/** Reads the manifest and compares every file with it. Throws `not_found` or `invalid_input`. */
async function readBackup(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, manifestName), 'utf8').catch((cause: unknown) => {
    throw new AppError('not_found', `${dir} holds no complete database backup: ${manifestName} is missing.`, { cause })
  })
  const manifest = parseManifest(text, dir)
  for (const { file, sha256 } of manifest.tables) {
    const found = await hashFile(join(dir, file)).catch((cause: unknown) => {
      throw new AppError(
        'invalid_input',
        `The backup in ${dir} is damaged: ${file} cannot be read. Nothing was changed; use another backup.`,
        { cause },
      )
    })
    if (found !== sha256) {
      throw new AppError(
        'invalid_input',
        `The backup in ${dir} is damaged: ${file} is not what was written. Nothing was changed; use another backup.`,
      )
    }
  }
  return manifest
}

function parseManifest(text: string, dir: string): BackupManifest {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new AppError(
      'invalid_input',
      `The backup in ${dir} is damaged or was made by another version: ${manifestName} cannot be understood. Nothing was changed.`,
      { cause },
    )
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

const rowsPerFetch = 200

/** Excluded from a backup: the migrations' own tables, and the progress of jobs, which are not backed up either. */
const leftOut = ['kysely_migration', 'kysely_migration_lock', 'job_progress']

/**
 * Writes all tables as of one instant, as compressed JSON lines, while the server goes on. Secrets stay encrypted with
 * TILLSIGHT_SECRET, which is not part of the backup. A backup is complete once its manifest is there.
 */
export async function backupDatabase(
  database: Database,
  dir: string,
  { clock }: { clock: Clock },
): Promise<BackupManifest> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await rm(join(dir, manifestName), { force: true })
  const createdAt = clock.now().toISOString()
  const manifest = await database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx): Promise<BackupManifest> => {
      const tables: BackupManifest['tables'] = []
      for (const name of await listTables(tx)) tables.push(await writeTable(tx, name, dir))
      return { format: 1, schemaVersion, createdAt, writeVersion: await readWriteVersion(tx), tables }
    })
  await writeManifest(dir, manifest)
  return manifest
}

/** The tables that a backup holds, by name. */
export async function listTables(db: Database['kysely']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> ALL (${leftOut}::text[])
    ORDER BY relname`.execute(db)
  return rows.map(({ name }) => name)
}

async function writeTable(tx: Tx, name: string, dir: string): Promise<BackupManifest['tables'][number]> {
  const file = `${name}.jsonl.gz`
  const path = join(dir, file)
  const hash = createHash('sha256')
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    await sql`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${sql.table(name)} t`.execute(
      tx,
    )
    for (;;) {
      const fetched = await sql<{ line: string }>`FETCH ${sql.lit(rowsPerFetch)} FROM backup_rows`.execute(tx)
      if (fetched.rows.length === 0) break
      rows += fetched.rows.length
      yield fetched.rows.map(({ line }) => `${line}\n`).join('')
    }
    await sql`CLOSE backup_rows`.execute(tx)
  }
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), hashed, createWriteStream(path, { mode: 0o600 }))
  await flush(path)
  return { name, file, rows, sha256: hash.digest('hex') }
}

async function readWriteVersion(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: bigint }>`SELECT last_value AS version FROM write_version`.execute(tx)
  return String(rows[0]?.version ?? 0n)
}

async function writeManifest(dir: string, manifest: BackupManifest): Promise<void> {
  const draft = join(dir, `${manifestName}.new`)
  await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await flush(draft)
  await rename(draft, join(dir, manifestName))
  await flush(dir)
}

async function flush(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

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
    // The warehouse may contain writes newer than the backup: the counter continues after both.
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
