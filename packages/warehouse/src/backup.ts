import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, type Clock, systemClock } from '@tillsight/core'
import type { Log } from '@tillsight/supervisor'
import { z } from 'zod'
import { addressOf } from './address.ts'
import { allRows, type Connection, connect } from './connection.ts'
import { fingerprintOf } from './schema.ts'
import { quoteName, quoteText } from './sql.ts'
import { tables } from './tables.ts'

const Manifest = z.object({
  format: z.literal('tillsight-warehouse-1'),
  createdAt: z.iso.datetime(),
  /** Shape of the tables. */
  fingerprint: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})

/** The contents of a backup, with checksums of every file. */
export type BackupManifest = z.infer<typeof Manifest>

const manifestName = 'warehouse.json'
const dataName = 'warehouse'
const unlimited = { max_execution_time: 0 }

/** How to reach the warehouse, for backup and restore. */
export interface BackupOptions {
  readonly log: Log
  readonly clock?: Clock
}

/**
 * Copies the database into `<dir>/warehouse` while it serves; `<dir>/warehouse.json` lists every file. The warehouse's own
 * process must be able to write the folder. Throws `conflict` if it already contains a backup.
 */
export async function backupWarehouse(
  url: string,
  dir: string,
  { log, clock = systemClock }: BackupOptions,
): Promise<BackupManifest> {
  const target = resolve(dir)
  await mkdir(target, { recursive: true })
  const entries = await readdir(target)
  if (entries.includes(manifestName) || entries.includes(dataName)) {
    throw new AppError('conflict', `${target} already holds a backup of the warehouse. Choose an empty folder.`)
  }
  const { database } = addressOf(url)
  await withConnection(connect({ url, log, database: 'default' }), (connection) =>
    connection.run({
      sql: `BACKUP DATABASE ${quoteName(database)} TO File(${quoteText(join(target, dataName))})`,
      settings: unlimited,
    }),
  )
  const manifest: BackupManifest = {
    format: 'tillsight-warehouse-1',
    createdAt: clock.now().toISOString(),
    fingerprint: fingerprintOf(),
    files: await listFiles(target),
  }
  await writeFile(join(target, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/**
 * Replaces the database with a backup. Verifies every file first; refuses a warehouse that contains facts unless `force`, and
 * then replaces it only after the whole backup has been read.
 */
export async function restoreWarehouse(
  url: string,
  dir: string,
  options: BackupOptions & { force?: boolean },
): Promise<void> {
  const source = resolve(dir)
  await checkFiles(source)
  const { database } = addressOf(url)
  const [current, restored, replaced] = [database, `${database}_restored`, `${database}_replaced`].map(quoteName)
  await withConnection(connect({ url, log: options.log, database: 'default' }), async (connection) => {
    const run = (sql: string) => connection.run({ sql, settings: unlimited })
    if (!options.force && (await holdsFacts(connection, database))) {
      throw new AppError(
        'conflict',
        'The warehouse is not empty: restoring would replace every figure in it. Repeat with --force if that is what you want.',
      )
    }
    await run(`DROP DATABASE IF EXISTS ${restored} SYNC`)
    await run(`RESTORE DATABASE ${quoteName(database)} AS ${restored} FROM File(${quoteText(join(source, dataName))})`)
    await run(`DROP DATABASE IF EXISTS ${replaced} SYNC`)
    if (await exists(connection, database)) await run(`RENAME DATABASE ${current} TO ${replaced}`)
    await run(`RENAME DATABASE ${restored} TO ${current}`)
    await run(`DROP DATABASE IF EXISTS ${replaced} SYNC`)
  })
}

async function withConnection<T>(connection: Connection, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

async function exists(connection: Connection, database: string): Promise<boolean> {
  const sql = 'SELECT 1 AS found FROM system.databases WHERE name = {database:String}'
  return (await connection.ask({ sql, params: { database } }, allRows)).length > 0
}

async function holdsFacts(connection: Connection, database: string): Promise<boolean> {
  const sql = `SELECT name FROM system.tables
    WHERE database = {database:String} AND name IN {tables:Array(String)} AND total_rows > 0`
  return (
    (await connection.ask({ sql, params: { database, tables: tables.map(({ name }) => name) } }, allRows)).length > 0
  )
}

async function listFiles(dir: string): Promise<BackupManifest['files']> {
  const entries = await readdir(join(dir, dataName), { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      throw new AppError(
        'unavailable',
        `The warehouse wrote its backup on another machine than this one. Back up the ClickHouse server with its own means.`,
        { cause: error },
      )
    },
  )
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files: BackupManifest['files'] = []
  for (const path of paths.toSorted()) {
    files.push({ path: relative(dir, path), bytes: (await stat(path)).size, sha256: await digest(path) })
  }
  return files
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function checkFiles(dir: string): Promise<void> {
  const text = await readFile(join(dir, manifestName), 'utf8').catch(() => undefined)
  const manifest = Manifest.safeParse(text === undefined ? undefined : JSON.parse(text))
  if (!manifest.success) {
    throw new AppError(
      'not_found',
      `${dir} holds no backup of the warehouse: ${manifestName} is missing or unreadable.`,
    )
  }
  for (const file of manifest.data.files) {
    const intact = await digest(join(dir, file.path)).then(
      (sha256) => sha256 === file.sha256,
      () => false,
    )
    if (!intact) {
      throw new AppError(
        'conflict',
        `The backup in ${dir} is damaged: ${file.path} is missing or has changed. Nothing was restored.`,
        {
          details: { file: file.path },
        },
      )
    }
  }
}
