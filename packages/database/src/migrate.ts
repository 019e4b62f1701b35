import { AppError } from '@tillsight/core'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations, schemaVersion } from './migrations/index.ts'
import type { Db } from './schema.ts'

/**
 * Brings the tables to `version`, the newest by default. Does nothing when they are there already; two processes at
 * once wait for each other. Throws `conflict` when the database was last used by a newer Tillsight.
 */
export async function migrate(db: Db, version = schemaVersion): Promise<void> {
  const applied = await listApplied(db)
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new AppError(
      'conflict',
      `The database was last used by a newer Tillsight (schema ${unknown.at(-1)}; this one knows ${schemaVersion}). Start the newer version again, or restore a backup made with this one.`,
      { details: { schema: unknown.at(-1) ?? '' } },
    )
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error, results = [] } = await migrator.migrateTo(version)
  if (error === undefined) return
  const failed = results.find(({ status }) => status === 'Error')?.migrationName ?? version
  throw new AppError(
    'internal',
    `The database could not be migrated (${failed}). Nothing was changed; the log has the reason.`,
    {
      cause: error,
    },
  )
}

/** Whether the tables exactly match this code. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await findSchemaVersion(db)) === schemaVersion
}

/** The newest migration applied to the database; undefined if it has none of our tables. */
export async function findSchemaVersion(db: Db): Promise<string | undefined> {
  return (await listApplied(db)).at(-1)
}

async function listApplied(db: Db): Promise<string[]> {
  const table = await sql<{ there: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db)
  if (!table.rows[0]?.there) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
  return rows.map(({ name }) => name)
}
