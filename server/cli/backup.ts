import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@tillsight/core'
import { addBackupRun, backupDatabase, listShops, restoreDatabase } from '@tillsight/database'
import { healAfterRestore } from '@tillsight/domain'
import { backupWarehouse, restoreWarehouse } from '@tillsight/warehouse'
import type { Command } from 'commander'
import { z } from 'zod'
import { loadConfig } from '../config.ts'
import { operator } from '../contexts.ts'
import { createRuntime } from '../runtime.ts'
import { ownStores } from '../stores.ts'
import { version } from '../version.ts'
import { backupFiles, restoreFiles } from './backup-files.ts'
import { createProgress, print } from './output.ts'
import { type CommonOptions, callerPath, createLog, withRuntime } from './session.ts'

const manifestName = 'backup.json'

const Manifest = z.object({
  format: z.literal('tillsight-backup-1'),
  version: z.string(),
  createdAt: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
})

/** Adds `backup` and `restore`. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copy both stores into a folder, also while the server runs')
    .argument('<dir>', 'a new or empty folder')
    .option('--with-files', 'copy files that are kept in a bucket (STORAGE_S3_…), too')
    .option('--json', 'print JSON')
    .action(backup)
  program
    .command('restore')
    .description('put a backup in the place of both stores; the server must be stopped')
    .argument('<dir>', 'folder of a backup')
    .option('--force', 'replace what is there')
    .option('--json', 'print JSON')
    .action(restore)
}

/**
 * Application state first: facts that arrive meanwhile are read again after a restore, because the older state does not know
 * them.
 */
async function backup(dir: string, options: CommonOptions & { readonly withFiles?: boolean }): Promise<void> {
  const target = callerPath(dir)
  await createTarget(target)
  if ((await readdir(target)).length > 0) {
    throw new AppError('conflict', `${target} is not empty. A backup needs a folder of its own; name a new one.`)
  }
  await withRuntime('backup', async ({ config, stores, files: stored, log, clock }) => {
    const database = await backupDatabase(stores.database, join(target, 'database'), { clock })
    // A bucket has copies of its own.
    const copiesFiles = config.fileBucket === null || options.withFiles === true
    const files = copiesFiles ? await backupFiles(stored, target) : []
    const warehouse = await backupWarehouse(stores.warehouseUrl, join(target, 'warehouse'), { log, clock })
    await writeBackupManifest(target, {
      version,
      createdAt: database.createdAt,
      files: [
        ...database.tables.map(({ file, sha256 }) => ({ path: `database/${file}`, sha256 })),
        ...files,
        ...warehouse.files.map(({ path, sha256 }) => ({ path: `warehouse/${path}`, sha256 })),
      ],
    })
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = warehouse.files.reduce((sum, file) => sum + file.bytes, 0)
    await addBackupRun(stores.database.kysely, {
      createdAt: new Date(database.createdAt),
      version,
      files: database.tables.length + files.length + warehouse.files.length,
      bytes,
    })
    print(
      {
        json: {
          dir: target,
          database,
          warehouse: { ...warehouse, files: warehouse.files.length },
          files: files.length,
        },
        text: `Backed up ${rows.toLocaleString('en')} rows of application state and ${(bytes / 1e6).toFixed(1)} MB of facts to ${target}.\nThe root key is not in it: keep a copy of TILLSIGHT_SECRET (or the file “secret” in the data directory) somewhere else.`,
      },
      options,
    )
  })
}

async function restore(dir: string, options: CommonOptions & { readonly force?: boolean }): Promise<void> {
  const source = callerPath(dir)
  const manifest = await checkBackup(source)
  const config = loadConfig()
  const log = createLog(config)
  const stores = await ownStores(config, log, { role: 'restore' })
  try {
    const shops = await listShops(stores.database.kysely)
    if (shops.length > 0 && !options.force) {
      throw new AppError(
        'conflict',
        `${config.dataDir} already holds ${shops.length === 1 ? 'a shop' : `${shops.length} shops`} (${shops.map(({ domain }) => domain).join(', ')}), which a restore would replace. Choose an empty folder with TILLSIGHT_DATA_DIR, or repeat with --force.`,
      )
    }
    const overwrite = options.force ?? false
    // Without a shop there is nothing to lose: the existing data came from opening the installation.
    const database = await restoreDatabase(stores.database, join(source, 'database'), { overwrite: true })
    await restoreWarehouse(stores.warehouseUrl, join(source, 'warehouse'), { log, force: overwrite })
    await stores.warehouse.migrate()
    const runtime = createRuntime(config, stores, log)
    await restoreFiles(runtime.files, source, manifest.files)
    const progress = createProgress('Checking shops')
    await healAfterRestore(
      stores.database,
      (shop) => runtime.shopContext(operator, shop),
      ({ done, total }) => progress(done, total),
    )
    print(
      {
        json: { dir: source, createdAt: database.createdAt },
        text: `Restored the backup of ${database.createdAt}. Start the server; it reads what is newer from the platforms.`,
      },
      options,
    )
  } finally {
    await stores.close()
  }
}

/** Throws `invalid_input` for a path that cannot become a new folder. */
async function createTarget(target: string): Promise<void> {
  const { dataDir } = loadConfig()
  if (`${target}/`.startsWith(`${dataDir}/`)) {
    throw new AppError(
      'invalid_input',
      `${target} lies inside the data directory, so it would be lost together with what it protects. Choose a folder elsewhere.`,
    )
  }
  await mkdir(target, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new AppError(
      'invalid_input',
      `${target} cannot be made a folder: ${cause instanceof Error ? cause.message : String(cause)}. Choose another one.`,
      { cause },
    )
  })
}

/** Manifest of a backup: written last, so that a folder without it is an interrupted backup. */
type BackupManifest = z.infer<typeof Manifest>

/** Declares the backup in the folder complete. */
async function writeBackupManifest(dir: string, manifest: Omit<BackupManifest, 'format'>): Promise<void> {
  const draft = join(dir, `${manifestName}.new`)
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify({ format: 'tillsight-backup-1', ...manifest }, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(dir, manifestName))
}

/**
 * Reads every file of both halves before anything is replaced: a restore that finds out half way would leave two stores
 * that do not belong together. Throws `not_found` or `invalid_input`.
 */
async function checkBackup(dir: string): Promise<BackupManifest> {
  const text = await readFile(join(dir, manifestName), 'utf8').catch((cause: unknown) => {
    throw new AppError(
      'not_found',
      `${dir} holds no complete backup: ${manifestName} is missing. Name the folder that “tillsight backup” was given; if the backup was interrupted, use an earlier one.`,
      { cause },
    )
  })
  const manifest = Manifest.safeParse(parseJson(text))
  if (!manifest.success) {
    throw new AppError(
      'invalid_input',
      `The backup in ${dir} cannot be understood: ${manifestName} is damaged or was made by another version. Nothing was changed; use another backup.`,
    )
  }
  for (const { path, sha256 } of manifest.data.files) {
    const found = await digest(join(dir, path)).catch(() => undefined)
    if (found !== sha256) {
      throw new AppError(
        'invalid_input',
        `The backup in ${dir} is damaged: ${path} is ${found === undefined ? 'missing' : 'not what was written'}. Nothing was changed; use another backup.`,
      )
    }
  }
  return manifest.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
