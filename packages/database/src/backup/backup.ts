import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock } from '@tillsight/core'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { schemaVersion } from '../migrations/index.ts'
import type { Tx } from '../schema.ts'
import { type BackupManifest, manifestName } from './manifest.ts'

const rowsPerFetch = 200

/** What a backup leaves out: the migrations' own tables and the progress of jobs, which are not backed up either. */
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
